package status

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// WorkOf returns the Work of an object in a member cluster, and false if the object has no Work. Call [Reflect] for it when the object is
// created or changed in the member. Karmada watches the kinds of a Work in a cluster as soon as the Work is applied and the cluster is Ready.
//
//  1. Two annotations have the namespace and the name of the Work. An object without either of them, or with an empty name, has no Work.
//  2. The namespace must be that of a cluster. One without the name of a cluster has no Work, any other is an error.
//  3. An object without a kind, or with an invalid apiVersion, is an error.
//
// Annotations that are not all strings are read as absent.
func WorkOf(object *unstructured.Unstructured) (work override.Ref, found bool, err error) {
	owner, skip, err := ownerOf(object)
	if err != nil || skip != "" || owner.Name == "" {
		return override.Ref{}, false, err
	}
	return owner, true, nil
}

// ownerOf returns the Work that an object names, which may have an empty name. skip is why the object belongs to no Work, or "".
func ownerOf(object *unstructured.Unstructured) (owner override.Ref, skip string, err error) {
	annotations := content.Annotations(object)
	space, found := annotations[api.WorkNamespaceAnnotation]
	if !found {
		return override.Ref{}, "the object has no annotation " + api.WorkNamespaceAnnotation, nil
	}
	switch cluster, err := api.ClusterOfNamespace(space); {
	case err != nil:
		at := jsontree.Pointer{"metadata", "annotations", api.WorkNamespaceAnnotation}
		err = fmt.Errorf("is %q, expected a namespace that begins with %s", space, api.ExecutionNamespace(""))
		return override.Ref{}, "", interpreter.NewError("", object, at, err)
	case cluster == "":
		return override.Ref{}, "the annotation " + api.WorkNamespaceAnnotation + " has no name of a cluster", nil
	}
	if ref := override.RefOf(object); ref.Kind == "" {
		return override.Ref{}, "", interpreter.NewError("", object, jsontree.Pointer{"kind"}, errors.New("is empty, expected a kind"))
	} else if content.Kind(object).Version == "" {
		err := fmt.Errorf("is %q, expected a version with or without a group", ref.APIVersion)
		return override.Ref{}, "", interpreter.NewError("", object, jsontree.Pointer{"apiVersion"}, err)
	}
	owner = (&api.Work{}).Ref()
	owner.Namespace, owner.Name = space, annotations[api.WorkNameAnnotation]
	return owner, "", nil
}

// WorkChanged reports whether an event of a Work concerns its binding: a change of its status, or its deletion. old is nil if the Work was
// created, updated is nil if it was deleted. Then call [AggregateBinding] for the binding that the Work names ([work.BindingOf]), and [AggregateTemplate].
func WorkChanged(old, updated *api.Work) bool {
	if old == nil || updated == nil {
		return old != nil
	}
	return !equality.Semantic.DeepEqual(old.Status, updated.Status)
}

// BindingChanged reports whether a binding must be aggregated although no Work changed: it has been scheduled, and it is new to the caller (old
// is nil) or its template changed. A binding has been scheduled if it has status.lastScheduledTime. Neither package schedule nor a plan sets
// this: the caller does when it stores a result of the scheduler.
func BindingChanged(old, updated api.Binding) bool {
	if content.NoBinding(updated) || updated.BindingStatus().LastScheduledTime == nil {
		return false
	}
	return content.NoBinding(old) || old.BindingSpec().Resource.ResourceVersion != updated.BindingSpec().Resource.ResourceVersion
}
