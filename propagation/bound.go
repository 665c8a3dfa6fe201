package propagation

import (
	"errors"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada"
)

// bindable is the object itself, if a binding can be named after it.
func bindable(object *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	if object == nil || object.Object == nil {
		return nil, errors.New("found no object to bind, expected one")
	}
	if object.GetAPIVersion() == "" || object.GetKind() == "" || object.GetName() == "" {
		return nil, fmt.Errorf("found an object with apiVersion %q, kind %q and name %q, expected all three", object.GetAPIVersion(), object.GetKind(), object.GetName())
	}
	return object, nil
}

// objectReference refers to an object at its present version.
func objectReference(object *unstructured.Unstructured) karmada.ObjectReference {
	return karmada.ObjectReference{
		APIVersion: object.GetAPIVersion(), Kind: object.GetKind(), Namespace: object.GetNamespace(), Name: object.GetName(),
		UID: object.GetUID(), ResourceVersion: object.GetResourceVersion(),
	}
}

// ownedBy says that an object controls what it stands on: that goes when the object goes, and not before.
func ownedBy(object *unstructured.Unstructured) metav1.OwnerReference {
	return *metav1.NewControllerRef(object, object.GroupVersionKind())
}

// bindingType is the type of a binding.
func bindingType(kind string) metav1.TypeMeta {
	return metav1.TypeMeta{APIVersion: karmada.BindingGroupVersion.String(), Kind: kind}
}
