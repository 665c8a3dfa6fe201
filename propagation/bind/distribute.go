package bind

import (
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

// DistributeInput is what an independent binding is followed by. None of it is written.
type DistributeInput struct {
	Independent *api.ResourceBinding       // as it is stored
	Template    *unstructured.Unstructured // its object; nil if it is gone
	Registry    *interpreter.Registry
	Find        DependencyFinder       // nil finds nothing
	Bindings    []*api.ResourceBinding // in its namespace; [Batch.Distribute] does not look at them
	// FeatureGates: PropagateDeps counts.
	FeatureGates api.FeatureGates
}

// Distribute follows an independent binding, one of whose policy says propagateDeps, to what its object needs. The
// template is looked at only where dependencies are followed. The bindings are those that are stored in the namespace, or at
// least those which the independent binding has attached, those of the dependencies, and all that require one of them. The result shares nothing with the arguments.
//
//  1. If the gate PropagateDeps is off, nothing happens.
//  2. A binding that does not propagate dependencies, or is being deleted, is taken out of all that it has attached, see
//     [Detach]. Then it loses its finalizer. Its template is not needed for that.
//  3. Without an interpreter that knows the dependencies of the kind, nothing happens.
//  4. Otherwise it gets the finalizer, and an annotation that lists the dependencies; no dependencies are null. The list is
//     sorted, so that its text changes only with it.
//  5. It is taken out of those that it has attached and that are no dependency any more: none has their kind, apiVersion,
//     namespace and name, or a selector that matches the labels which their object has now.
//  6. Each object that a dependency names or selects is attached, see [Attach]. What is not found is left out.
//
// What a binding has attached is known by the label of [AttachedBinding]: its value must be the id of the binding. It is not
// asked whether the binding has clusters; a controller may wait for them.
//
// One binding in trouble does not hold up the others. An error may therefore come with a distribution, which then has all
// that can be stored regardless; a finalizer that is to go stays until there is no error. If nothing is known about the
// dependencies there is no distribution.
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
	for key, b := range s.all {
		if !b.touched || b.missing != nil || key == own {
			continue
		}
		attached, err := s.result(b)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		done.Attached = append(done.Attached, attached)
	}
	slices.SortFunc(done.Attached, func(a, b Attached) int { return content.CompareObjects(a.Binding, b.Binding) })
	independent, err := s.result(s.all[own])
	done.Independent, done.Changed = s.all[own].write(), independent.Changed
	return done, errors.Join(append(errs, err)...)
}

// Followed is what [Batch.Distribute] found out about the dependencies of a binding.
type Followed struct {
	Dependencies []interpreter.Dependency // what its object needs, sorted
	Missing      []interpreter.Dependency // those of them of which no object was found
	Reason       string
}

// Distribute is [Distribute] among the bindings of the batch, of which the independent one must be one. Without a result nothing is known
// about the dependencies, and nothing has changed.
func (s *Batch) Distribute(ctx context.Context, in DistributeInput) (*Followed, error) {
	if err := checkIndependent(in.Independent); err != nil {
		return nil, err
	}
	if s == nil || s.all[content.NameOf(in.Independent)] == nil {
		return nil, fmt.Errorf("%s is not in the batch", in.Independent.Ref())
	}
	if !in.FeatureGates.Enabled(api.GatePropagateDeps) {
		return &Followed{Reason: "the feature gate PropagateDeps is off"}, nil
	}
	d := distributor{batch: s, independent: s.all[content.NameOf(in.Independent)].binding, find: in.Find}
	return d.distribute(ctx, in.Template, in.Registry)
}

// distributor follows one independent binding.
type distributor struct {
	batch       *Batch
	independent *api.ResourceBinding // as it was
	find        DependencyFinder
	missing     []interpreter.Dependency
}

// distribute obeys the rules of [Distribute]. Without a result nothing is known about the dependencies.
func (d *distributor) distribute(ctx context.Context, template *unstructured.Unstructured, registry *interpreter.Registry) (*Followed, error) {
	if !d.independent.Spec.PropagateDeps || d.independent.DeletionTimestamp != nil {
		return d.withdraw()
	}
	if err := checkBindable(template); err != nil {
		return nil, fmt.Errorf("dependencies of %s: %w", d.independent.Ref(), err)
	}
	hook, found := registry.DependencyInterpreter(template.GroupVersionKind())
	if !found {
		return &Followed{Reason: registry.Check(template.GroupVersionKind(), interpreter.InterpretDependency).Error()}, nil
	}
	dependencies, err := hook.InterpretDependency(ctx, template)
	if err != nil {
		return nil, fmt.Errorf("dependencies of %s: %w", d.independent.Ref(), registry.Hidden(template, err))
	}
	return d.follow(ctx, sortedDependencies(dependencies))
}

// withdraw takes the binding out of all that it has attached.
func (d *distributor) withdraw() (*Followed, error) {
	done := Followed{Reason: "dependencies are not propagated"}
	if d.independent.DeletionTimestamp != nil {
		done.Reason = "the binding is being deleted"
	}
	var errs []error
	for _, b := range d.batch.owned(d.independent) {
		errs = append(errs, d.batch.detach(d.independent, b))
	}
	err := errors.Join(errs...)
	if err == nil {
		b := d.batch.all[content.NameOf(d.independent)].write()
		b.Finalizers = slices.DeleteFunc(b.Finalizers, func(f string) bool { return f == api.DependenciesFinalizer })
	}
	return &done, err
}

// follow attaches the dependencies, which are sorted, and takes the binding out of all others.
func (d *distributor) follow(ctx context.Context, dependencies []interpreter.Dependency) (*Followed, error) {
	text, err := json.Marshal(dependencies)
	if err != nil {
		return nil, fmt.Errorf("dependencies of %s: %w", d.independent.Ref(), err)
	}
	var errs []error
	wanted := newWanted(dependencies)
	for _, b := range d.batch.owned(d.independent) {
		orphan, err := d.isOrphan(ctx, b, wanted)
		if err == nil && orphan {
			err = d.batch.detach(d.independent, b)
		}
		errs = append(errs, err)
	}
	for _, dependency := range dependencies {
		errs = append(errs, d.attach(ctx, dependency))
	}
	b := d.batch.all[content.NameOf(d.independent)].write()
	b.Finalizers = addedFinalizers(b.Finalizers, api.DependenciesFinalizer)
	b.Annotations = content.MergeMap(b.Annotations, map[string]string{api.DependenciesAnnotation: string(text)})
	return &Followed{dependencies, d.missing, fmt.Sprintf("dependencies: %d", len(dependencies))}, errors.Join(errs...)
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
		errs = append(errs, d.batch.attach(d.independent, object))
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
		return content.CompareRefs(content.Ref(a), content.Ref(b))
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
	if w.named[content.ResourceOf(b)] {
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
