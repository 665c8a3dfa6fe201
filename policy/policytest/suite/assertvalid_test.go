package suite

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestValidCustom checks objects of a custom resource, and of one without a definition.
func TestValidCustom(t *testing.T) {
	t.Parallel()
	const custom = `apiVersion: example.com/v1
kind: Crawler
metadata: {name: news, namespace: shop}
spec: {workers: 3, old: 1}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: eu}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: p, namespace: shop}
spec:
  overrideRules:
  - overriders:
      plaintext:
      - {path: /spec/workers, operator: replace, value: many}
      - {path: /spec/workrs, operator: add, value: 1}
      - {path: /spec/name, operator: remove}
`
	const definition = `---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: crawlers.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Crawler}
  versions: [{name: v1, schema: {openAPIV3Schema: {properties: {spec: {required: [name], properties: {name: {}, workers: {type: integer}}}}}}}]
`
	named := strings.Replace(custom, "old: 1", "old: 1, name: x", 1)
	const at, by = "ROOT/tests/a/case.yaml:4: valid: ", "OverridePolicy shop/p: spec.overrideRules[0].overriders.plaintext"
	require.Equal(t, at+"Crawler shop/news in eu: /spec/name is required, an API server refuses the object; decided by "+by+"[2] (ROOT/repo/all.yaml:19)\n"+
		at+`Crawler shop/news in eu: /spec/workers is the string "many", expected an integer, an API server refuses the object; decided by `+by+"[0] (ROOT/repo/all.yaml:17)\n"+
		at+"Crawler shop/news in eu: /spec/workrs is not a field of example.com/v1 Crawler, an API server drops it; decided by "+by+"[1] (ROOT/repo/all.yaml:18)",
		asserting(t, named+definition, "valid: {}", nil))
	require.Equal(t, at+"Crawler shop/news in eu: not checked: the type of example.com/v1 Crawler is not known, expected a kind of Kubernetes, or its CustomResourceDefinition in the case",
		asserting(t, named, "valid: {}", nil))
	bad := strings.Replace(definition, "type: integer", "type: int", 1)
	require.Contains(t, asserting(t, named+bad, "valid: {}", nil), "the schema of version v1 cannot be used: /properties/spec/properties/workers/type")
}

// TestValidEach has objects that do not fit before the policies change them, each in another way.
func TestValidEach(t *testing.T) {
	t.Parallel()
	const documents = `{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: eu}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {replicaz: 1}}
---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: b}, spec: {replicas: many}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: p}
spec:
  overrideRules:
  - overriders:
      plaintext: [{path: /metadata/labels, operator: add, value: {tier: web}}]
`
	require.Empty(t, asserting(t, documents, "valid: {}", nil))
	require.Empty(t, asserting(t, strings.Replace(documents, "path: /metadata/labels, operator: add, value: {tier: web}",
		"path: /spec/replicas, operator: add, value: 1", 1), "valid: {}", nil), "what a policy repairs is not a failure")
}
