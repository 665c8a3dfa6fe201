package suite

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestAbsentPath tells places without a value from paths that are wrong.
func TestAbsentPath(t *testing.T) {
	t.Parallel()
	settings := "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: shop}\ndata: {mode: fast}\n" +
		"---\napiVersion: example.com/v1\nkind: Crawler\nmetadata: {name: news, namespace: shop}\nspec: {workers: 3, hosts: [{name: a}]}\n"
	const wrong = "has no value, but the path may be wrong: "
	for _, tc := range []struct{ object, path, want string }{
		{"Deployment/web", "/metadata/labels/tier", ""},
		{"Deployment/web", "/metadata/labels/apq", ""},
		{"Deployment/web", "/metadata/annotations/tier", ""},
		{"Deployment/web", "/spec/template/spec/nodeSelector/disk", ""},
		{"Deployment/web", "/spec/template/spec/containers/1", ""},
		{"Deployment/web", "/spec/template/spec/containers/0/env", ""},
		{"Deployment/web", "/spec/replicaa", wrong + "/spec/replicaa is not a field of apps/v1 Deployment, did you mean /spec/replicas?"},
		{"Deployment/web", "/spec/paused/x/y", ""},
		{"Deployment/web", "/metadta/labels/x", wrong + "/metadta is not a field of apps/v1 Deployment, did you mean /metadata?"},
		{"Deployment/web", "/spec/template/spec/containers/7/env", wrong + "/spec/template/spec/containers is a list with the length 1 and has no element \"7\""},
		{"Deployment/web", "/spec/template/spec/containers/web", wrong + "/spec/template/spec/containers is a list with the length 1 and has no element \"web\""},
		{"Deployment/web", "/spec/replicas/x", wrong + "/spec/replicas is neither a map nor a list"},
		{"ConfigMap/settings", "/data/mod", ""},
		{"ConfigMap/settings", "/dta/mode", wrong},
		{"Crawler/news", "/spec/worker", wrong + "did you mean /spec/workers?"},
		{"Crawler/news", "/spec/other", ""},
		{"Crawler/news", "/spec/other/deep", wrong + "/spec/other has no value, either"},
		{"Crawler/news", "/spec/hosts/0/port", ""},
		{"Crawler/news", "/metadata/labels/a", ""},
	} {
		got := asserting(t, shop+settings, "value: {objects: "+tc.object+", clusters: us, path: "+tc.path+", absent: true}", nil)
		if tc.want == "" {
			require.Empty(t, got, tc.path)
		}
		require.Contains(t, got, tc.want, tc.path)
	}
	for path, want := range map[string]string{
		"/da~2ta": `value: path: found "/da~2ta", expected ~0 or ~1 for each ~`, "/data~": "expected ~0 or ~1", "/data/-": "never has a value",
	} {
		require.Contains(t, asserting(t, shop, "value: {objects: Secret/login, path: "+path+", absent: true}", nil), want)
	}
}

// TestExpectedSecret does not show what a value of a Secret should be.
func TestExpectedSecret(t *testing.T) {
	t.Parallel()
	for _, assertion := range []string{
		"value: {objects: Secret/login, path: /data/tokn, is: guess77}",
		"value: {objects: Secret/login, path: /stringDta/password, is: guess77}",
		"value: {objects: Secret/login, path: /dta, is: {password: guess77}}",
		"value: {objects: Secret/login, path: /data/token, is: !!int guess77}",
		"value: {objects: Secret/login, path: /data, is: {guess77: a, guess77: b}}",
	} {
		got := asserting(t, shop, assertion, nil)
		require.NotEmpty(t, got, assertion)
		require.NotContains(t, got, "guess77", assertion)
	}
	require.Contains(t, asserting(t, shop, "value: {objects: Secret/login, path: /metadata/labels/a, is: visible}", nil), `expected "visible"`)
	require.Contains(t, asserting(t, shop, "value: {objects: Secret/login, path: /stringData/password, absent: true}", nil), `is "***", expected no value`)
}
