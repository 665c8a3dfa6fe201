package work

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Input is what the Works of a binding are made of. None of it is written.
type Input struct {
	Binding  api.Binding
	Template *unstructured.Unstructured // the object; nil if it is gone

	Clusters    map[string]*api.Cluster // by name: at least the targets
	Overrides   Overrides
	Interpreter *interpreter.Registry // asked for [interpreter.ReplicaReviser]

	// Stored are the Works that are there: at least those in the namespaces and of the names that come out. Of the others nothing is read.
	Stored []api.Work

	// InjectState carries the state that an application had in the cluster it left into the one it goes to, as labels: Karmada's feature
	// gate StatefulFailoverInjection.
	InjectState bool
}

// Render gives the Works of a binding as they are to be stored, one for each target, sorted by namespace and name. For each target:
//
//  1. An object with replicas gets those of the target, if the interpreter can revise its kind, also where each cluster gets all of them.
//  2. A Job that is divided gets its part of the completions, see [Completions].
//  3. The override policies act, see [Overrides].
//  4. Labels and annotations name the binding, on the manifest and on the Work; the manifest also has the generation of the template, if
//     there is one.
//  5. The Work says how a conflict with an object of the cluster is resolved: overwrite or abort, as an annotation of the manifest
//     says; any other text there counts for nothing. Otherwise overwrite if the binding says so, and else abort.
//  6. With InjectState, the labels kept by the last eviction are on the manifest, if the binding has only one target, the eviction is direct
//     and the object was not there before.
//  7. The manifest is finished, see [Finish], and the Work merged with the stored one, see [Merge]. Its name comes from the kind, namespace
//     and name that the manifest has by now.
//
// Without a template there are no Works. An error is a binding that is none, completions that cannot be divided, or an [*Error] for
// every target that failed, joined (errors.Join); the Works of the other targets come out all the same. Whether any Work is to be made
// yet is for [Orphans] to say.
func Render(ctx context.Context, in Input) ([]api.Work, error) {
	owner, err := identify(in.Binding)
	if err != nil || in.Template == nil || in.Template.Object == nil {
		return nil, err
	}
	spec := in.Binding.BindingSpec()
	targets := Targets(spec)
	r := &renderer{Input: in, owner: owner, spec: spec, alone: len(targets) == 1, shared: map[share]override.Selection{}, works: newWorkSet(in.Stored)}
	if err := content.Check(in.Template.Object); err != nil {
		r.fault = fmt.Errorf("%s: %w", content.Ref(in.Template), err)
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
	fault       error // of the template: it cannot be read
	alone       bool  // there is one target
	shared      map[share]override.Selection
	works       *workSet
}

// share is what an object has of its own in a cluster before policies act. Clusters with equal shares have equal objects.
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
		return errors.New("there is no such cluster")
	}
	object, annotations, err := r.Overrides.apply(selection, cluster)
	if err != nil {
		return err
	}
	return r.addWork(object, target.Name, annotations)
}

// selection is the object with what a target gets of it, and the policies for it.
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

// withCompletions is a copy of a Job with other completions, if it has any.
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

// addWork makes the Work of an object as policies have left it. The object is written.
func (r *renderer) addWork(object *unstructured.Unstructured, cluster string, annotations map[string]string) error {
	given, _, _ := unstructured.NestedString(object.Object, "metadata", "annotations", api.ConflictResolutionAnnotation)
	maps.Copy(annotations, r.owner.annotations)
	annotations[api.ConflictResolutionAnnotation] = resolution(given, r.spec.ConflictResolution)
	work := api.Work{ObjectMeta: metav1.ObjectMeta{
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
	maps.Copy(owner.labels, r.state(cluster))
	if generation := object.GetGeneration(); generation > 0 {
		owner.annotations[api.TemplateGenerationAnnotation] = strconv.FormatInt(generation, 10)
	}
	return r.works.add(work, object, owner)
}

// state is the labels that an object brings along from the cluster it left.
func (r *renderer) state(cluster string) map[string]string {
	tasks := r.spec.GracefulEvictionTasks
	if !r.InjectState || !r.alone || len(tasks) == 0 {
		return nil
	}
	last := tasks[len(tasks)-1]
	if last.PurgeMode != api.PurgeDirectly || slices.Contains(last.ClustersBeforeFailover, cluster) {
		return nil
	}
	return last.PreservedLabelState
}

func resolution(given string, wanted api.ConflictResolution) string {
	switch {
	case given == "overwrite" || given == "abort":
		return given
	case wanted == api.ConflictOverwrite:
		return "overwrite"
	}
	return "abort"
}
