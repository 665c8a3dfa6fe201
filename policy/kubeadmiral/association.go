package kubeadmiral

import (
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// The labels by which an object names its policies, at most one of each kind.
const (
	ClusterOverridePolicyNameLabel = "kubeadmiral.io/cluster-override-policy-name"
	OverridePolicyNameLabel        = "kubeadmiral.io/override-policy-name"
)

// Resolve finds the policies that an object names in its labels, in the order in which they act: its ClusterOverridePolicy,
// then its OverridePolicy, which must be in the object's namespace. The label for the second does not count on an object
// without a namespace. An empty name, or one that none of the policies given has, is an error; all of them are told.
//
// A [override.Set] finds the same policies by itself; it has no way to know of one that is missing. Policies of other
// dialects are passed over.
func Resolve(obj *unstructured.Unstructured, policies ...*override.Policy) ([]*override.Policy, error) {
	if obj == nil {
		return nil, nil
	}
	facts := selector.ObjectOf(obj.Object) // which, unlike obj, makes no text of what is not as it should be
	var found []*override.Policy
	var errs []error
	for _, association := range []struct{ label, kind, namespace string }{
		{ClusterOverridePolicyNameLabel, "ClusterOverridePolicy", ""},
		{OverridePolicyNameLabel, "OverridePolicy", facts.Namespace},
	} {
		value, named := facts.Labels[association.label]
		if !named || association.kind == "OverridePolicy" && facts.Namespace == "" {
			continue
		}
		name, _ := value.(string)
		ref := override.Ref{APIVersion: api.GroupVersion.String(), Kind: association.kind, Namespace: association.namespace, Name: name}
		switch policy := find(policies, ref); {
		case name == "":
			errs = append(errs, fmt.Errorf("%s %s: label %s is empty, expected the name of a policy", facts.Kind, facts.Name, association.label))
		case policy == nil:
			errs = append(errs, fmt.Errorf("%s %s: label %s names %s, which does not exist", facts.Kind, facts.Name, association.label, ref))
		default:
			found = append(found, policy)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return found, nil
}

func find(policies []*override.Policy, ref override.Ref) *override.Policy {
	for _, p := range slices.Backward(policies) { // the later one counts, as in a Set
		if p != nil && p.Ref() == ref {
			return p
		}
	}
	return nil
}
