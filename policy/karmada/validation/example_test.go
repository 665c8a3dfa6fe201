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
	fmt.Println(validation.ValidateOverrideUpdate(updated, old))
	fmt.Println(validation.RatchetOverrideUpdate(updated, old))
	// Output:
	// [spec.targetCluster: Invalid value: {}: overrideRules and targetCluster can't co-exist]
	// []
}
