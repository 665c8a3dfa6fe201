package work

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// SyncInput is the input of [Sync]. It is never written.
type SyncInput struct {
	Work    *api.Work
	Cluster *api.Cluster // of the Work; its conditions and its deletion timestamp are read. Nil: it does not exist.

	// Observed has, for each manifest in their order, the object in the cluster, or nil if it does not exist. It must be a fresh copy: an
	// object from an outdated cache can make an applied object look deleted.
	Observed []*unstructured.Unstructured

	Interpreter *interpreter.Registry // finds the [interpreter.Retainer]
	Now         time.Time             // for the conditions
}

// SyncResult is what must be done for a Work. The caller carries out the decisions, and then asks [SyncResult.After] for what the Work gets.
type SyncResult struct {
	Decisions []Decision // one for each manifest

	// Conditions are those of the Work before the actions are carried out: the condition Dispatching is set.
	Conditions []metav1.Condition

	// Wait is why nothing may be done yet, or empty. Retry is true if no event of the control plane ends the wait, and false for a suspended Work.
	Wait  string
	Retry bool

	work *api.Work
	now  time.Time
}

// Sync decides what to do in a member cluster for the manifests of a Work:
//
//  1. A Work that is being deleted: with preserveResourcesOnDeletion its objects are released, see [Release]. Otherwise they are deleted
//     if the cluster is ready, left if it is not ready and is being deleted itself, and wait if it is only not ready. An object that
//     Karmada does not manage stays as it is, and so does one that is gone.
//  2. If dispatching is suspended or the cluster is not ready, all wait.
//  3. An object that does not exist is created. It is recreated if the manifest was applied before, see rule 7.
//  4. An object without the label karmada.io/managed: true is refused, unless the manifest has the annotation work.karmada.io/conflict-resolution: overwrite.
//  5. What is sent is the manifest with what the cluster retains, see [Retain]. If that fails, the object is refused.
//  6. The object is updated if there is drift, see [Difference], and left otherwise. Karmada updates it if [Decision].NeedsUpdate.
//  7. A manifest has been applied if the condition Applied of the Work is true and was set for the present generation of the Work, see [SyncResult.After].
//     As long as it has not been applied, every field that the manifest lacks is drift, because an earlier manifest may have had it.
//
// A manifest that cannot be decided does not affect the others. The error is about the Work or the cluster as a whole.
func Sync(ctx context.Context, in SyncInput) (*SyncResult, error) {
	if in.Work == nil {
		return nil, errors.New("found no Work, expected one")
	}
	manifests := in.Work.Spec.Workload.Manifests
	if len(in.Observed) != len(manifests) {
		return nil, fmt.Errorf("%s: found %d observed objects, expected one for each of %d manifests", in.Work.Ref(), len(in.Observed), len(manifests))
	}
	cluster, err := api.ClusterOfNamespace(in.Work.Namespace)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", in.Work.Ref(), err)
	}
	if in.Cluster == nil {
		return nil, fmt.Errorf("%s: cluster %s does not exist", in.Work.Ref(), cluster)
	}
	if in.Cluster.Name != cluster {
		return nil, fmt.Errorf("%s: found cluster %s, expected %s", in.Work.Ref(), in.Cluster.Name, cluster)
	}
	s := &syncer{SyncInput: in, SyncResult: SyncResult{Conditions: slices.Clone(in.Work.Status.Conditions), work: in.Work, now: in.Now}}
	s.ready = conditionIs(in.Cluster.Status.Conditions, api.ClusterReady)
	decide := s.begin()
	for i, manifest := range manifests {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", in.Work.Ref(), err)
		}
		s.Decisions = append(s.Decisions, s.decision(ctx, decide, manifest, in.Observed[i]))
	}
	return &s.SyncResult, nil
}

type syncer struct {
	SyncInput
	SyncResult
	ready, applied bool
}

// decide decides about an object that exists; both objects are valid.
type decide func(ctx context.Context, d Decision, manifest, observed *unstructured.Unstructured) Decision

// begin sets what concerns the whole Work and returns how its manifests are decided; nil if all of them wait.
func (s *syncer) begin() decide {
	suspended := s.Work.Spec.SuspendDispatching != nil && *s.Work.Spec.SuspendDispatching
	switch {
	case s.Work.DeletionTimestamp != nil && s.Work.Spec.PreserveResourcesOnDeletion != nil && *s.Work.Spec.PreserveResourcesOnDeletion:
		return s.release
	case s.Work.DeletionTimestamp != nil && s.ready:
		return s.delete
	case s.Work.DeletionTimestamp != nil && s.Cluster.DeletionTimestamp != nil:
		return s.abandon
	case s.Work.DeletionTimestamp == nil:
		s.setDispatching(suspended)
		applied := s.Work.Status.Conditions
		s.applied = conditionIs(applied, api.WorkApplied) && observedGeneration(applied, api.WorkApplied) == s.Work.Generation
		if suspended {
			s.Wait = "dispatching is suspended"
			return nil
		}
		if s.ready {
			return s.update
		}
	}
	s.Wait, s.Retry = fmt.Sprintf("cluster %s is not ready", s.Cluster.Name), true
	return nil
}

func (s *syncer) decision(ctx context.Context, decide decide, manifest api.Manifest, observed *unstructured.Unstructured) Decision {
	object := &unstructured.Unstructured{Object: manifest}
	d := Decision{Action: ActionWait, Reason: s.Wait}
	err := content.Check(manifest)
	if err == nil {
		d.Object = override.RefOf(object)
	}
	switch {
	case decide == nil:
		return d
	case err != nil:
		return refuse(d, fmt.Errorf("the manifest is invalid: %w", err))
	case d.Object.Kind == "":
		return refuse(d, errors.New("the manifest has no kind"))
	}
	if observed != nil && observed.Object != nil {
		if err := content.Check(observed.Object); err != nil {
			return refuse(d, fmt.Errorf("%s in cluster %s: %w", d.Object, s.Cluster.Name, err))
		}
		return decide(ctx, d, object, observed)
	}
	return s.absent(d, object)
}

// absent decides about an object that does not exist.
func (s *syncer) absent(d Decision, manifest *unstructured.Unstructured) Decision {
	switch {
	case s.Work.DeletionTimestamp != nil:
		d.Action, d.Reason = ActionLeave, "the object does not exist"
		return d
	case s.applied:
		d.Action, d.Reason = ActionRecreate, "the object was applied and no longer exists"
	default:
		d.Action, d.Reason = ActionCreate, "the object does not exist"
	}
	d.Send, d.NeedsUpdate = manifest.DeepCopy(), true
	return d
}

func refuse(d Decision, err error) Decision {
	d.Action, d.Err, d.Reason = ActionRefuse, err, err.Error()
	return d
}

func conditionIs(conditions []metav1.Condition, kind string) bool {
	for _, c := range conditions {
		if c.Type == kind {
			return c.Status == metav1.ConditionTrue
		}
	}
	return false
}

func observedGeneration(conditions []metav1.Condition, kind string) int64 {
	for _, c := range conditions {
		if c.Type == kind {
			return c.ObservedGeneration
		}
	}
	return 0
}
