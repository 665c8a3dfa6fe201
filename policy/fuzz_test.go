package policy_test

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	yamlv3 "go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// nodesOf returns the number of nodes of a stream that a YAML parser reads one after the other, without those that are null, up to the first error.
func nodesOf(stream []byte) int {
	decoder := yamlv3.NewDecoder(bytes.NewReader(stream))
	for count := 0; ; {
		var n yamlv3.Node
		if decoder.Decode(&n) != nil {
			return count
		}
		if len(n.Content) == 1 && n.Content[0].ShortTag() != "!!null" {
			count++
		}
	}
}

// FuzzDecode decodes any bytes. Without an error, there must be as many documents as a YAML parser reads nodes. A single object must be as
// sigs.k8s.io/yaml decodes it, and decoded objects must encode to a stream that decodes to the same.
func FuzzDecode(f *testing.F) {
	quickstart, err := os.ReadFile("../testdata/quickstart/nginx.yaml")
	require.NoError(f, err)
	for _, seed := range []string{
		string(quickstart), `{"apiVersion":"v1","kind":"List","items":[{"apiVersion":"v1","kind":"A"}]}`, "apiVersion: v1\nkind: A\na: &a [1, 0777, on]\nb: *a\n",
		"apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicyList\nitems:\n- metadata: {name: p, namespace: d}\n  spec: {overrideRules: [{targetCluster: {clusterNames: [a]}, overriders: {plaintext: [{path: /a, operator: add, value: {a: [1.5, null]}}]}}]}\n",
		"apiVersion: policy.karmada.io/v1alpha1\nkind: PropagationPolicy\nmetadata: {name: p}\nspec: {resourceSelectors: [], placement: {clusterAffinities: [{affinityName: a, clusterNames: [m]}]}}\n",
		"apiVersion: work.karmada.io/v1alpha1\nkind: Work\nmetadata: {name: w}\nspec: {workload: {manifests: [{a: 1}, null]}}\n---\napiVersion: work.karmada.io/v1alpha2\nkind: ResourceBinding\nmetadata: {name: b}\nspec: {replicaRequirements: {resourceRequest: {cpu: 1m}}}\n",
		"apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: m}\nspec: {taints: [{key: k, timeAdded: null}]}\nstatus: {resourceSummary: {allocatable: {cpu: 1e3}}}\n",
		"apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: d}\nspec: {overrideRules: [{overriders: {}}]}\n",
		node("a") + "\n" + node("b"), node("a") + "\n{", "{a: b}\n{c: d}", "  a: b\nc: d", "a: b\r---\rc: d", "a: b\u0085---\u0085c: d", "a: b\n\ufeff---\nc: d", "# a\rb: c", "a: b\n%c\nd: e",
		inUTF16("a: b\n---\nc: d", false), inUTF16(node("a")+node("b"), true), "[a]\n[b]", "\u2005", "# a\n\u3000\n", "'a'\n'b'", "a: &b {c: d}\ne: {<<: *b}\n",
		"a: 1e999\n---\n...\n--- {", "apiVersion: v1\nkind: A\nmetadata: {labels: {a: 1}}\n", bomb(3),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		decoder := policy.Decoder{Limits: policy.Limits{Bytes: 1 << 14}}
		bundle, err := decoder.Decode(bytes.NewReader(stream))
		require.NotNil(t, bundle)
		values, valuesErr := decoder.DecodeValues(bytes.NewReader(stream))
		if valuesErr == nil {
			require.GreaterOrEqual(t, len(values), nodesOf(stream))
		}
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.NoError(t, valuesErr)
		require.GreaterOrEqual(t, bundle.Documents, nodesOf(stream))
		again := ""
		for _, o := range bundle.Objects {
			text, err := json.Marshal(o.Object)
			require.NoError(t, err)
			again += string(text) + "\n"
		}
		second, err := policy.Decoder{Limits: policy.Limits{Bytes: 1 << 20}}.Decode(bytes.NewReader([]byte(again)))
		require.NoError(t, err)
		require.Equal(t, len(bundle.Objects), len(second.Objects))
		others := len(bundle.Policies) + len(bundle.Clusters) + len(bundle.Propagation) + len(bundle.Bindings) + len(bundle.Works)
		if len(bundle.Objects) == 1 && others == 0 {
			var want unstructured.Unstructured
			if yaml.UnmarshalStrict(stream, &want.Object) == nil && !want.IsList() {
				text, err := json.Marshal(want.Object)
				require.NoError(t, err)
				require.JSONEq(t, string(text), again)
			}
		}
		if p := (&api.OverridePolicy{}); len(bundle.Overrides) == 1 && bundle.Overrides[0].Ref().Kind == "OverridePolicy" && others == 1 {
			if err := decoder.DecodeInto(stream, p); err == nil { // it is not an item of a list
				require.Equal(t, bundle.Overrides[0], p)
			}
		}
		set := override.NewSet(bundle.Policies...)
		for _, o := range bundle.Objects {
			for _, c := range bundle.Clusters {
				if result, err := set.Select(o).Apply(c); err == nil {
					_, err = result.Object()
					require.NoError(t, err)
				}
			}
		}
	})
}
