package content

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// CheckBinding returns an error if a binding contains a value that cannot be copied.
func CheckBinding(b api.Binding) error {
	if err := CheckSpec(b.BindingSpec()); err != nil {
		return fmt.Errorf("%s: %w", b.Ref(), err)
	}
	return nil
}

// requirements returns the requirements of a binding, of its replicas and its components. Some may be nil.
func requirements(spec *api.ResourceBindingSpec) []*interpreter.ReplicaRequirements {
	all := []*interpreter.ReplicaRequirements{spec.ReplicaRequirements}
	for _, c := range spec.Components {
		all = append(all, c.Requirements)
	}
	return all
}

// RereadQuantities writes the quantities of a binding as a control plane stores them after it has decoded the binding: when it is created, and when a
// controller that has read it writes it back.
func RereadQuantities(b api.Binding) {
	for _, r := range requirements(b.BindingSpec()) {
		if r != nil {
			r.ResourceRequest = r.ResourceRequest.Reread()
		}
	}
}

// CheckSpec checks the untyped fields: node claims.
func CheckSpec(spec *api.ResourceBindingSpec) error {
	for _, r := range requirements(spec) {
		if r == nil || r.NodeClaim == nil {
			continue
		}
		if err := Check(map[string]any{"hardNodeAffinity": r.NodeClaim.HardNodeAffinity, "tolerations": r.NodeClaim.Tolerations}); err != nil {
			return fmt.Errorf("nodeClaim: %w", err)
		}
	}
	return nil
}

// NoBinding reports whether b is neither a ResourceBinding nor a ClusterResourceBinding, or is nil.
func NoBinding(b api.Binding) bool {
	switch b := b.(type) {
	case *api.ResourceBinding:
		return b == nil
	case *api.ClusterResourceBinding:
		return b == nil
	}
	return true
}

// CheckType returns an error if b is neither a ResourceBinding nor a ClusterResourceBinding, or is nil.
func CheckType(b api.Binding) error {
	switch b.(type) {
	case nil, *api.ResourceBinding, *api.ClusterResourceBinding:
		if NoBinding(b) {
			return errors.New("found no binding, expected a ResourceBinding or a ClusterResourceBinding")
		}
		return nil
	}
	return fmt.Errorf("found a binding of the type %T, expected a ResourceBinding or a ClusterResourceBinding", b)
}

// Observed reports whether the scheduler has observed the last change of a binding.
func Observed(b api.Binding) bool {
	return b.BindingStatus().SchedulerObservedGeneration == b.GetGeneration()
}

// ResourceOf returns the reference of the object of a binding.
func ResourceOf(b api.Binding) override.Ref {
	r := b.BindingSpec().Resource
	return override.Ref{APIVersion: r.APIVersion, Kind: r.Kind, Namespace: r.Namespace, Name: r.Name}
}

// BindingRef returns the reference of the binding of an object.
func BindingRef(object override.Ref) override.Ref {
	ref := override.Ref{APIVersion: api.BindingGroupVersion.String(), Kind: "ResourceBinding", Namespace: object.Namespace, Name: api.BindingName(object.Kind, object.Name)}
	if ref.Namespace == "" {
		ref.Kind = "ClusterResourceBinding"
	}
	return ref
}

// GroupOf returns the group of an API version. That of the core is empty.
func GroupOf(apiVersion string) string {
	group, _, found := strings.Cut(apiVersion, "/")
	if !found {
		return ""
	}
	return group
}

// SameObject reports whether two references name one object, perhaps in different versions of its API.
func SameObject(a, b override.Ref) bool {
	return a.Kind == b.Kind && a.Namespace == b.Namespace && a.Name == b.Name && GroupOf(a.APIVersion) == GroupOf(b.APIVersion)
}

// SameWorkload is [SameObject] for a reference that a user wrote. The case of the kind does not count, as in names of bindings.
func SameWorkload(a, b override.Ref) bool {
	a.Kind, b.Kind = strings.ToLower(a.Kind), strings.ToLower(b.Kind)
	return SameObject(a, b)
}

// BindingID returns the permanent id of a binding, or "".
func BindingID(b api.Binding) string {
	if _, cluster := b.(*api.ClusterResourceBinding); cluster {
		return b.GetLabels()[api.ClusterBindingIDLabel]
	}
	return b.GetLabels()[api.BindingIDLabel]
}

// CompareRefs orders by namespace, kind, name and API version.
func CompareRefs(a, b override.Ref) int {
	return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.APIVersion, b.APIVersion))
}
