package deploy

import (
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	sigsyaml "sigs.k8s.io/yaml"
)

// testMetrics reads the metrics of a program as nobody, as a service account without rights and as one with the role of the manifests.
func testMetrics(t *testing.T, p *program, name string) {
	reader := account(t, "reader-of-"+name)
	require.NoError(t, hub.Create(t.Context(), parse(t, fmt.Sprintf(`
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: reader-of-%s}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: overridekit-metrics-reader}
subjects: [{kind: ServiceAccount, name: reader-of-%s, namespace: default}]
`, name, name))))
	for _, c := range []struct {
		name, token string
		status      int
	}{
		{"nobody", "", http.StatusUnauthorized},
		{"an unknown token", "forged", http.StatusInternalServerError}, // as controller-runtime answers
		{"a service account without rights", account(t, "stranger-to-"+name), http.StatusForbidden},
		{"a reader", reader, http.StatusOK},
	} {
		eventually(t, p, func() error { // the API server may not know the role yet
			status, body, err := getMetrics(t, p.metrics, c.token)
			if err == nil && status != c.status {
				err = fmt.Errorf("%s: found the status %d, expected %d: %.200s", c.name, status, c.status, body)
			}
			return err
		})
	}
	response, err := http.Get("http://" + p.metrics + "/metrics")
	require.NoError(t, err)
	defer response.Body.Close()
	require.Equal(t, http.StatusBadRequest, response.StatusCode, "only HTTPS")
}

func getMetrics(t *testing.T, address, token string) (int, []byte, error) {
	t.Helper()
	c := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // self-signed
	defer c.CloseIdleConnections()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+address+"/metrics", nil)
	require.NoError(t, err)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := c.Do(request)
	if err != nil {
		return 0, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return response.StatusCode, body, err
}

// account makes a service account, and returns a token of it.
func account(t *testing.T, name string) string {
	t.Helper()
	made := &corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}}
	require.NoError(t, hub.Create(t.Context(), made))
	request := &authenticationv1.TokenRequest{}
	require.NoError(t, hub.SubResource("token").Create(t.Context(), made, request))
	return request.Status.Token
}

// TestImagesByDigest: a tag can be moved to another image.
func TestImagesByDigest(t *testing.T) {
	data, err := os.ReadFile("kustomization.yaml")
	require.NoError(t, err)
	var k struct {
		Images []struct{ Name, NewTag, Digest string }
	}
	require.NoError(t, sigsyaml.Unmarshal(data, &k))
	digests := map[string]string{}
	for _, image := range k.Images {
		require.Empty(t, image.NewTag, image.Name)
		digests[image.Name] = image.Digest
	}
	for _, object := range manifests(t, ".") {
		if kind := object.GetKind(); kind != "Deployment" && kind != "StatefulSet" {
			continue
		}
		for _, image := range images(t, object) {
			require.Regexp(t, `^sha256:[0-9a-f]{64}$`, digests[image], image)
		}
	}
}

func images(t *testing.T, object client.Object) (out []string) {
	t.Helper()
	var workload struct {
		Spec struct {
			Template struct {
				Spec struct {
					Containers, InitContainers []struct{ Image string }
				}
			}
		}
	}
	data, err := sigsyaml.Marshal(object)
	require.NoError(t, err)
	require.NoError(t, sigsyaml.Unmarshal(data, &workload))
	for _, c := range append(workload.Spec.Template.Spec.Containers, workload.Spec.Template.Spec.InitContainers...) {
		out = append(out, c.Image)
	}
	require.NotEmpty(t, out)
	return out
}
