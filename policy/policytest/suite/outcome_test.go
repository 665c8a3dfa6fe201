package suite

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestWant has the complete format: the want.yaml of a stream with every kind of error.
func TestWant(t *testing.T) {
	t.Parallel()
	input := stream("everything at once", member1, member2, configMap,
		"apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {name: member3}\n",
		"kind: Nothing\n",
		// member1: an error here and a crash in Karmada; member2: a change, a warning, a divergence and a skip; member3: nothing.
		`apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: p}
spec:
  resourceSelectors:
  - {apiVersion: v1, kind: Pod}
  overrideRules:
  - targetCluster: {clusterNames: [member1]}
    overriders:
      imageOverrider:
      - {predicate: {path: /spec/containers/1/image}, component: Tag, operator: remove}
  - targetCluster: {clusterNames: [member2]}
    overriders:
      annotationsOverrider:
      - {operator: remove, value: {absent: x}}
      - {operator: add, value: {a~1b: x}}
      fieldOverrider:
      - {fieldPath: /metadata/annotations/config, yaml: [{subPath: /a, operator: replace, value: 2}]}
`,
		`apiVersion: v1
kind: Pod
metadata: {name: web, annotations: {config: "a: 1 # one"}}
spec:
  containers: [{name: web, image: nginx}]
`)
	want := `# error: document 5 (line 17): apiVersion is missing, expected a string
---
# OverridePolicy default/p
# warning: spec.overrideRules[1].overriders.annotationsOverrider[1].value: Invalid value: "a~1b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')
---
# ConfigMap default/settings in member1, member2, member3: unchanged
---
# Pod default/web in member1
# error: OverridePolicy default/p: spec.overrideRules[0].overriders.imageOverrider[0]: /spec/containers/1 is missing, expected an object on the path of the predicate
# warning: D1: OverridePolicy default/p: spec.overrideRules[0].overriders.imageOverrider[0]: /spec/containers/1: upstream crashes; here an error
---
# Pod default/web in member2
# warning: D7: OverridePolicy default/p: spec.overrideRules[1].overriders.annotationsOverrider[1]: /metadata/annotations/a~01b: upstream reads the key "a~1b" as "a/b"; here the key is used as written
# warning: D6: OverridePolicy default/p: spec.overrideRules[1].overriders.fieldOverrider[0]: /metadata/annotations/config: upstream encodes the YAML again: comments are lost; here only what the operations touch changes
# skip: OverridePolicy default/p: spec.overrideRules[1].overriders.annotationsOverrider[0]: /metadata/annotations has no key "absent"
apiVersion: v1
kind: Pod
metadata:
  annotations:
    a~1b: x
    config: 'a: 2 # one'
  name: web
  namespace: default
spec:
  containers:
  - image: nginx
    name: web
---
# Pod default/web in member3: unchanged
`
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/input.yaml": input})
	for range 3 {
		require.Empty(t, failures(folder, true))
		got, err := os.ReadFile(filepath.Join(folder, "a", wantFile))
		require.NoError(t, err)
		require.Equal(t, want, string(got))
	}
}

// TestComments checks that no string ends its comment.
func TestComments(t *testing.T) {
	t.Parallel()
	require.Equal(t, "# one\n# two\n#   lines\n", comments("one", "two\nlines\n"))
	require.Equal(t, "# a\n#   ---\\r\\x1b[31m\\u2028 é 🙂\n", comments("a\n---\r\x1b[31m\u2028 é 🙂"))
	require.Empty(t, comments())
}
