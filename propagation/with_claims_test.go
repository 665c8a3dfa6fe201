package propagation_test

import (
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
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
		{"a policy of the second claim comes", "it counts because the policy of the first claim no longer exists", func(in *propagation.PlanInput) []propagation.Changes {
			in.Policies = nil
			for i, o := range in.Templates[:1] {
				o = claimed(o, "given")
				o = labeled(o, api.PropagationPolicyIDLabel, "given", api.ClusterPropagationPolicyIDLabel, "other")
				annotations := o.GetAnnotations()
				annotations[api.ClusterPropagationPolicyNameAnnotation] = "wide"
				o.SetAnnotations(annotations)
				in.Templates[i] = o
			}
			wide := &api.ClusterPropagationPolicy{Spec: boundsInput().Policies[0].(*api.PropagationPolicy).Spec}
			wide.Name, wide.Spec.ResourceSelectors[0].Kind = "wide", "Secret"
			return one(propagation.Changes{Policies: []api.PropagationSource{wide}})
		}},
		{"a policy claims a dependency", "the Widget selects what is claimed", func(in *propagation.PlanInput) []propagation.Changes {
			*in = rulesInput("shop/claimed")
			return one(propagation.Changes{Policies: []api.PropagationSource{mapsPolicy()}})
		}},
		{"a policy releases a dependency", "the Widget selects what is claimed", func(in *propagation.PlanInput) []propagation.Changes {
			*in = rulesInput("shop/claimed")
			in.Policies = append(in.Policies, mapsPolicy())
			return one(propagation.Changes{Remove: []override.Ref{mapsPolicy().Ref()}})
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

// mapsPolicy returns a policy that brings the ConfigMap a to the cluster m2.
func mapsPolicy() *api.PropagationPolicy {
	p := boundsInput().Policies[0].DeepCopyObject().(*api.PropagationPolicy)
	p.Name, p.Spec.ResourceSelectors[0].Name, p.Spec.Placement.ClusterAffinity.ClusterNames = "maps", "a", []string{"m2"}
	return p
}
