package bind

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// distributor distributes the dependencies of one independent binding.
type distributor struct {
	batch       *Batch
	independent *api.ResourceBinding // as it was before
	find        DependencyFinder
	followers   map[override.Ref]bool // by anyVersion
	missing     []interpreter.Dependency
}

// distribute implements rules 1 to 6 of [Batch.Distribute]. It returns nil if the template is invalid or its interpreter fails.
func (d *distributor) distribute(ctx context.Context, in DistributeInput) (*Distributed, error) {
	if !in.FeatureGates.Enabled(api.GatePropagateDeps) {
		return &Distributed{Reason: "the feature gate PropagateDeps is off"}, nil
	}
	if !d.independent.Spec.PropagateDeps || d.independent.DeletionTimestamp != nil {
		return d.detachAll()
	}
	known := in.Interpreted
	if known == nil {
		known = Interpret(ctx, in.Registry, in.Template)
	}
	switch {
	case known.err != nil:
		return nil, fmt.Errorf("dependencies of %s: %w", content.ClipRef(d.independent.Ref()), known.err)
	case known.unknown != "":
		return &Distributed{Reason: known.unknown}, nil
	}
	return d.attachAll(ctx, known)
}

// detachAll implements rule 2.
func (d *distributor) detachAll() (*Distributed, error) {
	done := Distributed{Reason: "dependencies are not propagated"}
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
		b := d.batch.get(content.NameOf(d.independent)).writable()
		b.Finalizers = slices.DeleteFunc(b.Finalizers, func(f string) bool { return f == api.DependenciesFinalizer })
	}
	return &done, err
}

// detach detaches the independent binding from one that it has attached.
func (d *distributor) detach(b *api.ResourceBinding) error {
	return d.batch.detach(d.batch.get(content.NameOf(b)), content.NameOf(d.independent))
}

// attachFollowers implements rule 7.
func (d *distributor) attachFollowers(followers []*unstructured.Unstructured, done *Distributed) error {
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
		case b == d.batch.get(content.NameOf(d.independent)):
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
func (d *distributor) attachAll(ctx context.Context, known *Interpreted) (*Distributed, error) {
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
	b := d.batch.get(content.NameOf(d.independent)).writable()
	b.Finalizers = addedFinalizers(b.Finalizers, api.DependenciesFinalizer)
	b.Annotations = content.MergeMap(b.Annotations, map[string]string{api.DependenciesAnnotation: known.text})
	d.batch.get(content.NameOf(b)).recorded = nil
	return &Distributed{dependencies, d.missing, fmt.Sprintf("dependencies: %d", len(dependencies))}, errors.Join(errs...)
}

// attach attaches every object of a dependency.
func (d *distributor) attach(ctx context.Context, needed interpreter.Dependency) error {
	objects, err := d.findObjects(ctx, needed)
	if err != nil {
		return fmt.Errorf("dependency of %s: %s: %w", content.ClipRef(d.independent.Ref()), content.ClipRef(content.DependencyRef(needed)), err)
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
		return false, fmt.Errorf("%s: %w", content.ClipRef(b.Ref()), err)
	}
	return !needed, nil
}
