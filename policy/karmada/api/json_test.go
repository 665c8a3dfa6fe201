package api_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// TestRoundTrip writes every kind as JSON and reads it again.
func TestRoundTrip(t *testing.T) { kinds.RoundTrip(t) }

// TestFieldNames holds the names of the fields against those of Karmada's API, in which policies are written.
func TestFieldNames(t *testing.T) {
	t.Parallel()
	const affinity = `{"labelSelector": {"matchLabels": {"a": "b"}}, "fieldSelector": {"matchExpressions": [{"key": "k", "operator": "In", "values": ["v"]}]}, "clusterNames": ["n"], "exclude": ["x"]}`
	const overriders = `{
		"imageOverrider": [{"predicate": {"path": "/p"}, "component": "Tag", "operator": "add", "value": "v"}],
		"commandOverrider": [{"containerName": "c", "operator": "add", "value": ["v"]}],
		"argsOverrider": [{"containerName": "c", "operator": "remove", "value": ["v"]}],
		"labelsOverrider": [{"operator": "replace", "value": {"a": "b"}}],
		"annotationsOverrider": [{"operator": "replace", "value": {"a": "b"}}],
		"fieldOverrider": [{"fieldPath": "/f", "json": [{"subPath": "/s", "operator": "add", "value": 1}], "yaml": [{"subPath": "/s", "operator": "remove"}]}],
		"plaintext": [{"path": "/p", "operator": "add", "value": {"a": [1.50, null]}}]}`
	const spec = `{"resourceSelectors": [{"apiVersion": "v1", "kind": "Pod", "namespace": "n", "name": "m", "labelSelector": {"matchExpressions": [{"key": "a", "operator": "Exists"}]}}],
		"overrideRules": [{"targetCluster": ` + affinity + `, "overriders": ` + overriders + `}], "targetCluster": ` + affinity + `, "overriders": ` + overriders + `}`
	for kind, text := range map[string]string{
		"OverridePolicy":        `{"apiVersion": "v", "kind": "k", "metadata": {"name": "p"}, "spec": ` + spec + `}`,
		"ClusterOverridePolicy": `{"apiVersion": "v", "kind": "k", "metadata": {"name": "p"}, "spec": ` + spec + `}`,
		"Cluster":               `{"apiVersion": "v", "kind": "k", "metadata": {"name": "c"}, "spec": {"provider": "p", "region": "r", "zone": "z", "zones": ["a"]}}`,
		"ClusterTaintPolicy": `{"apiVersion": "v", "kind": "k", "metadata": {"name": "p"}, "spec": {"targetClusters": ` + affinity + `,
			"addOnConditions": [{"conditionType": "Ready", "operator": "In", "statusValues": ["False"]}],
			"removeOnConditions": [{"conditionType": "Ready", "operator": "NotIn", "statusValues": ["False"]}],
			"taints": [{"key": "k", "effect": "NoExecute", "value": "v"}]}}`,
		"OverridePolicyList": `{"apiVersion": "v", "kind": "k", "metadata": {"resourceVersion": "1"}, "items": []}`,
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			v := kinds[kind]()
			require.NoError(t, json.Unmarshal([]byte(text), v))
			require.JSONEq(t, text, dialecttest.AsJSON(t, v), "what is read is written by the same names, and nothing besides")
		})
	}
}

// TestJSONValue distinguishes a value, no value, and null.
func TestJSONValue(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		in           string
		raw          string // empty: none
	}{
		{"absent", "no value is written as none", `{"path":"/a","operator":"remove"}`, ``},
		{"null", "null is a value", `{"path":"/a","operator":"add","value":null}`, `null`},
		{"empty", "so is an empty text", `{"path":"/a","operator":"add","value":""}`, `""`},
		{"digits", "the digits of a number stay", `{"path":"/a","operator":"add","value":100000000000000000000.00}`, `100000000000000000000.00`},
		{"object", "and the order of keys", `{"path":"/a","operator":"add","value":{"b":1,"a":[true]}}`, `{"b":1,"a":[true]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var o api.PlaintextOverrider
			require.NoError(t, json.Unmarshal([]byte(c.in), &o), c.reason)
			require.Equal(t, c.raw, string(o.Value.Raw), c.reason)
			require.Equal(t, c.raw == "", o.Value.IsZero(), c.reason)
			require.Equal(t, c.in, dialecttest.AsJSON(t, o), c.reason)
		})
	}
	t.Run("no value", func(t *testing.T) {
		t.Parallel()
		text, err := api.JSON{}.MarshalJSON()
		require.NoError(t, err)
		require.Equal(t, "null", string(text), "JSON has nothing to write for no value by itself")
	})
	t.Run("memory", func(t *testing.T) {
		t.Parallel()
		var v api.JSON
		text := []byte(`"text"`)
		require.NoError(t, v.UnmarshalJSON(text))
		clear(text)
		require.Equal(t, `"text"`, string(v.Raw), "a decoder may write over what it passed")
	})
	t.Run("invalid", func(t *testing.T) {
		t.Parallel()
		_, err := json.Marshal(api.JSON{Raw: []byte("{")})
		require.Error(t, err, "invalid JSON is not written")
	})
}
