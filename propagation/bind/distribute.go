package bind

import (
	"context"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// DistributeInput is the input of [Batch.Distribute]. None of it is written.
type DistributeInput struct {
	Independent *api.ResourceBinding       // as it is stored
	Template    *unstructured.Unstructured // its object; nil if it is gone
	Registry    *interpreter.Registry
	Interpreted *Interpreted     // of the template; nil: the interpreter is called
	Find        DependencyFinder // nil finds nothing

	// Followers are all objects that follow the template, see [Follow] and [Followers.Of]. Karmada has no followers.
	Followers []*unstructured.Unstructured

	// FeatureGates: only PropagateDeps is read.
	FeatureGates api.FeatureGates
}

// Distributed is the result of [Batch.Distribute]: what the template needs. [Batch.Finish] returns the bindings.
type Distributed struct {
	Dependencies []interpreter.Dependency // what its object needs, sorted
	Missing      []interpreter.Dependency // dependencies without an object
	Reason       string
}

// Distribute makes the bindings of the objects that the template of an independent binding needs. The batch must have all bindings of the namespace, or at
// least the independent one, those that it has attached, those of the dependencies, and every binding in their requiredBy.
//
//  1. If the gate PropagateDeps is off, nothing is detached, and only Followers are attached.
//  2. A binding without propagateDeps is detached from all that it has attached but Followers: its label and its entries in requiredBy are removed there. One that is being deleted is
//     detached from all. Then its finalizer is removed. This does not need the template.
//  3. If no interpreter knows the dependencies of the kind, nothing is detached, and only Followers are attached.
//  4. Otherwise the binding gets the finalizer, and an annotation with the sorted list of dependencies, or null.
//  5. It is detached from bindings that it has attached and whose object is no longer a dependency: no dependency has its apiVersion, kind, namespace
//     and name, or a selector that matches its labels. Followers stay.
//  6. Each object that a dependency names or selects is attached, see attach. Objects that are not found are skipped.
//  7. Followers are attached too, as [Follow] does, unless the binding is being deleted. They are not in the list of dependencies, and need no finalizer: [Follow]
//     detaches them.
//
// The independent binding must have its id, the label [api.BindingIDLabel]: what it attaches without one is never detached. It has attached the
// bindings with the label of attachedBinding and its id. Distribute does not check that the binding has clusters;
// the caller may wait for them.
//
// An error of one attached binding does not affect the others. So an error may come with a result, and the batch has everything that can be
// stored. The finalizer is not removed while there is an error. If the template is invalid or its interpreter fails, the result is nil and nothing has
// changed.
func (s *Batch) Distribute(ctx context.Context, in DistributeInput) (*Distributed, error) {
	if err := checkIndependent(in.Independent); err != nil {
		return nil, err
	}
	if s.get(content.NameOf(in.Independent)) == nil {
		return nil, fmt.Errorf("%s is not in the batch", in.Independent.Ref())
	}
	d := distributor{batch: s, independent: s.get(content.NameOf(in.Independent)).binding, find: in.Find, followers: map[override.Ref]bool{}}
	if d.independent.DeletionTimestamp != nil {
		in.Followers = nil
	}
	for _, f := range in.Followers {
		d.followers[anyVersion(override.RefOf(f))] = true
	}
	done, err := d.distribute(ctx, in)
	if done == nil {
		return nil, err
	}
	return done, errors.Join(err, d.attachFollowers(in.Followers, done))
}
