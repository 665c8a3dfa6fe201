package bind

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Distribution is the result of [Distribute].
type Distribution struct {
	Independent  *api.ResourceBinding     // as it should be stored
	Changed      []string                 // the fields that differ from the stored binding; empty: nothing must be written
	Dependencies []interpreter.Dependency // what its object needs, sorted
	Missing      []interpreter.Dependency // dependencies without an object
	Attached     []Attached               // all other bindings that were attached or detached, sorted by name, even unchanged ones
	Reason       string
}

// DistributeInput is the input of [Distribute]. None of it is written.
type DistributeInput struct {
	Independent *api.ResourceBinding       // as it is stored
	Template    *unstructured.Unstructured // its object; nil if it is gone
	Registry    *interpreter.Registry
	Interpreted *Interpreted     // of the template; nil: the interpreter is called
	Find        DependencyFinder // nil finds nothing
	Index       *Index           // the bindings in its namespace; [Batch.Distribute] ignores it

	// Followers are all objects that follow the template, see [Follow] and [Followers.Of]. Karmada has no followers.
	Followers []*unstructured.Unstructured

	// FeatureGates: only PropagateDeps is read.
	FeatureGates api.FeatureGates
}

// Distribute makes the bindings of the objects that the template of an independent binding needs. Index must
// contain all bindings of the namespace, or at least those that the independent binding has attached, those of the dependencies, and every binding
// in their requiredBy. The result shares no memory with the input, except Dependencies if Interpreted is set.
//
//  1. If the gate PropagateDeps is off, nothing is detached, and only Followers are attached.
//  2. A binding without propagateDeps is detached from all that it has attached but Followers: its label and its entries in requiredBy are removed there. One that is being deleted is
//     detached from all. Then its finalizer is removed. This does not need the template.
//  3. If no interpreter knows the dependencies of the kind, nothing is detached, and only Followers are attached.
//  4. Otherwise the binding gets the finalizer, and an annotation with the sorted list of dependencies, or null.
//  5. It is detached from bindings that it has attached and whose object is no longer a dependency: no dependency has its apiVersion, kind, namespace
//     and name, or a selector that matches its labels. Followers stay.
//  6. Each object that a dependency names or selects is attached, see [Attach]. Objects that are not found are skipped.
//  7. Followers are attached too, as [Follow] does, unless the binding is being deleted. They are not in the list of dependencies, and need no finalizer: [Follow]
//     detaches them.
//
// The independent binding must have its id, the label [api.BindingIDLabel]: what it attaches without one is never detached. It has attached the
// bindings with the label of [AttachedBinding] and its id. Distribute does not check that the binding has clusters;
// the caller may wait for them.
//
// An error of one attached binding does not affect the others. So an error may come with a distribution, which has everything that can be
// stored. The finalizer is not removed while there is an error. If the template is invalid or its interpreter fails, there is an error and no
// distribution.
func Distribute(ctx context.Context, in DistributeInput) (Distribution, error) {
	if err := checkIndependent(in.Independent); err != nil {
		return Distribution{}, err
	}
	if err := content.CheckBinding(in.Independent); err != nil {
		return Distribution{}, err
	}
	own := content.NameOf(in.Independent)
	s := NewBatch([]*api.ResourceBinding{in.Independent}, nil)
	s.source = in.Index
	distributed, err := s.Distribute(ctx, in)
	if distributed == nil {
		return Distribution{}, err
	}
	done := Distribution{Dependencies: distributed.Dependencies, Missing: distributed.Missing, Reason: distributed.Reason}
	errs := []error{err}
	for _, key := range slices.SortedFunc(maps.Keys(s.all), content.CompareNames) {
		b := s.all[key]
		if !b.prepared || b.checkReferrers() != nil || key == own {
			continue
		}
		attached, err := s.result(b)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		done.Attached = append(done.Attached, attached)
	}
	independent, err := s.result(s.all[own])
	done.Independent, done.Changed = s.all[own].writable(), independent.Changed
	return done, errors.Join(append(errs, err)...)
}

// Distributed is the result of [Batch.Distribute]: what the template needs. [Batch.Finish] returns the bindings.
type Distributed struct {
	Dependencies []interpreter.Dependency // what its object needs, sorted
	Missing      []interpreter.Dependency // dependencies without an object
	Reason       string
}

// Distribute is [Distribute] for a binding of the batch. It returns nil and has changed nothing if the independent binding or the template is invalid,
// or if the interpreter fails.
func (s *Batch) Distribute(ctx context.Context, in DistributeInput) (*Distributed, error) {
	if err := checkIndependent(in.Independent); err != nil {
		return nil, err
	}
	if s == nil || s.get(content.NameOf(in.Independent)) == nil {
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
