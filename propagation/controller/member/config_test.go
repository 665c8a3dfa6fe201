package member

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

const kubeconfigText = `
apiVersion: v1
kind: Config
current-context: c
contexts: [{name: c, context: {cluster: s, user: u}}]
clusters: [{name: s, cluster: {server: "https://m1.example:6443"}}]
users: [{name: u, user: {token: s3cret}}]
`

// TestConfig: a Secret is data. It cannot make the operator run a program or read a file, and no error shows what it holds.
func TestConfig(t *testing.T) {
	swap := func(old, updated string) map[string]string {
		require.Contains(t, kubeconfigText, old)
		return map[string]string{KubeconfigKey: strings.Replace(kubeconfigText, old, updated, 1)}
	}
	token := map[string]string{TokenKey: "s3cret"}
	endpoint := func(c *api.Cluster) { c.Spec.APIEndpoint = "https://m1.example:6443" }
	for _, c := range []struct {
		name   string
		secret map[string]string
		change func(*api.Cluster)
		fault  string // empty: it can be used
	}{
		{"a kubeconfig", swap("s3cret", "s3cret"), nil, ""},
		{"a token, as Karmada stores it", token, endpoint, ""},
		{"a command", swap("token: s3cret", "exec: {apiVersion: client.authentication.k8s.io/v1, command: sh, args: [s3cret]}"), nil, "exec"},
		{"an auth provider", swap("token: s3cret", "auth-provider: {name: s3cret}"), nil, "auth-provider"},
		{"a file with a token", swap("token: s3cret", "tokenFile: /etc/s3cret"), nil, "with a file"},
		{"a file with a certificate", swap("token: s3cret", "client-certificate: /etc/s3cret"), nil, "with a file"},
		{"a file with a key", swap("token: s3cret", "client-key: /etc/s3cret"), nil, "with a file"},
		{"a file with an authority", swap(`6443"`, `6443", certificate-authority: /etc/s3cret`), nil, "certificate-authority"},
		{"a user that is not used has a command", swap("users: [", "users: [{name: other, user: {exec: {command: sh}}}, "), nil, "exec"},
		{"not YAML", map[string]string{KubeconfigKey: "s3cret: ["}, nil, "cannot be read"},
		{"no context", swap("current-context: c", "current-context: s3cret"), nil, "no usable current-context"},
		{"nothing", nil, endpoint, "found neither kubeconfig nor token"},
		{"a token without an endpoint", token, nil, "spec.apiEndpoint"},
		{"an endpoint without a host", token, func(c *api.Cluster) { c.Spec.APIEndpoint = "file:///etc/passwd" }, "spec.apiEndpoint"},
		{"a bundle without a certificate", map[string]string{TokenKey: "s3cret", CABundleKey: "s3cret"}, endpoint, "no certificate"},
		{"a proxy that is not a URL", token, func(c *api.Cluster) { endpoint(c); c.Spec.ProxyURL = "::" }, "spec.proxyURL"},
	} {
		t.Run(c.name, func(t *testing.T) {
			cluster := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "m1"}}
			if c.change != nil {
				c.change(cluster)
			}
			secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-cluster", Name: "m1"}, Data: map[string][]byte{}}
			for key, value := range c.secret {
				secret.Data[key] = []byte(value)
			}
			config, err := Config(cluster, secret)
			if c.fault == "" {
				require.NoError(t, err)
				require.Equal(t, "https://m1.example:6443", config.Host)
				require.Equal(t, "s3cret", config.BearerToken)
				return
			}
			require.ErrorContains(t, err, c.fault)
			require.ErrorContains(t, err, "cluster m1")
			require.NotContains(t, err.Error(), "s3cret")
			require.Nil(t, config)
		})
	}
}

func TestConfigNil(t *testing.T) {
	_, err := Config(nil, nil)
	require.Error(t, err)
	_, err = Config(&api.Cluster{}, nil)
	require.Error(t, err)
}

// TestConfigProxyAndTLS: the settings of the spec that concern the connection.
func TestConfigProxyAndTLS(t *testing.T) {
	c := &api.Cluster{}
	c.Spec.APIEndpoint, c.Spec.InsecureSkipTLSVerification, c.Spec.ProxyURL = "https://m1.example", true, "http://proxy.example:3128"
	config, err := Config(c, &corev1.Secret{Data: map[string][]byte{TokenKey: []byte("t")}})
	require.NoError(t, err)
	require.True(t, config.Insecure)
	proxy, err := config.Proxy(nil)
	require.NoError(t, err)
	require.Equal(t, "proxy.example:3128", proxy.Host)
}

// TestConfigShowsNoServer: a server that is not a URL may be a token in the wrong field.
func TestConfigShowsNoServer(t *testing.T) {
	for _, server := range []string{"hidden value", "hidden:::", "unix:///hidden"} {
		text := `{"clusters": [{"name": "c", "cluster": {"server": "` + server + `"}}], "users": [{"name": "u", "user": {"token": "t"}}],
			"contexts": [{"name": "x", "context": {"cluster": "c", "user": "u"}}], "current-context": "x"}`
		_, err := Config(&api.Cluster{}, &corev1.Secret{Data: map[string][]byte{KubeconfigKey: []byte(text)}})
		require.ErrorContains(t, err, "the server is not a URL")
		require.NotContains(t, err.Error(), "hidden")
	}
}
