package policy_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
)

const placed = `# a comment
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata:
  name: a
  annotations:
    example.com/[a]b: note
    "7": seven
spec:
  overrideRules:
  - overriders:
      plaintext:
      - path: /a
        operator: remove
      - {path: /b, operator: remove}
---
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: c}
- apiVersion: v1
  kind: List
  items:
  - apiVersion: core.kubeadmiral.io/v1alpha1
    kind: ClusterOverridePolicy
    metadata:
      name: k
    spec:
      overrideRules: []
---
{"apiVersion": "v1", "kind": "ConfigMap",
 "metadata": {"name": "c"},
 "data": {
  "b": "1"}}
`

// TestPosition looks up fields of policies and objects in a stream.
func TestPosition(t *testing.T) {
	t.Parallel()
	a := override.Ref{APIVersion: "policy.karmada.io/v1alpha1", Kind: "OverridePolicy", Namespace: "shop", Name: "a"}
	k := override.Ref{APIVersion: "core.kubeadmiral.io/v1alpha1", Kind: "ClusterOverridePolicy", Name: "k"}
	c := override.Ref{APIVersion: "v1", Kind: "ConfigMap", Namespace: "shop", Name: "c"}
	bundle, err := policy.Decoder{Namespace: "shop"}.Decode(strings.NewReader(placed))
	require.NoError(t, err)
	require.Len(t, bundle.KubeAdmiralOverrides, 1)
	cases := []struct {
		name, reason   string
		of             override.Ref
		path           string
		document, line int
	}{
		{"whole", "the document begins after its comment", a, "", 1, 2},
		{"field", "the line of the key", a, "spec.overrideRules", 1, 10},
		{"element", "the line of the element", a, "spec.overrideRules[0].overriders.plaintext[1]", 1, 15},
		{"field of an element", "in flow style it is on the same line", a, "spec.overrideRules[0].overriders.plaintext[1].operator", 1, 15},
		{"second line of an element", "each field has its own line", a, "spec.overrideRules[0].overriders.plaintext[0].operator", 1, 14},
		{"key with brackets", "a bracket inside a key does not end it", a, "metadata.annotations[example.com/[a]b]", 1, 7},
		{"key that is a number", "the document has a map there", a, "metadata.annotations[7]", 1, 8},
		{"missing field", "the nearest one around it", a, "spec.overrideRules[0].targetCluster.clusterNames[0]", 1, 11},
		{"index beyond the list", "the list", a, "spec.overrideRules[9]", 1, 10},
		{"item of a list in a list", "the path begins at the item", k, "metadata.name", 2, 29},
		{"whole item", "the line of the element", k, "", 2, 26},
		{"object", "the first of two with this name", c, "metadata.name", 2, 22},
		{"unknown", "the stream does not have it", override.Ref{Kind: "A", Name: "b"}, "spec", 0, 0},
		{"hostile path", "it names nothing", a, "spec[[[..]].[0]..[" + strings.Repeat("[", 1000), 1, 9},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, policy.Position{Document: c.document, Line: c.line}, bundle.Position(c.of, c.path), c.reason)
		})
	}
	t.Run("concurrently", func(t *testing.T) {
		t.Parallel()
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for _, c := range cases {
					_ = bundle.Position(c.of, c.path)
				}
			})
		}
		all.Wait()
	})
}

// TestPositionOfLargeDocument does not parse a large document to find a line.
func TestPositionOfLargeDocument(t *testing.T) {
	t.Parallel()
	text := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata:\n  a: " + strings.Repeat("a", 9<<20) + "\n  b: b\n"
	bundle, err := policy.Decode(strings.NewReader("\n---\n" + text))
	require.NoError(t, err)
	at := bundle.Position(override.RefOf(bundle.Objects[0]), "data[b]")
	require.Equal(t, policy.Position{Document: 1, Line: 2}, at)
}
