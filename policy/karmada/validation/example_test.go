package validation_test

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
)

// The last finalizer of a policy can be removed, although the policy would be refused today.
func ExampleRatchetOverrideUpdate() {
	old := &api.ClusterOverridePolicy{
		ObjectMeta: metav1.ObjectMeta{Name: "old", Finalizers: []string{"example.com/audit"}},
		Spec:       api.OverrideSpec{OverrideRules: []api.RuleWithCluster{}, TargetCluster: &api.ClusterAffinity{}},
	}
	updated := old.DeepCopy()
	updated.Finalizers = nil
	fmt.Println(validation.ValidateOverride(updated))
	fmt.Println(validation.RatchetOverrideUpdate(updated, old))
	// Output:
	// [spec.targetCluster: Invalid value: {}: overrideRules and targetCluster can't co-exist]
	// []
}

// An admission webhook accepts the policy, and returns these warnings to the user.
func ExampleWarnOverride() {
	policy := &api.ClusterOverridePolicy{Spec: api.OverrideSpec{OverrideRules: []api.RuleWithCluster{{
		TargetCluster: &api.ClusterAffinity{ClusterNames: []string{"m1"}, ExcludeClusters: []string{"m1"}},
		Overriders: api.Overriders{Plaintext: []api.PlaintextOverrider{
			{Path: "/metadata/labels", Operator: api.OverriderOpReplace, Value: api.JSON{Raw: []byte(`{"env":"prod"}`)}},
		}},
	}}}}
	for _, warning := range validation.WarnOverride(policy) {
		fmt.Println(warning)
	}
	// Output:
	// spec.overrideRules[0].overriders.plaintext[0]: replace sets the whole object at "/metadata/labels": keys that its value does not have are lost
	// spec.overrideRules[0].targetCluster.clusterNames: exclude has all of these names, so it selects nothing
}
