package member

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// The keys of the Secret of a cluster.
const (
	KubeconfigKey = "kubeconfig" // a kubeconfig; if it is there, nothing else is read
	TokenKey      = "token"      // a bearer token, as Karmada stores it
	CABundleKey   = "caBundle"   // certificates of the API server in PEM; optional
)

// Config returns how to reach the API server of a cluster, from its Cluster object and the Secret that its spec.secretRef names.
//
//  1. If the Secret has a kubeconfig, its current context counts. It must not run a command, use an auth provider or name a file: whoever
//     may write the Secret must not be able to run programs or read files here.
//  2. Otherwise, the Secret must have a token, and spec.apiEndpoint is the URL of the server. The server is verified by caBundle, or by the
//     certificates of the system without it, unless spec.insecureSkipTLSVerification is set.
//  3. In both cases, spec.proxyURL is the proxy, with the headers of spec.proxyHeader.
//
// The configuration has no timeout and no limit of requests. Errors show no values of the Secret.
func Config(c *api.Cluster, secret *corev1.Secret) (*rest.Config, error) {
	if c == nil || secret == nil {
		return nil, errors.New("found no Secret, expected that of spec.secretRef")
	}
	config, err := credentials(c, secret)
	if err != nil {
		return nil, fmt.Errorf("secret %s/%s of cluster %s: %w", secret.Namespace, secret.Name, c.Name, err)
	}
	if err := setProxy(config, c); err != nil {
		return nil, fmt.Errorf("cluster %s: %w", c.Name, err)
	}
	return config, nil
}

// configResult is a configuration, or the reason why it is missing.
type configResult struct {
	config *rest.Config
	err    error
}

func credentials(c *api.Cluster, secret *corev1.Secret) (*rest.Config, error) {
	if text := secret.Data[KubeconfigKey]; len(text) > 0 {
		return kubeconfig(text)
	}
	token := secret.Data[TokenKey]
	if len(token) == 0 {
		return nil, fmt.Errorf("found neither %s nor %s, expected one of them", KubeconfigKey, TokenKey)
	}
	endpoint, err := url.Parse(c.Spec.APIEndpoint)
	if err != nil || endpoint.Host == "" || (endpoint.Scheme != "https" && endpoint.Scheme != "http") {
		return nil, errors.New("spec.apiEndpoint is not the URL of an API server")
	}
	config := &rest.Config{Host: c.Spec.APIEndpoint, BearerToken: string(token)}
	if c.Spec.InsecureSkipTLSVerification {
		config.Insecure = true
		return config, nil
	}
	if bundle := secret.Data[CABundleKey]; len(bundle) > 0 {
		if !x509.NewCertPool().AppendCertsFromPEM(bundle) {
			return nil, fmt.Errorf("%s has no certificate in PEM", CABundleKey)
		}
		config.CAData = bundle
	}
	return config, nil
}

// kubeconfig reads a kubeconfig that only has data.
func kubeconfig(text []byte) (*rest.Config, error) {
	loaded, err := clientcmd.Load(text)
	if err != nil { // the error may quote the text
		return nil, fmt.Errorf("%s cannot be read", KubeconfigKey)
	}
	for _, user := range loaded.AuthInfos {
		if err := onlyData(user); err != nil {
			return nil, fmt.Errorf("%s: %w", KubeconfigKey, err)
		}
	}
	for _, server := range loaded.Clusters {
		if server != nil && server.CertificateAuthority != "" {
			return nil, fmt.Errorf("%s: found a certificate-authority file, expected certificate-authority-data", KubeconfigKey)
		}
	}
	config, err := clientcmd.NewDefaultClientConfig(*loaded, &clientcmd.ConfigOverrides{}).ClientConfig()
	if err != nil {
		return nil, fmt.Errorf("%s has no usable current-context", KubeconfigKey)
	}
	if _, _, err := rest.DefaultServerUrlFor(config); err != nil { // the error quotes the server
		return nil, fmt.Errorf("%s: the server is not a URL", KubeconfigKey)
	}
	return config, nil
}

func onlyData(user *clientcmdapi.AuthInfo) error {
	switch {
	case user == nil:
		return nil
	case user.Exec != nil:
		return errors.New("found a user with a command (exec), expected a token or certificates")
	case user.AuthProvider != nil:
		return errors.New("found a user with an auth-provider, expected a token or certificates")
	case user.TokenFile != "" || user.ClientCertificate != "" || user.ClientKey != "":
		return errors.New("found a user with a file, expected data")
	}
	return nil
}

func setProxy(config *rest.Config, c *api.Cluster) error {
	if c.Spec.ProxyURL == "" {
		return nil
	}
	proxy, err := url.Parse(c.Spec.ProxyURL)
	if err != nil || proxy.Host == "" {
		return errors.New("spec.proxyURL is not a URL")
	}
	config.Proxy = http.ProxyURL(proxy)
	if len(c.Spec.ProxyHeader) == 0 {
		return nil
	}
	header := http.Header{}
	for key, value := range c.Spec.ProxyHeader {
		header.Set(key, value)
	}
	config.Wrap(func(next http.RoundTripper) http.RoundTripper {
		if t, ok := next.(*http.Transport); ok {
			t = t.Clone()
			t.ProxyConnectHeader = header
			return t
		}
		return next
	})
	return nil
}
