package admission_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	admissionv1 "k8s.io/api/admission/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	hooks "sigs.k8s.io/controller-runtime/pkg/webhook/admission"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/propagation/controller/admission"
)

// request is an update of old, or a creation if old is "".
func request(t *testing.T, object, old string) hooks.Request {
	t.Helper()
	toJSON := func(text string) []byte {
		out, err := yaml.YAMLToJSON([]byte(text))
		require.NoError(t, err)
		return out
	}
	head := &unstructured.Unstructured{}
	require.NoError(t, yaml.Unmarshal([]byte(object), &head.Object))
	kind := head.GroupVersionKind()
	r := hooks.Request{AdmissionRequest: admissionv1.AdmissionRequest{
		Kind:      metav1.GroupVersionKind{Group: kind.Group, Version: kind.Version, Kind: kind.Kind},
		Operation: admissionv1.Create, Object: runtime.RawExtension{Raw: toJSON(object)},
	}}
	if old != "" {
		r.Operation, r.OldObject = admissionv1.Update, runtime.RawExtension{Raw: toJSON(old)}
	}
	return r
}

const (
	propagation = "apiVersion: policy.karmada.io/v1alpha1\nkind: PropagationPolicy\nmetadata: {namespace: ns, name: p}\nspec: "
	override    = "apiVersion: policy.karmada.io/v1alpha1\nkind: OverridePolicy\nmetadata: {namespace: ns, name: p}\nspec: "
	cluster     = "apiVersion: policy.karmada.io/v1alpha1\nkind: ClusterOverridePolicy\nmetadata: {name: p}\nspec: "
	taint       = "apiVersion: policy.karmada.io/v1alpha1\nkind: ClusterTaintPolicy\nmetadata: {name: p}\nspec: "
	kubeadmiral = "apiVersion: core.kubeadmiral.io/v1alpha1\nkind: ClusterOverridePolicy\nmetadata: {name: p}\nspec: "
)

func TestDefault(t *testing.T) {
	for _, c := range []struct {
		name, object, old string
		want              []string // the operations of the patch, in any order
	}{
		{"selectors get the namespace", override + "{resourceSelectors: [{apiVersion: v1, kind: Secret}], overrideRules: []}", "",
			[]string{`{"op":"add","path":"/spec/resourceSelectors/0/namespace","value":"ns"}`}},
		{"a status and unknown fields are not in the patch",
			override + "{resourceSelectors: [{apiVersion: v1, kind: Secret}], newer: 1}\nstatus: {conditions: []}", "",
			[]string{`{"op":"add","path":"/spec/resourceSelectors/0/namespace","value":"ns"}`}},
		{"a created policy gets a finalizer and an id", propagation + "{resourceSelectors: [{apiVersion: v1, kind: Secret, namespace: ns}]}", "",
			[]string{
				`{"op":"add","path":"/metadata/finalizers","value":["karmada.io/propagation-policy-controller"]}`,
				`{"op":"add","path":"/metadata/labels","value":{"propagationpolicy.karmada.io/permanent-id":"ID"}}`,
			}},
		{"an updated policy gets neither", propagation + "{resourceSelectors: [{apiVersion: v1, kind: Secret, namespace: ns}]}",
			propagation + "{resourceSelectors: []}", nil},
		{"there are no defaults", cluster + "{resourceSelectors: [{apiVersion: v1, kind: Secret}], overrideRules: []}", "", nil},
		{"a kind without defaults", kubeadmiral + "{}", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			response := admission.Default(request(t, c.object, c.old))
			require.True(t, response.Allowed, "%v", response.Result)
			var got []string
			for _, operation := range response.Patches {
				if labels, ok := operation.Value.(map[string]any); ok {
					for key, id := range labels {
						require.Len(t, id, 36, "a UUID")
						labels[key] = "ID"
					}
				}
				text, err := json.Marshal(operation)
				require.NoError(t, err)
				got = append(got, string(text))
			}
			require.ElementsMatch(t, c.want, got)
		})
	}
}

func TestValidate(t *testing.T) {
	const noPath = "{overrideRules: [{overriders: {imageOverrider: [{component: Tag, operator: add, value: v2, predicate: {path: spec}}]}}]}"
	const deleting = "apiVersion: policy.karmada.io/v1alpha1\nkind: ClusterOverridePolicy\nmetadata: {name: p, finalizers: [a]}\nspec: "
	const goes = "apiVersion: policy.karmada.io/v1alpha1\nkind: ClusterOverridePolicy\nmetadata: {name: p, deletionTimestamp: \"2026-01-01T00:00:00Z\"}\nspec: "
	const moves = `{overrideRules: [{overriders: {plaintext: [{path: /kind, operator: replace, value: ClusterRoleBinding}]}}]}`
	for _, c := range []struct {
		name, object, old string
		refused           string   // a part of the message
		warnings          []string // a part of each
	}{
		{"a good policy", cluster + "{overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {a: b}}]}}]}", "", "", nil},
		{"what Karmada refuses", cluster + noPath, "", "spec.overrideRules[0].overriders.imageOverrider[0].predicate.path: Invalid value", nil},
		{"an update that leaves a fault", cluster + noPath, deleting + noPath, "", []string{}},
		{"an update with a new fault", cluster + noPath, cluster + "{overrideRules: []}", "predicate.path", nil},
		{"what cannot work", cluster + "{overrideRules: [{overriders: {plaintext: [{path: a, operator: add, value: 1}]}}]}", "", "",
			[]string{"spec.overrideRules[0].overriders.plaintext[0].path"}},
		{"another kind", cluster + moves, "", "spec.overrideRules[0].overriders.plaintext[0]: Forbidden: /kind identifies the object", nil},
		{"an update with another kind", cluster + moves, cluster + "{overrideRules: []}", "/kind identifies the object", nil},
		{"an update that leaves another kind", cluster + moves, deleting + moves, "", nil},
		{"a deleted policy with another kind", goes + moves, cluster + "{overrideRules: []}", "", nil},
		{"KubeAdmiral, another name", kubeadmiral + "{overrideRules: [{overriders: {jsonpatch: [{path: /metadata/name, operator: replace, value: a}]}}]}", "",
			"/metadata/name identifies the object", nil},
		{"a key of the control plane", cluster + "{overrideRules: [{overriders: {annotationsOverrider: [{operator: add, value: {work.karmada.io/conflict-resolution: overwrite}}]}}]}", "",
			"identifies the object", nil},
		{"a propagation policy of another namespace", propagation + "{resourceSelectors: [{apiVersion: v1, kind: Secret, namespace: other}]}", "",
			"namespace of resource selector must be the same as the namespace of the policy", nil},
		{"a changed scheduler", propagation + "{schedulerName: b}", propagation + "{schedulerName: a}", "the schedulerName should not be updated", nil},
		{"a taint policy", taint + "{taints: [{key: a, effect: NoSchedule}]}", "", "", nil},
		{"one taint twice", taint + "{taints: [{key: a, effect: NoSchedule}, {key: a, effect: NoSchedule}]}", "", "spec.taints[0]: Duplicate value", nil},
		{"a policy that evicts", taint + "{taints: [{key: a, effect: NoExecute}]}", "", "spec.taints[0]: Forbidden", nil},
		{"an update of a policy that evicts", taint + "{taints: [{key: a, effect: NoExecute}]}", taint + "{taints: [{key: a, effect: NoExecute}]}", "", nil},
		{"KubeAdmiral", kubeadmiral + "{overrideRules: [{overriders: {image: [{operations: [{imageComponent: Tag, operator: append}]}]}}]}", "",
			"spec.overrideRules[0].overriders.image[0].operations[0].operator", nil},
		{"KubeAdmiral, an update that leaves a fault",
			kubeadmiral + "{overrideRules: [{overriders: {image: [{operations: [{imageComponent: Tag, operator: append}]}]}}]}",
			kubeadmiral + "{overrideRules: [{overriders: {image: [{operations: [{imageComponent: Tag, operator: append}]}]}}]}", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			response := admission.Validate(request(t, c.object, c.old))
			require.Equal(t, c.refused == "", response.Allowed, "%v", response.Result)
			if c.refused != "" {
				require.Contains(t, response.Result.Message, c.refused)
				require.EqualValues(t, 422, response.Result.Code)
				require.NotEmpty(t, response.Result.Details.Causes)
			}
			for i, warning := range c.warnings {
				require.Len(t, response.Warnings, len(c.warnings))
				require.Contains(t, response.Warnings[i], warning)
			}
		})
	}
}

func TestManyErrors(t *testing.T) {
	const one = "{component: Tag, operator: add, predicate: {path: x}},"
	response := admission.Validate(request(t, cluster+"{overrideRules: [{overriders: {imageOverrider: ["+strings.Repeat(one, 5000)+"]}}]}", ""))
	require.False(t, response.Allowed)
	require.Less(t, len(response.Result.Message), 10_000)
	require.Regexp(t, `\] and \d+ more$`, response.Result.Message)
	require.Len(t, response.Result.Details.Causes, 20)
}

func TestBadRequests(t *testing.T) {
	deleted := request(t, cluster+"{}", "")
	deleted.Operation = admissionv1.Delete
	noOld := request(t, cluster+"{}", "")
	noOld.Operation = admissionv1.Update
	broken := request(t, cluster+"{}", "")
	broken.Object.Raw = []byte(`{"spec":{"overrideRules":7}}`)
	for name, c := range map[string]struct {
		request hooks.Request
		want    string
	}{
		"nothing":           {hooks.Request{}, "expected a policy"},
		"another kind":      {request(t, "apiVersion: v1\nkind: Secret", ""), "found the kind Secret, expected a policy"},
		"another operation": {deleted, `found the operation "DELETE", expected CREATE or UPDATE`},
		"no stored policy":  {noOld, "stored policy: "},
		"another structure": {broken, "policy: json: cannot unmarshal number"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, response := range []hooks.Response{admission.Default(c.request), admission.Validate(c.request)} {
				require.False(t, response.Allowed)
				require.Contains(t, response.Result.Message, c.want)
			}
		})
	}
}

// TestLongErrors: an error that quotes a value of many bytes is cut, also in the causes.
func TestLongErrors(t *testing.T) {
	var constraints []string
	for range 20000 {
		constraints = append(constraints, "{spreadByField: cluster, maxGroups: 1, minGroups: 2}")
	}
	policy := propagation + "{resourceSelectors: [{apiVersion: v1, kind: Secret}], placement: {spreadConstraints: [" + strings.Join(constraints, ", ") + ", {}]}}"
	response := admission.Validate(request(t, policy, ""))
	require.False(t, response.Allowed)
	text, err := json.Marshal(response.Result)
	require.NoError(t, err)
	require.Less(t, len(text), 100_000)
}
