package member

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// TestLimitedAnswers: the answers that are open at the same time are limited together. A watch is not.
func TestLimitedAnswers(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("x", 700))
	}))
	defer server.Close()
	c, err := httpClient(&rest.Config{Host: server.URL}, 1000)
	require.NoError(t, err)
	read := func(path string) (*http.Response, error) {
		response, err := c.Get(server.URL + path)
		require.NoError(t, err)
		_, err = io.ReadAll(response.Body)
		return response, err
	}
	first, err := read("/")
	require.NoError(t, err)
	second, err := read("/")
	require.EqualError(t, err, "the API server answers with more than 1000 bytes")
	require.NoError(t, second.Body.Close())
	require.NoError(t, first.Body.Close())
	third, err := read("/")
	require.NoError(t, err, "both are closed")
	watch, err := read("/?watch=true")
	require.NoError(t, err)
	require.NoError(t, watch.Body.Close())
	require.NoError(t, third.Body.Close())
	require.NoError(t, third.Body.Close(), "closed twice")
	_, err = read("/")
	require.NoError(t, err)
}

// TestRedirect: the token and the requests of the operator go to no other server.
func TestRedirect(t *testing.T) {
	called := false
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { called = true }))
	defer other.Close()
	server := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	c, err := httpClient(&rest.Config{Host: server.URL, BearerToken: "token"}, maxAnswers)
	require.NoError(t, err)
	_, err = c.Get(server.URL)
	require.ErrorIs(t, err, errRedirect)
	require.False(t, called)
}

// TestProxy: the proxy of a Cluster gets its headers, and another proxy is another configuration.
func TestProxy(t *testing.T) {
	got := make(chan *http.Request, 10)
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got <- r
		w.WriteHeader(http.StatusForbidden)
	}))
	defer proxy.Close()
	c := &api.Cluster{}
	c.Spec.APIEndpoint, c.Spec.ProxyURL, c.Spec.ProxyHeader = "https://member.example", proxy.URL, map[string]string{"X-Tenant": "blue"}
	secret := &corev1.Secret{Data: map[string][]byte{TokenKey: []byte("token")}}
	config, err := Config(c, secret)
	require.NoError(t, err)
	client, err := httpClient(config, maxAnswers)
	require.NoError(t, err)
	_, err = client.Get(c.Spec.APIEndpoint)
	require.Error(t, err)
	r := <-got
	require.Equal(t, http.MethodConnect, r.Method)
	require.Equal(t, "blue", r.Header.Get("X-Tenant"))
	require.Empty(t, r.Header.Get("Authorization"), "the proxy does not see the token")

	again, err := Config(c, secret)
	require.NoError(t, err)
	require.Equal(t, comparable(config), comparable(again))
	for _, change := range []func(*api.Cluster){
		func(c *api.Cluster) { c.Spec.ProxyURL += "/other" },
		func(c *api.Cluster) { c.Spec.ProxyURL = "" },
		func(c *api.Cluster) { c.Spec.ProxyHeader = map[string]string{"X-Tenant": "red"} },
		func(c *api.Cluster) { c.Spec.ProxyHeader = nil },
	} {
		other := c.DeepCopy()
		change(other)
		changed, err := Config(other, secret)
		require.NoError(t, err)
		require.NotEqual(t, comparable(config), comparable(changed))
	}
}
