package claim_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
)

func TestDecide(t *testing.T) {
	t.Parallel()
	const (
		bare   = `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: a}}`
		inPP   = `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: a, labels: {` + ppID + `: id-p}, annotations: {` + ppNamespace + `: a, ` + ppName + `: p}}}`
		inCPP  = `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: a, labels: {` + cppID + `: id-c}, annotations: {` + cppName + `: c}}}`
		inPart = `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: a, labels: {` + cppID + `: id-c}}}`

		selectors = `resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]`
		pp        = `{metadata: {name: p, namespace: a}, spec: {` + selectors + `}}`
		ppLazy    = `{metadata: {name: p, namespace: a}, spec: {` + selectors + `, activationPreference: Lazy}}`
		ppNoID    = `{metadata: {name: p, namespace: a, labels: {}}, spec: {` + selectors + `}}`
		ppAgain   = `{metadata: {name: p, namespace: a, labels: {` + ppID + `: again}}, spec: {` + selectors + `}}`
		ppOther   = `{metadata: {name: p, namespace: a}, spec: {resourceSelectors: [{apiVersion: v1, kind: Secret}]}}`
		ppGoing   = `{metadata: {name: p, namespace: a, deletionTimestamp: "2026-02-03T04:05:06Z"}, spec: {` + selectors + `}}`
		ppNeeds   = `{metadata: {name: p, namespace: a}, spec: {` + selectors + `, dependentOverrides: [need, here, more]}}`
		better    = `{metadata: {name: a, namespace: a}, spec: {` + selectors + `, priority: 9}}`
		cpp       = `{metadata: {name: c}, spec: {` + selectors + `}}`
		cppNoID   = `{metadata: {name: c, labels: {}}, spec: {` + selectors + `}}`
		cppNeeds  = `{metadata: {name: c}, spec: {` + selectors + `, dependentOverrides: [here]}}`
	)
	type policies = []string
	for _, c := range []struct {
		name, reason, object string
		policies             policies
		byKarmada            bool
		want                 string // kind, policy: edit: reason; or the error
	}{
		{"no policy", "there may be one later", bare, nil, false, `wait: {}: no PropagationPolicy of the namespace a and no ClusterPropagationPolicy selects the object`},
		{"no policy for an object without namespace", "only cluster-wide ones count", `{apiVersion: v1, kind: Node, metadata: {name: n}}`, policies{pp}, false, `wait: {}: no ClusterPropagationPolicy selects the object`},
		{"claimed by another controller", "this is checked first", `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: a, labels: {resourcetemplate.karmada.io/claimed-by: MultiClusterService}}}`, policies{pp}, false, `skip: {}: its label resourcetemplate.karmada.io/claimed-by is MultiClusterService`},
		{"a first claim", "label and annotations", bare, policies{pp}, false, `apply PropagationPolicy a/p: {"setLabels":{"` + ppID + `":"id-p"},"setAnnotations":{"` + ppName + `":"p","` + ppNamespace + `":"a"}}: PropagationPolicy a/p selects the object by kind, with priority 0`},
		{"a first claim, cluster-wide", "label and annotation", bare, policies{cpp}, false, `apply ClusterPropagationPolicy c: {"setLabels":{"` + cppID + `":"id-c"},"setAnnotations":{"` + cppName + `":"c"}}: ClusterPropagationPolicy c selects the object by kind, with priority 0`},
		{"claimed", "nothing is written again, and no better policy counts", inPP, policies{pp, better}, false, `apply PropagationPolicy a/p: {}: PropagationPolicy a/p claimed the object`},
		{"claimed, cluster-wide", "a policy of the namespace does not take it over", inCPP, policies{cpp, pp}, false, `apply ClusterPropagationPolicy c: {}: ClusterPropagationPolicy c claimed the object`},
		{"a part of a claim", "it does not count and is removed", inPart, policies{cpp, pp}, false, `apply PropagationPolicy a/p: {"setLabels":{"` + ppID + `":"id-p"},"setAnnotations":{"` + ppName + `":"p","` + ppNamespace + `":"a"},"removeLabels":["` + cppID + `"],"removeAnnotations":["` + cppName + `"]}: PropagationPolicy a/p selects the object by kind, with priority 0`},
		{"created again", "the new id is written", inPP, policies{ppAgain}, false, `apply PropagationPolicy a/p: {"setLabels":{"` + ppID + `":"again"},"setAnnotations":{"` + ppName + `":"p","` + ppNamespace + `":"a"}}: PropagationPolicy a/p claimed the object`},
		{"the policy is gone", "the claim is removed, and only the next decision finds another policy", inPP, policies{better}, false, `cleanup PropagationPolicy a/p: {"removeLabels":["` + ppID + `"],"removeAnnotations":["` + ppName + `","` + ppNamespace + `"]}: PropagationPolicy a/p claimed the object and no longer exists`},
		{"the cluster-wide policy is gone", "it has its own keys", inCPP, nil, false, `cleanup ClusterPropagationPolicy c: {"removeLabels":["` + cppID + `"],"removeAnnotations":["` + cppName + `"]}: ClusterPropagationPolicy c claimed the object and no longer exists`},
		{"the policy is being deleted", "wait until it is gone", inPP, policies{ppGoing}, false, `ConfigMap a/c: PropagationPolicy a/p is being deleted, expected it to exist or to be gone`},
		{"no longer selected", "the controller that changed the policy cleans up", inPP, policies{ppOther, better}, false, `none PropagationPolicy a/p: {}: PropagationPolicy a/p claimed the object and no longer selects it: kind ConfigMap is not Secret`},
		{"overrides are missing", "nothing is written before they exist", bare, policies{ppNeeds}, false, `ConfigMap a/c: PropagationPolicy a/p waits for dependent overrides, found no OverridePolicy need, more`},
		{"overrides of a cluster-wide policy", "those of a namespace do not count", inCPP, policies{cppNeeds}, false, `ConfigMap a/c: ClusterPropagationPolicy c waits for dependent overrides, found no ClusterOverridePolicy here`},
		{"lazy, and Karmada changed the object", "the binding does not change", bare, policies{ppLazy}, true, `lazy PropagationPolicy a/p: {"setLabels":{"` + ppID + `":"id-p"},"setAnnotations":{"` + ppName + `":"p","` + ppNamespace + `":"a"}}: PropagationPolicy a/p selects the object by kind, with priority 0; the policy is lazy, and no user has changed the object since`},
		{"lazy, and a user changed the object", "the policy is applied", inPP, policies{ppLazy}, false, `apply PropagationPolicy a/p: {}: PropagationPolicy a/p claimed the object`},
		{"not lazy, and Karmada changed the object", "it does not matter who did", inPP, policies{pp}, true, `apply PropagationPolicy a/p: {}: PropagationPolicy a/p claimed the object`},
		{"no id and no labels", "the empty id is written", bare, policies{ppNoID}, false, `apply PropagationPolicy a/p: {"setLabels":{"` + ppID + `":""},"setAnnotations":{"` + ppName + `":"p","` + ppNamespace + `":"a"}}: PropagationPolicy a/p selects the object by kind, with priority 0`},
		{"no id, but labels", "no label is the empty id", `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: a, labels: {a: b}}}`, policies{ppNoID}, false, `apply PropagationPolicy a/p: {}: PropagationPolicy a/p selects the object by kind, with priority 0`},
		{"no id, cluster-wide", "no label is the empty id", bare, policies{cppNoID}, false, `apply ClusterPropagationPolicy c: {}: ClusterPropagationPolicy c selects the object by kind, with priority 0`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			object := claimObject(t, c.object)
			got, err := claim.Decide(claim.DecideInput{
				Object: object, Policies: claimPolicies(t, c.policies...), ChangedByKarmada: c.byKarmada,
				OverrideExists: func(namespace, name string) bool { return namespace == "a" && name == "here" },
			})
			if err != nil {
				require.Equal(t, c.want, err.Error(), c.reason)
				require.Zero(t, got)
			} else {
				edit, err := json.Marshal(got.Edit)
				require.NoError(t, err)
				policy := ""
				if got.Policy.Name != "" {
					policy = " " + got.Policy.String()
				}
				require.Equal(t, c.want, fmt.Sprintf("%s%s: %s: %s", got.Kind, policy, edit, got.Reason), c.reason)
			}
			require.Equal(t, claimObject(t, c.object), object)
		})
	}
}

func TestDecideErrors(t *testing.T) {
	t.Parallel()
	_, err := claim.Decide(claim.DecideInput{})
	require.EqualError(t, err, "found no object, expected a template")

	object := claimObject(t, `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: a}}`)
	_, err = claim.Decide(claim.DecideInput{Object: object, Policies: claimPolicies(t, `{metadata: {name: p}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}], dependentOverrides: [o]}}`)})
	var missing *claim.MissingOverridesError
	require.ErrorAs(t, err, &missing)
	require.Equal(t, []string{"o"}, missing.Missing, "nil finds none")

	for _, content := range []map[string]any{nil, {}, {"metadata": 5}, {"metadata": map[string]any{"labels": []any{}, "annotations": "x", "deletionTimestamp": 7}}, {"metadata": map[string]any{"labels": map[string]any{"a": 1, ppID: nil}}}} {
		got, err := claim.Decide(claim.DecideInput{Object: &unstructured.Unstructured{Object: content}, Policies: &claim.Policies{}})
		require.NoError(t, err)
		require.Equal(t, claim.DecisionWait, got.Kind)
	}
}

func TestPoliciesLazy(t *testing.T) {
	t.Parallel()
	policies := claimPolicies(t,
		`{metadata: {name: lazy}, spec: {activationPreference: Lazy, resourceSelectors: []}}`,
		`{metadata: {name: eager}, spec: {resourceSelectors: []}}`,
	)
	for name, want := range map[string]bool{"lazy": true, "eager": false, "absent": false, "": false} {
		require.Equal(t, want, policies.Lazy(claimObject(t, `{metadata: {labels: {`+cppID+`: x}, annotations: {`+cppName+`: "`+name+`"}}}`)), name)
	}
}

// A policy that selects an object claims it, and keeps it.
func ExampleDecide() {
	policies := claim.NewPolicies(&api.ClusterPropagationPolicy{Spec: api.PropagationSpec{
		ResourceSelectors: []api.ResourceSelector{{APIVersion: "v1", Kind: "ConfigMap", Name: "settings"}},
	}})
	object := &unstructured.Unstructured{}
	object.SetAPIVersion("v1")
	object.SetKind("ConfigMap")
	object.SetNamespace("shop")
	for _, name := range []string{"settings", "other"} {
		object.SetName(name)
		decision, err := claim.Decide(claim.DecideInput{Object: object, Policies: policies})
		fmt.Println(decision.Kind, err)
		fmt.Println(decision.Reason)
	}
	// Output:
	// apply <nil>
	// ClusterPropagationPolicy selects the object by name, with priority 0
	// wait <nil>
	// no PropagationPolicy of the namespace shop and no ClusterPropagationPolicy selects the object
}
