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
	Interpreted *Interpreted           // of the template; nil: the interpreter is called
	Find        DependencyFinder       // nil finds nothing
	Bindings    []*api.ResourceBinding // in its namespace; [Batch.Distribute] ignores them

	// Followers are all objects that follow the template, see [Follow] and [Followers.Of]. Karmada has none.
	Followers []*unstructured.Unstructured

	// FeatureGates: only PropagateDeps is read.
	FeatureGates api.FeatureGates
}

// Distribute makes the bindings of the objects that the template of an independent binding needs. Bindings must
// contain all bindings of the namespace, or at least those that the independent binding has attached, those of the dependencies, and every binding
// in their requiredBy. The result shares no memory with the input.
//
//  1. If the gate PropagateDeps is off, nothing is detached, and only Followers are attached.
//  2. A binding without propagateDeps is detached from all that it has attached but Followers, see [Detach]. One that is being deleted is
//     detached from all. Then its finalizer is removed. This does not need the template.
//  3. If no interpreter knows the dependencies of the kind, nothing is detached, and only Followers are attached.
//  4. Otherwise the binding gets the finalizer, and an annotation with the sorted list of dependencies, or null.
//  5. It is detached from bindings that it has attached and whose object is no longer a dependency: neither by apiVersion, kind, namespace
//     and name, nor by a selector that matches its labels. Followers stay.
//  6. Each object that a dependency names or selects is attached, see [Attach]. Objects that are not found are skipped.
//  7. Followers are attached too, as [Follow] does, unless the binding is being deleted. They are not in the list of dependencies, and need no finalizer: [Follow]
//     detaches them.
//
// The independent binding must have its id, the label [api.BindingIDLabel]: what it attaches without one is never detached. It has attached the
// bindings with the label of [AttachedBinding] and its id. Distribute does not check that the binding has clusters;
// the caller may wait for them.
//
// An error of one attached binding does not affect the others. So an error may come with a distribution, which has everything that can be
// stored. The finalizer is not removed while there is an error. If the dependencies are unknown, there is an error and no distribution.
func Distribute(ctx context.Context, in DistributeInput) (Distribution, error) {
	if err := checkIndependent(in.Independent); err != nil {
		return Distribution{}, err
	}
	if err := content.CheckBinding(in.Independent); err != nil {
		return Distribution{}, err
	}
	own := content.NameOf(in.Independent)
	bindings := slices.DeleteFunc(slices.Clone(in.Bindings), func(b *api.ResourceBinding) bool { return b == nil || content.NameOf(b) == own })
	s := NewBatch(append(bindings, in.Independent), nil)
	followed, err := s.Distribute(ctx, in)
	if followed == nil {
		return Distribution{}, err
	}
	done := Distribution{Dependencies: followed.Dependencies, Missing: followed.Missing, Reason: followed.Reason}
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

// Followed has the dependencies of a binding.
type Followed struct {
	Dependencies []interpreter.Dependency // what its object needs, sorted
	Missing      []interpreter.Dependency // dependencies without an object
	Reason       string
}

// Distribute is [Distribute] for a binding of the batch. If it returns nil, the dependencies are unknown and nothing has changed.
func (s *Batch) Distribute(ctx context.Context, in DistributeInput) (*Followed, error) {
	if err := checkIndependent(in.Independent); err != nil {
		return nil, err
	}
	if s == nil || s.all[content.NameOf(in.Independent)] == nil {
		return nil, fmt.Errorf("%s is not in the batch", in.Independent.Ref())
	}
	d := distributor{batch: s, independent: s.all[content.NameOf(in.Independent)].binding, find: in.Find, followers: map[override.Ref]bool{}}
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

// distributor distributes the dependencies of one independent binding.
type distributor struct {
	batch       *Batch
	independent *api.ResourceBinding // as it was before
	find        DependencyFinder
	followers   map[override.Ref]bool // by anyVersion
	missing     []interpreter.Dependency
}

// distribute implements rules 1 to 6 of [Distribute]. It returns nil if the dependencies are unknown.
func (d *distributor) distribute(ctx context.Context, in DistributeInput) (*Followed, error) {
	if !in.FeatureGates.Enabled(api.GatePropagateDeps) {
		return &Followed{Reason: "the feature gate PropagateDeps is off"}, nil
	}
	if !d.independent.Spec.PropagateDeps || d.independent.DeletionTimestamp != nil {
		return d.detachAll()
	}
	known := in.Interpreted
	if known == nil {
		known = Interpret(ctx, in)
	}
	switch {
	case known.err != nil:
		return nil, fmt.Errorf("dependencies of %s: %w", d.independent.Ref(), known.err)
	case known.unknown != "":
		return &Followed{Reason: known.unknown}, nil
	}
	return d.attachAll(ctx, known)
}

// detachAll implements rule 2.
func (d *distributor) detachAll() (*Followed, error) {
	done := Followed{Reason: "dependencies are not propagated"}
	if d.independent.DeletionTimestamp != nil {
		done.Reason = "the binding is being deleted"
	}
	var errs []error
	for _, b := range d.batch.attachedBy(d.independent) {
		if !d.followers[anyVersion(content.ResourceOf(b))] {
			errs = append(errs, d.detach(b))
		}
	}
	err := errors.Join(errs...)
	if err == nil {
		b := d.batch.all[content.NameOf(d.independent)].writable()
		b.Finalizers = slices.DeleteFunc(b.Finalizers, func(f string) bool { return f == api.DependenciesFinalizer })
	}
	return &done, err
}

// detach detaches the independent binding from one that it has attached.
func (d *distributor) detach(b *api.ResourceBinding) error {
	return d.batch.detach(d.batch.all[content.NameOf(b)], content.NameOf(d.independent))
}

// attachFollowers implements rule 7.
func (d *distributor) attachFollowers(followers []*unstructured.Unstructured, done *Followed) error {
	var errs []error
	followers = sortedObjects(followers)
	for _, f := range followers {
		b := d.batch.bindingOf(f)
		switch {
		case checkFollower(f) != nil:
			errs = append(errs, fmt.Errorf("follower of %s: %w", d.independent.Ref(), checkFollower(f)))
		case override.RefOf(f).Namespace != d.independent.Namespace:
			errs = append(errs, fmt.Errorf("%s follows %s, expected a follower in its namespace", override.RefOf(f), d.independent.Ref()))
		case b.checkObject(f) != nil:
			errs = append(errs, b.checkObject(f))
		case b == d.batch.all[content.NameOf(d.independent)]:
			errs = append(errs, fmt.Errorf("%s follows its own binding, expected that of another object", override.RefOf(f)))
		default:
			errs = append(errs, d.batch.attach(d.independent, f, follower))
		}
	}
	if len(followers) > 0 {
		done.Reason += fmt.Sprintf("; followers: %d", len(followers))
	}
	return errors.Join(errs...)
}

// attachAll implements rules 4 to 6.
func (d *distributor) attachAll(ctx context.Context, known *Interpreted) (*Followed, error) {
	dependencies := known.dependencies
	var errs []error
	attached := d.batch.attachedBy(d.independent)
	var wanted dependencySet
	if len(attached) > 0 {
		wanted = newDependencySet(dependencies, exact)
	}
	for _, b := range attached {
		orphan, err := d.isOrphan(ctx, b, wanted)
		if err == nil && orphan {
			err = d.detach(b)
		}
		errs = append(errs, err)
	}
	for _, needed := range dependencies {
		errs = append(errs, d.attach(ctx, needed))
	}
	b := d.batch.all[content.NameOf(d.independent)].writable()
	b.Finalizers = addedFinalizers(b.Finalizers, api.DependenciesFinalizer)
	b.Annotations = content.MergeMap(b.Annotations, map[string]string{api.DependenciesAnnotation: known.text})
	d.batch.all[content.NameOf(b)].recorded = nil
	return &Followed{dependencies, d.missing, fmt.Sprintf("dependencies: %d", len(dependencies))}, errors.Join(errs...)
}

// attach attaches every object of a dependency.
func (d *distributor) attach(ctx context.Context, needed interpreter.Dependency) error {
	objects, err := d.findObjects(ctx, needed)
	if err != nil {
		return fmt.Errorf("dependency of %s: %s: %w", d.independent.Ref(), dependencyRef(needed), err)
	}
	if len(objects) == 0 {
		d.missing = append(d.missing, needed)
	}
	var errs []error
	for _, object := range objects {
		errs = append(errs, d.batch.attach(d.independent, object, dependency))
	}
	return errors.Join(errs...)
}

// findObjects returns the objects of a dependency, sorted.
func (d *distributor) findObjects(ctx context.Context, dependency interpreter.Dependency) ([]*unstructured.Unstructured, error) {
	if dependency.Name == "" && dependency.LabelSelector == nil {
		return nil, errors.New("found neither a name nor a labelSelector, expected one of them")
	}
	if d.find == nil {
		return nil, nil
	}
	objects, err := d.find(ctx, dependency)
	return sortedObjects(objects), err
}

// sortedObjects returns a sorted list of the objects that are not nil.
func sortedObjects(objects []*unstructured.Unstructured) []*unstructured.Unstructured {
	objects = slices.DeleteFunc(slices.Clone(objects), func(o *unstructured.Unstructured) bool { return o == nil })
	slices.SortStableFunc(objects, func(a, b *unstructured.Unstructured) int {
		return content.CompareRefs(override.RefOf(a), override.RefOf(b))
	})
	return objects
}

// isOrphan reports whether the object of a binding neither follows the template nor is a dependency.
func (d *distributor) isOrphan(ctx context.Context, b *api.ResourceBinding, w dependencySet) (bool, error) {
	ref := content.ResourceOf(b)
	if d.followers[anyVersion(ref)] {
		return false, nil
	}
	needed, err := w.has(ref, func() ([]*unstructured.Unstructured, error) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		return d.findObjects(ctx, interpreter.Dependency{APIVersion: ref.APIVersion, Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name})
	})
	if err != nil {
		return false, fmt.Errorf("%s: %w", b.Ref(), err)
	}
	return !needed, nil
}
