package kubeadmiral

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// The labels by which an object names its policies, at most one of each kind.
const (
	ClusterOverridePolicyNameLabel = "kubeadmiral.io/cluster-override-policy-name"
	OverridePolicyNameLabel        = "kubeadmiral.io/override-policy-name"
)

// References lists the policies that an object names in its labels, in the order in which they act: its ClusterOverridePolicy,
// then its OverridePolicy, which must be in the object's namespace. The label for the second is ignored on an object without a
// namespace. A label may be empty; no policy has an empty name.
//
// Compiled policies have it as [override.PolicySpec.References], so that [override.Selection.Missing] reports the policies that an
// object names and the set does not have. For sets that may have no KubeAdmiral policy use [override.Set.Referring].
// KubeAdmiral does not send an object with a missing policy.
func References(object selector.Object) []override.Ref {
	var refs []override.Ref
	for _, association := range []struct{ label, kind, namespace string }{
		{ClusterOverridePolicyNameLabel, "ClusterOverridePolicy", ""},
		{OverridePolicyNameLabel, "OverridePolicy", object.Namespace},
	} {
		value, named := object.Labels[association.label]
		if !named || association.kind == "OverridePolicy" && object.Namespace == "" {
			continue
		}
		name, _ := value.(string)
		refs = append(refs, override.Ref{APIVersion: api.GroupVersion.String(), Kind: association.kind, Namespace: association.namespace, Name: name})
	}
	return refs
}
