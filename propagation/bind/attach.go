package bind

import (
	"errors"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Attached is the binding of a dependency or a follower after it was attached to an independent binding, or detached from it.
type Attached struct {
	Binding *api.ResourceBinding // as it should be stored
	Created bool                 // nothing was stored
	Changed []string             // the fields that differ from the stored binding; empty: nothing must be written
	// Conflict is true if the bindings that require it differ in a field that it takes from them. Reason lists the fields.
	Conflict bool
	Reason   string
}

// ReferrerError means that a binding lists one in requiredBy that does not exist.
type ReferrerError struct {
	Binding  override.Ref
	Referrer override.Ref
}

// Error returns, for example: ResourceBinding shop/db-secret is required by ResourceBinding shop/web-deployment, which does not exist.
func (e *ReferrerError) Error() string {
	return fmt.Sprintf("%s is required by %s, which does not exist", content.ClipRef(e.Binding), content.ClipRef(e.Referrer))
}

// attachedBinding returns the binding of a dependency as an independent binding requires it. It shares no memory with the arguments.
//
//  1. Its name is made from the dependency, as for any binding, and its namespace is that of the independent binding. The dependency
//     controls it.
//  2. A label whose key is made from the namespace and name of the independent binding has the id of that binding.
//  3. requiredBy has the independent binding and its clusters.
//  4. conflictResolution and preserveResourcesOnDeletion are those of the independent binding.
//  5. It has no placement, so it is never scheduled itself.
func attachedBinding(independent *api.ResourceBinding, dependency *unstructured.Unstructured) *api.ResourceBinding {
	attached := api.ResourceBinding{
		TypeMeta: bindingType("ResourceBinding"),
		ObjectMeta: metav1.ObjectMeta{
			Namespace:       independent.Namespace,
			Name:            api.BindingName(dependency.GetKind(), dependency.GetName()),
			OwnerReferences: []metav1.OwnerReference{ownedBy(dependency)},
			Finalizers:      []string{api.BindingFinalizer},
			Labels:          map[string]string{dependedBy(content.NameOf(independent)): independent.Labels[api.BindingIDLabel]},
		},
		Spec: api.ResourceBindingSpec{
			Resource:                    objectReference(dependency),
			RequiredBy:                  []api.BindingSnapshot{snapshotOf(independent)},
			ConflictResolution:          independent.Spec.ConflictResolution,
			PreserveResourcesOnDeletion: independent.Spec.PreserveResourcesOnDeletion,
		},
	}
	return attached.DeepCopy()
}

// missingReferrer returns the error of an entry in requiredBy that does not exist.
func missingReferrer(b *api.ResourceBinding, by types.NamespacedName) *ReferrerError {
	return &ReferrerError{Binding: b.Ref(), Referrer: bindingRef(by)}
}

// bindingRef returns the reference of a ResourceBinding.
func bindingRef(name types.NamespacedName) override.Ref {
	b := api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name}}
	return b.Ref()
}

// snapshotOf returns the entry of a binding in requiredBy.
func snapshotOf(b *api.ResourceBinding) api.BindingSnapshot {
	s := api.BindingSnapshot{Namespace: b.Namespace, Name: b.Name, Clusters: slices.Clone(b.Spec.Clusters)}
	for i := range s.Clusters {
		s.Clusters[i].Components = slices.Clone(s.Clusters[i].Components)
	}
	return s
}

// dependedBy returns the key of the label that a binding puts on those that it requires.
func dependedBy(independent types.NamespacedName) string {
	return api.DependedByLabelPrefix + api.BindingReference(independent.Namespace, independent.Name)
}

func checkIndependent(independent *api.ResourceBinding) error {
	if independent == nil {
		return errors.New("found no independent binding, expected one")
	}
	if independent.Namespace == "" || independent.Name == "" {
		return fmt.Errorf("found an independent binding with namespace %q and name %q, expected both", independent.Namespace, independent.Name)
	}
	return nil
}

// AlreadyBinds returns the error of an object whose binding would have the name of b, the binding of another object.
func AlreadyBinds(b api.Binding) error {
	return fmt.Errorf("%s is already the binding of %s: names of bindings do not contain the API group", content.ClipRef(b.Ref()), content.Clip(b.BindingSpec().Resource.APIVersion))
}
