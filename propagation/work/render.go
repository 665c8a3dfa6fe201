package work

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Input is the input of [Render]. It is never written.
type Input struct {
	Binding  api.Binding
	Template *unstructured.Unstructured // the object; nil if it no longer exists

	Clusters    map[string]*api.Cluster // by name: at least the targets
	Overrides   Overrides
	Interpreter *interpreter.Registry // finds the [interpreter.ReplicaReviser]

	// Stored has the stored Works: at least those with the namespaces and names of the result. All others are ignored.
	Stored []*api.Work

	// FeatureGates: only StatefulFailoverInjection is read.
	FeatureGates api.FeatureGates

	// NewID returns the permanent id of a Work that has none, as Karmada's admission sets it. An empty id is not set. NewID is called once for
	// each Work without an id, in the order of the targets. Nil: a new Work has no id.
	NewID func(of override.Ref) string

	// Overridden is called for each target, in order, after the override policies have acted, even if none applied. The result has their
	// changes, skips and divergences. There is no call for a target that has failed before, and a target may fail after its call, for example
	// because the stored Work is being deleted. The result may only be read, and only during the call, because it reads from the template. Its
	// Object is a copy, not the manifest. Nil: no calls.
	Overridden func(cluster string, result *override.Result)
}

// Render returns the Works of a binding as they must be stored, one for each target, sorted by namespace and name. For each target:
//
//  1. An object with replicas gets the replicas of the target, if the interpreter can revise its kind, even if they are duplicated.
//  2. A divided Job gets its part of the completions, see [Completions].
//  3. The override policies act, see [Overrides] and Overridden in [Input].
//  4. Labels and annotations on the manifest and on the Work name the binding. The manifest also gets the generation of the template, if
//     it has one.
//  5. An annotation of the Work has the conflict resolution, overwrite or abort. It is that of the manifest's annotation if that has one of
//     these values, else that of the binding, else abort.
//  6. With the gate StatefulFailoverInjection, the manifest gets the labels preserved by the last eviction, if the binding has only one target, the eviction is
//     direct and the object was not in this cluster before.
//  7. The manifest is finished, see [Finish], and the Work is merged with the stored one, see [Merge]. Its name is made of the kind,
//     namespace and name that the manifest has then.
//  8. If the Work has no permanent id, Work and manifest get one from NewID. The manifest lists its label as managed.
//
// Without a template there are no Works. An error is about the binding, about completions that cannot be divided, or joins (errors.Join) an
// [*Error] for every target that failed; the Works of the other targets are returned with it. Call [Orphans] first: it reports whether Works
// may be rendered.
func Render(ctx context.Context, in Input) ([]*api.Work, error) {
	owner, err := identify(in.Binding)
	if err != nil || in.Template == nil || in.Template.Object == nil {
		return nil, err
	}
	spec := in.Binding.BindingSpec()
	targets := Targets(spec)
	r := &renderer{Input: in, owner: owner, spec: spec, alone: len(targets) == 1, shared: map[share]override.Selection{}, works: newWorkSet(in.Stored, in.NewID)}
	if err := content.Check(in.Template.Object); err != nil {
		r.fault = fmt.Errorf("%s: %w", override.RefOf(in.Template), err)
	} else if r.completions, err = completions(in.Template, spec, targets); err != nil {
		return nil, fmt.Errorf("%s: %w", in.Binding.Ref(), err)
	}
	var errs []error
	for _, target := range targets {
		if err := r.render(ctx, target); err != nil {
			errs = append(errs, &Error{in.Binding.Ref(), target.Name, err})
		}
	}
	return r.works.sorted(), errors.Join(errs...)
}

type renderer struct {
	Input
	owner       identity
	spec        *api.ResourceBindingSpec
	completions map[string]int64
	fault       error // of the template, if it cannot be read
	alone       bool  // there is only one target
	shared      map[share]override.Selection
	works       *workSet
}

// share is how the object of a cluster differs from the template before policies act. Clusters with equal shares have equal objects.
type share struct {
	revised, divided      bool
	replicas, completions int64
}

func (r *renderer) render(ctx context.Context, target api.TargetCluster) error {
	if r.fault != nil {
		return r.fault
	}
	selection, err := r.selection(ctx, target)
	if err != nil {
		return err
	}
	cluster := r.Clusters[target.Name]
	if cluster == nil {
		return errors.New("the cluster does not exist")
	}
	result, err := selection.Apply(cluster.Facts())
	if err != nil {
		return err
	}
	object, err := result.Object()
	if err != nil {
		return err
	}
	if r.Overridden != nil {
		r.Overridden(target.Name, result) // after Object, so that the result no longer has the memory of the manifest
	}
	return r.addWork(object, target.Name, r.Overrides.Annotations(result))
}

// selection returns the object with the share of a target, and the policies for it.
func (r *renderer) selection(ctx context.Context, target api.TargetCluster) (override.Selection, error) {
	var s share
	reviser, found := r.Interpreter.ReplicaReviser(r.Template.GroupVersionKind())
	if found && (r.spec.Replicas > 0 || r.spec.ReplicaRequirements != nil || len(r.spec.Components) > 0) {
		s.revised, s.replicas = true, int64(target.Replicas)
	}
	s.completions, s.divided = r.completions[target.Name]
	if selection, known := r.shared[s]; known {
		return selection, nil
	}
	object, err := r.Template, error(nil)
	if s.revised {
		if object, err = reviser.ReviseReplica(ctx, object, s.replicas); err != nil {
			return override.Selection{}, r.Interpreter.Hidden(r.Template, err)
		}
		if object == nil || object.Object == nil {
			return override.Selection{}, errors.New("found no object with revised replicas, expected one")
		}
		if err = content.Check(object.Object); err != nil {
			return override.Selection{}, fmt.Errorf("with revised replicas, %w", err)
		}
	}
	if s.divided {
		if object, err = withCompletions(object, s.completions); err != nil {
			return override.Selection{}, err
		}
	}
	selection := r.Overrides.Set.Select(object)
	r.shared[s] = selection
	return selection, nil
}

// withCompletions returns a copy of a Job with other completions, if it has any.
func withCompletions(job *unstructured.Unstructured, completions int64) (*unstructured.Unstructured, error) {
	job, err := copyOf(job)
	if err != nil {
		return nil, err
	}
	_, found, err := integerAt(job.Object, "spec", "completions")
	if err != nil {
		return nil, err
	}
	if !found {
		return job, nil
	}
	if err := unstructured.SetNestedField(job.Object, completions, "spec", "completions"); err != nil {
		return nil, err
	}
	return job, nil
}

// addWork adds the Work of an overridden object, which it modifies.
func (r *renderer) addWork(object *unstructured.Unstructured, cluster string, annotations map[string]string) error {
	annotated, _, _ := unstructured.NestedString(object.Object, "metadata", "annotations", api.ConflictResolutionAnnotation)
	maps.Copy(annotations, r.owner.annotations)
	annotations[api.ConflictResolutionAnnotation] = resolution(annotated, r.spec.ConflictResolution)
	work := &api.Work{ObjectMeta: metav1.ObjectMeta{
		Namespace:   api.ExecutionNamespace(cluster),
		Name:        api.WorkName(object.GetKind(), object.GetNamespace(), object.GetName()),
		Finalizers:  []string{api.ExecutionFinalizer},
		Labels:      map[string]string{r.owner.idLabel: r.owner.id},
		Annotations: annotations,
	}}
	suspend := suspended(r.spec, cluster)
	preserve := r.spec.PreserveResourcesOnDeletion != nil && *r.spec.PreserveResourcesOnDeletion
	work.Spec.SuspendDispatching, work.Spec.PreserveResourcesOnDeletion = &suspend, &preserve

	owner := metadata{map[string]string{r.owner.idLabel: r.owner.id}, maps.Clone(r.owner.annotations)}
	if r.alone && r.FeatureGates.Enabled(api.GateStatefulFailoverInjection) {
		maps.Copy(owner.labels, lastState(r.spec, cluster))
	}
	if generation := object.GetGeneration(); generation > 0 {
		owner.annotations[api.TemplateGenerationAnnotation] = strconv.FormatInt(generation, 10)
	}
	return r.works.add(work, object, owner)
}

func resolution(annotated string, ofBinding api.ConflictResolution) string {
	switch {
	case annotated == "overwrite" || annotated == "abort":
		return annotated
	case ofBinding == api.ConflictOverwrite:
		return "overwrite"
	}
	return "abort"
}
