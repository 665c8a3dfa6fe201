package policy_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy"
	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// configMap is a type of another module.
type configMap struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata"`
	Data              map[string]string `json:"data"`
	BinaryData        map[string][]byte `json:"binaryData"`
	Immutable         bool              `json:"immutable"`
}

func (c *configMap) DeepCopyObject() runtime.Object {
	out := *c
	return &out
}

func TestDecodeInto(t *testing.T) {
	t.Parallel()
	const head = "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p}\n"
	for _, c := range []struct {
		name, reason, in string
		into             runtime.Object
		namespace, want  string // the namespace that the object has; the error
	}{
		{"policy", "the decoder's namespace is set", head + "spec: {overrideRules: []}\n", &karmadaapi.OverridePolicy{}, "ns", ""},
		{"namespace", "the object has one", "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {name: p, namespace: own}\n", &karmadaapi.OverridePolicy{}, "own", ""},
		{"JSON", "as YAML", `{"apiVersion":"policy.karmada.io/v1alpha1","kind":"ClusterOverridePolicy","metadata":{"generateName":"p-"}}`, &karmadaapi.ClusterOverridePolicy{}, "", ""},
		{"list", "of a kind", "apiVersion: core.kubeadmiral.io/v1alpha1\nkind: OverridePolicyList\nitems: [{metadata: {name: p}}]\n", &kubeadmiralapi.OverridePolicyList{}, "", ""},
		{"type of another module", "as strictly", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {a: b}\n", &configMap{}, "ns", ""},
		{"object", "any", "apiVersion: v1\nkind: Namespace\nmetadata: {name: a}\nany: thing\n", &unstructured.Unstructured{}, "", ""},
		{"custom object", "its kind is not known", "apiVersion: example.com/v1\nkind: Tenant\nmetadata: {name: a}\n", &unstructured.Unstructured{}, "ns", ""},
		{"markers", "one document between others that are empty", "# a comment\n---\n" + head + "---\n...\n", &karmadaapi.OverridePolicy{}, "ns", ""},

		{"nothing", "an empty stream has no documents", "# nothing\n", &karmadaapi.OverridePolicy{}, "", "found 0 documents, expected one"},
		{"two", "the second would be lost", head + "---\n" + head, &karmadaapi.OverridePolicy{}, "", "found 2 documents, expected one"},
		{"two in JSON", "the same", `{"a":1}{"a":1}`, &karmadaapi.OverridePolicy{}, "", "found 2 documents, expected one"},
		{"another kind", "fields of one name would be taken", head, &karmadaapi.ClusterOverridePolicy{}, "", "OverridePolicy p: found the kind OverridePolicy of policy.karmada.io/v1alpha1, expected ClusterOverridePolicy of policy.karmada.io/v1alpha1"},
		{"another dialect", "the kinds have one name", head, &kubeadmiralapi.OverridePolicy{}, "", "OverridePolicy p: found the kind OverridePolicy of policy.karmada.io/v1alpha1, expected OverridePolicy of core.kubeadmiral.io/v1alpha1"},
		{"misspelt kind", "as in a stream", "apiVersion: policy.karmada.io/v1alpha1\nkind: OveridePolicy\n", &unstructured.Unstructured{}, "", "OveridePolicy: the kind OveridePolicy is not known, did you mean OverridePolicy of policy.karmada.io/v1alpha1?"},
		{"no kind", "as in a stream", "apiVersion: v1\nmetadata: {name: a}\n", &unstructured.Unstructured{}, "", "a: kind is missing, expected a string"},
		{"unknown and repeated", "repeated fields are found first", head + "spec: {a: 1, a: 1}\n", &karmadaapi.OverridePolicy{}, "", `line 4: key "a" is repeated`},
		{"unknown", "with its line", head + "spec:\n  overrideRule: []\n", &karmadaapi.OverridePolicy{}, "", `OverridePolicy p: line 5: unknown field "spec.overrideRule", did you mean "overrideRules"?`},
		{"unknown, another module", "the same", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nDaten: {a: b}\nimmutable: 1\n", &configMap{}, "", "ConfigMap a: line 4: unknown field \"Daten\", did you mean \"data\"?\nline 5: immutable is the number 1, expected a boolean"},
		{"Secret", "values are not quoted", "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {a: 123456}\nbinaryData: {a: hunter2}\n", &configMap{}, "", "Secret a: line 5: binaryData[a] is a string, expected a string in base64\nline 4: data[a] is a number, expected a string"},
		{"list of Works", "manifests may be Secrets", "apiVersion: work.karmada.io/v1alpha1\nkind: WorkList\nitems: [{spec: {workload: {manifests: hunter2}}}]\n", &karmadaapi.WorkList{}, "", "WorkList: line 3: items[0].spec.workload.manifests is a string, expected a list"},
		{"depth", "within limits", head + "spec: {a: {b: {c: {d: {e: {f: 1}}}}}}\n", &karmadaapi.OverridePolicy{}, "", "the document nests more than 6 levels deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before := c.into.DeepCopyObject()
			err := policy.Decoder{Namespace: "ns", Limits: policy.Limits{Depth: 6}}.DecodeInto([]byte(c.in), c.into)
			if c.want != "" {
				require.EqualError(t, err, c.want, c.reason)
				require.Equal(t, before, c.into, "the object is not written")
				return
			}
			require.NoError(t, err, c.reason)
			require.NotEqual(t, before, c.into)
			if object, ok := c.into.(interface{ GetNamespace() string }); ok {
				require.Equal(t, c.namespace, object.GetNamespace(), c.reason)
			}
		})
	}
}
