package propagation

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Distribution is what follows from an independent binding for what its object needs.
type Distribution struct {
	Independent  *api.ResourceBinding     // as it should be stored
	Changed      []string                 // the fields in which it differs from what is stored; none: there is nothing to write
	Dependencies []interpreter.Dependency // what its object needs, sorted
	Missing      []interpreter.Dependency // those of them of which no object was found; they are looked for again next time
	Attached     []Attached               // every other binding that was looked at, by name; unchanged ones, too
	Reason       string
}

// Distribute follows an independent binding, one of whose policy says propagateDeps, to what its object needs. template is
// that object, nil if it is gone; it is looked at only where dependencies are followed. bindings are those that are stored in
// the namespace, or at least those which the independent binding has attached, those of the dependencies, and all that
// require one of them. The result shares nothing with the arguments.
//
//  1. A binding that does not propagate dependencies, or is being deleted, is taken out of all that it has attached, see
//     [Detach]. Then it loses its finalizer. Its template is not needed for that.
//  2. Without an interpreter that knows the dependencies of the kind, nothing happens.
//  3. Otherwise it gets the finalizer, and an annotation that lists the dependencies; no dependencies are null. The list is
//     sorted, so that its text changes only with it.
//  4. It is taken out of those that it has attached and that are no dependency any more: none has their kind, apiVersion,
//     namespace and name, or a selector that matches the labels which their object has now.
//  5. Each object that a dependency names or selects is attached, see [Attach]. What is not found is left out.
//
// What a binding has attached is known by the label of [AttachedBinding]: its value must be the id of the binding. It is not
// asked whether the binding has clusters; a controller may wait for them.
//
// One binding in trouble does not hold up the others. An error may therefore come with a distribution, which then has all
// that can be stored regardless; a finalizer that is to go stays until there is no error. If nothing is known about the
// dependencies there is no distribution.
func Distribute(ctx context.Context, independent *api.ResourceBinding, template *unstructured.Unstructured, registry *interpreter.Registry, find DependencyFinder, bindings []*api.ResourceBinding) (Distribution, error) {
	if err := checkIndependent(independent); err != nil {
		return Distribution{}, err
	}
	if err := checkBinding(independent); err != nil {
		return Distribution{}, err
	}
	c := newCopies(independent, bindings)
	d := distributor{independent: independent, find: find, to: c}
	followed, err := d.distribute(ctx, template, registry)
	if followed == nil {
		return Distribution{}, err
	}
	return c.distribution(followed), err
}

// distributor follows one independent binding.
type distributor struct {
	independent *api.ResourceBinding // as stored
	find        DependencyFinder
	to          attachments
	missing     []interpreter.Dependency
}

// attachments are the bindings in the namespace of an independent one, as they become while it is followed.
type attachments interface {
	owned() []*api.ResourceBinding // what the independent binding has attached, by name
	attach(object *unstructured.Unstructured) error
	detach(b *api.ResourceBinding) error
}

// followed is what becomes of the independent binding itself.
type followed struct {
	edit         func(*api.ResourceBinding) // nil: nothing
	dependencies []interpreter.Dependency
	missing      []interpreter.Dependency
	reason       string
}

// distribute obeys the rules of [Distribute]. Without a result nothing is known about the dependencies.
func (d *distributor) distribute(ctx context.Context, template *unstructured.Unstructured, registry *interpreter.Registry) (*followed, error) {
	if !d.independent.Spec.PropagateDeps || d.independent.DeletionTimestamp != nil {
		return d.withdraw()
	}
	if err := checkBindable(template); err != nil {
		return nil, fmt.Errorf("dependencies of %s: %w", d.independent.Ref(), err)
	}
	hook, found := interpreter.Find[interpreter.DependencyInterpreter](registry, template.GroupVersionKind())
	if !found {
		return &followed{reason: "no interpreter knows the dependencies of " + template.GroupVersionKind().String()}, nil
	}
	dependencies, err := hook.InterpretDependency(ctx, template)
	if err != nil {
		return nil, fmt.Errorf("dependencies of %s: %w", d.independent.Ref(), registry.Hidden(template, err))
	}
	return d.follow(ctx, sortedDependencies(dependencies))
}

// withdraw takes the binding out of all that it has attached.
func (d *distributor) withdraw() (*followed, error) {
	done := followed{reason: "dependencies are not propagated"}
	if d.independent.DeletionTimestamp != nil {
		done.reason = "the binding is being deleted"
	}
	var errs []error
	for _, b := range d.to.owned() {
		errs = append(errs, d.to.detach(b))
	}
	err := errors.Join(errs...)
	if err == nil {
		done.edit = func(b *api.ResourceBinding) {
			b.Finalizers = slices.DeleteFunc(b.Finalizers, func(f string) bool { return f == api.DependenciesFinalizer })
		}
	}
	return &done, err
}

// follow attaches the dependencies, which are sorted, and takes the binding out of all others.
func (d *distributor) follow(ctx context.Context, dependencies []interpreter.Dependency) (*followed, error) {
	text, err := json.Marshal(dependencies)
	if err != nil {
		return nil, fmt.Errorf("dependencies of %s: %w", d.independent.Ref(), err)
	}
	var errs []error
	wanted := newWanted(dependencies)
	for _, b := range d.to.owned() {
		orphan, err := d.isOrphan(ctx, b, wanted)
		if err == nil && orphan {
			err = d.to.detach(b)
		}
		errs = append(errs, err)
	}
	for _, dependency := range dependencies {
		errs = append(errs, d.attach(ctx, dependency))
	}
	edit := func(b *api.ResourceBinding) {
		b.Finalizers = addedFinalizers(b.Finalizers, api.DependenciesFinalizer)
		b.Annotations = added(b.Annotations, map[string]string{api.DependenciesAnnotation: string(text)})
	}
	return &followed{edit, dependencies, d.missing, fmt.Sprintf("dependencies: %d", len(dependencies))}, errors.Join(errs...)
}

// attach does so with every object of a dependency.
func (d *distributor) attach(ctx context.Context, dependency interpreter.Dependency) error {
	objects, err := d.found(ctx, dependency)
	if err != nil {
		return fmt.Errorf("dependency of %s: %s: %w", d.independent.Ref(), dependencyRef(dependency), err)
	}
	if len(objects) == 0 {
		d.missing = append(d.missing, dependency)
	}
	var errs []error
	for _, object := range objects {
		errs = append(errs, d.to.attach(object))
	}
	return errors.Join(errs...)
}

// found is the objects of a dependency, by name.
func (d *distributor) found(ctx context.Context, dependency interpreter.Dependency) ([]*unstructured.Unstructured, error) {
	if dependency.Name == "" && dependency.LabelSelector == nil {
		return nil, errors.New("found neither a name nor a labelSelector, expected one of them")
	}
	if d.find == nil {
		return nil, nil
	}
	objects, err := d.find(ctx, dependency)
	objects = slices.DeleteFunc(slices.Clone(objects), func(o *unstructured.Unstructured) bool { return o == nil })
	slices.SortStableFunc(objects, func(a, b *unstructured.Unstructured) int {
		x, y := content.Ref(a), content.Ref(b)
		return cmp.Or(cmp.Compare(x.Namespace, y.Namespace), cmp.Compare(x.Name, y.Name))
	})
	return objects, err
}

// wanted is the dependencies of an object, to be asked which objects they mean.
type wanted struct {
	named     map[override.Ref]bool
	selecting []interpreter.Dependency
}

func newWanted(dependencies []interpreter.Dependency) wanted {
	w := wanted{named: make(map[override.Ref]bool, len(dependencies))}
	for _, d := range dependencies {
		if d.Name != "" || d.LabelSelector == nil {
			w.named[dependencyRef(d)] = true
		} else {
			w.selecting = append(w.selecting, d)
		}
	}
	return w
}

// isOrphan reports whether the object of a binding is not a dependency.
func (d *distributor) isOrphan(ctx context.Context, b *api.ResourceBinding, w wanted) (bool, error) {
	r := b.Spec.Resource
	if w.named[override.Ref{APIVersion: r.APIVersion, Kind: r.Kind, Namespace: r.Namespace, Name: r.Name}] {
		return false, nil
	}
	for _, dependency := range w.selecting {
		if r.APIVersion != dependency.APIVersion || r.Kind != dependency.Kind || r.Namespace != dependency.Namespace {
			continue
		}
		selector, err := metav1.LabelSelectorAsSelector(dependency.LabelSelector)
		if err != nil {
			return false, fmt.Errorf("%s: %s: labelSelector: %w", b.Ref(), dependencyRef(dependency), err)
		}
		objects, err := d.found(ctx, interpreter.Dependency{APIVersion: r.APIVersion, Kind: r.Kind, Namespace: r.Namespace, Name: r.Name})
		if err != nil {
			return false, fmt.Errorf("%s: %w", b.Ref(), err)
		}
		if slices.ContainsFunc(objects, func(o *unstructured.Unstructured) bool { return selects(selector, o) }) {
			return false, nil
		}
	}
	return true, nil
}

// dependencyRef names what a dependency is about.
func dependencyRef(d interpreter.Dependency) override.Ref {
	return override.Ref{APIVersion: d.APIVersion, Kind: d.Kind, Namespace: d.Namespace, Name: d.Name}
}
