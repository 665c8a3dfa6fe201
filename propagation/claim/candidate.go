package claim

import (
	"cmp"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// candidate is a policy and the fields of it that are read often.
type candidate struct {
	source   api.PropagationSource // a copy
	ref      override.Ref
	id       string
	spec     *api.PropagationSpec
	priority int32
	objects  selector.Objects
	deleting bool
}

// newCandidate copies a policy. It returns nil for a nil policy or another Go type.
func newCandidate(source api.PropagationSource) *candidate {
	if PolicySpec(source) == nil {
		return nil
	}
	own, ok := source.DeepCopyObject().(api.PropagationSource)
	if !ok {
		return nil
	}
	c := &candidate{source: own, ref: own.Ref(), spec: own.PropagationSpec(), deleting: !own.GetDeletionTimestamp().IsZero()}
	c.id = own.GetLabels()[IDLabel(c.ref)]
	if c.spec.Priority != nil {
		c.priority = *c.spec.Priority
	}
	return c
}

func (c *candidate) compile() error {
	var err error
	c.objects, err = selector.NewObjects(api.ObjectSelectors(c.spec.ResourceSelectors)...)
	return err
}

// why returns why the policy does not select an object, in any namespace, or "" if it does.
func (c *candidate) why(object *unstructured.Unstructured) string {
	if len(c.spec.ResourceSelectors) == 0 {
		return "it has no selectors"
	}
	return c.objects.Why(selector.ObjectOf(object.Object))
}

func (c *candidate) isCluster() bool { return IsClusterWide(c.ref) }

func (c *candidate) lazy() bool { return c.spec.ActivationPreference == api.LazyActivation }

// compare orders by priority, the highest first.
func (c *candidate) compare(other *candidate) int {
	return cmp.Or(cmp.Compare(other.priority, c.priority), cmp.Compare(c.ref.Namespace, other.ref.Namespace), cmp.Compare(c.ref.Name, other.ref.Name), cmp.Compare(c.ref.Kind, other.ref.Kind))
}

// IsClusterWide reports whether a policy is a ClusterPropagationPolicy.
func IsClusterWide(policy override.Ref) bool { return policy.Kind == "ClusterPropagationPolicy" }

// IDLabel returns the key of the label with the id of a policy. The policy, its objects and their bindings have it.
func IDLabel(policy override.Ref) string {
	if IsClusterWide(policy) {
		return api.ClusterPropagationPolicyIDLabel
	}
	return api.PropagationPolicyIDLabel
}

// PolicySpec returns the spec of a policy, not a copy. It returns nil for a nil policy or another Go type.
func PolicySpec(policy api.PropagationSource) *api.PropagationSpec {
	switch p := policy.(type) {
	case *api.PropagationPolicy:
		if p != nil {
			return &p.Spec
		}
	case *api.ClusterPropagationPolicy:
		if p != nil {
			return &p.Spec
		}
	}
	return nil
}
