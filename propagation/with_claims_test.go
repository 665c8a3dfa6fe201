package propagation_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// TestWithClaims has changes of policies and of what they have claimed.
func TestWithClaims(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		prepare      func(in *propagation.PlanInput) []propagation.Changes
	}{
		{"a policy comes with a template that it has claimed", "the policy takes the id of the claim", func(in *propagation.PlanInput) []propagation.Changes {
			policies := in.Policies
			in.Policies = nil
			return one(propagation.Changes{Policies: policies, Templates: []*unstructured.Unstructured{claimed(in.Templates[0], "given")}})
		}},
		{"a policy comes after its claim", "the template was planned again without a policy", func(in *propagation.PlanInput) []propagation.Changes {
			policies, lonely := in.Policies, in.Policies[0].DeepCopyObject().(*api.PropagationPolicy)
			in.Policies, lonely.Name = nil, "lonely"
			return append(append(setTemplates(claimed(in.Templates[0], "given")), propagation.Changes{Policies: []api.PropagationSource{lonely}}),
				propagation.Changes{Policies: policies})
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in := boundsInput()
			all := c.prepare(&in)
			requireSame(t, in, all, c.reason)
		})
	}
}
