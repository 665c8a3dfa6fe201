package work

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
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
	Cluster *api.Cluster // the cluster of the Work; only its conditions and deletion timestamp are read

	// Observed has the object in the cluster for each manifest, in their order; nil if it does not exist. It must be up to date: with an
	// outdated cache, an object that was just created looks deleted.
	Observed []*unstructured.Unstructured

	// Edited is true if somebody has changed an object of the Work in the cluster, see [MemberEvent]. Then every value that the manifest lacks
	// is drift, also one that may be a default. That costs an update for each event and finds every edit, but it also removes what controllers
	// in the cluster add, as Karmada does. Keep it until a Sync does not wait.
	Edited bool

	// Interpreter finds the [interpreter.Retainer] of a kind. Nil: no kind retains fields of its own, not even the address of a Service.
	Interpreter *interpreter.Registry
	Now         time.Time // for the conditions
}

// SyncResult says what to do for a Work. Carry out its decisions, then call [SyncResult.After].
type SyncResult struct {
	Decisions  []Decision         // one for each manifest
	Conditions []metav1.Condition // those of the Work, with Dispatching updated
	Wait       string             // why nothing may be done yet, or empty

	before before
}

// before is what After needs of the Work, as it was.
type before struct {
	ref        override.Ref // zero: there was no Sync
	generation int64
	deleting   bool
	finalizers []string
	conditions []metav1.Condition
	now        time.Time
}

// Sync decides what to do in a member cluster for the manifests of a Work:
//
//  1. If the Work is being deleted and has preserveResourcesOnDeletion, its objects are released, see [Release], even if the cluster is not
//     ready. Without it, they are deleted if the cluster is ready, left alone if it is not ready and is being deleted itself, and wait
//     otherwise. An object that is missing or not managed by Karmada is left alone.
//  2. Otherwise the condition Dispatching is set. If dispatching is suspended or the cluster is not ready, everything waits.
//  3. An object that does not exist is created. It is recreated if the manifest was applied before, see rule 7.
//  4. An existing object without the label karmada.io/managed: true is refused, unless the manifest has the annotation
//     work.karmada.io/conflict-resolution: overwrite.
//  5. What is sent is the manifest with what the cluster retains, see [Retain]. If that fails, the object is refused.
//  6. The object is updated if there is drift, see [Difference], and left otherwise. Karmada updates it if [Decision].NeedsUpdate.
//  7. A manifest has been applied if the condition Applied of the Work is true and was set for the present generation of the Work, see
//     [SyncResult.After]. The generation must move with the spec, as it does in an API server.
//  8. A manifest is refused if it or the observed object is invalid, if it has no kind or no name, or if the observed object has another
//     group, kind, namespace or name. If a Work with such a manifest is being deleted, an observed object decides.
//
// A manifest that is refused does not affect the others, except that they do not count as applied. Sync fails if the Work or the cluster is
// missing or wrong, if there are more or fewer observed objects than manifests, or if ctx is done. Without its cluster a Work keeps its
// finalizer, as in Karmada.
func Sync(ctx context.Context, in SyncInput) (*SyncResult, error) {
	if in.Work == nil {
		return nil, errors.New("found no Work, expected one")
	}
	manifests := in.Work.Spec.Workload.Manifests
	if len(in.Observed) != len(manifests) {
		return nil, fmt.Errorf("%s: found %d observed objects, expected one for each of %d manifests", in.Work.Ref(), len(in.Observed), len(manifests))
	}
	cluster, err := api.ClusterOfNamespace(in.Work.Namespace)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", in.Work.Ref(), err)
	case in.Cluster == nil:
		return nil, fmt.Errorf("%s: cluster %s does not exist", in.Work.Ref(), cluster)
	case in.Cluster.Name != cluster:
		return nil, fmt.Errorf("%s: found cluster %s, expected %s", in.Work.Ref(), in.Cluster.Name, cluster)
	}
	s := newSyncer(in)
	decide := s.begin()
	for i, manifest := range manifests {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("%s: %w", in.Work.Ref(), err)
		}
		s.result.Decisions = append(s.result.Decisions, s.decide(ctx, decide, i, manifest))
	}
	return s.result, nil
}

// syncer is one call of Sync.
type syncer struct {
	SyncInput
	result                   *SyncResult
	deleting, ready, applied bool
	all                      Decision // about every manifest, if no decider looks at them
}

func newSyncer(in SyncInput) *syncer {
	conditions := in.Work.Status.Conditions
	applied := meta.FindStatusCondition(conditions, api.WorkApplied)
	return &syncer{
		SyncInput: in, deleting: in.Work.DeletionTimestamp != nil, ready: meta.IsStatusConditionTrue(in.Cluster.Status.Conditions, api.ClusterReady),
		applied: applied != nil && applied.Status == metav1.ConditionTrue && applied.ObservedGeneration == in.Work.Generation,
		result: &SyncResult{Conditions: slices.Clone(conditions), before: before{
			ref: in.Work.Ref(), generation: in.Work.Generation, deleting: in.Work.DeletionTimestamp != nil, finalizers: slices.Clone(in.Work.Finalizers),
			conditions: slices.Clone(conditions), now: in.Now,
		}},
	}
}

// A decider decides what to do with an existing object. Both objects are valid.
type decider func(ctx context.Context, d Decision, manifest, observed *unstructured.Unstructured) Decision

const suspendedWait = "dispatching is suspended"

// begin sets what concerns the whole Work, and returns the decider; nil if no manifest is looked at.
func (s *syncer) begin() decider {
	switch {
	case s.deleting && isTrue(s.Work.Spec.PreserveResourcesOnDeletion):
		return s.release
	case s.deleting && s.ready:
		return s.delete
	case s.deleting && s.Cluster.DeletionTimestamp != nil:
		s.all = Decision{Action: ActionLeave, Reason: fmt.Sprintf("cluster %s is not ready and is being deleted", s.Cluster.Name)}
		return nil
	case s.deleting:
		s.result.Wait = fmt.Sprintf("cluster %s is not ready", s.Cluster.Name)
	default:
		suspended := isTrue(s.Work.Spec.SuspendDispatching)
		s.setDispatching(suspended)
		if s.ready && !suspended {
			return s.update
		}
		s.result.Wait = fmt.Sprintf("cluster %s is not ready", s.Cluster.Name)
		if suspended {
			s.result.Wait = suspendedWait
		}
	}
	s.all = Decision{Action: ActionWait, Reason: s.result.Wait}
	return nil
}

// setDispatching sets the condition Dispatching if its status changes.
func (s *syncer) setDispatching(suspended bool) {
	c := metav1.Condition{
		Type: api.WorkDispatching, Status: metav1.ConditionTrue, Reason: api.DispatchingReason, Message: "Work is being dispatched to member clusters.",
	}
	if suspended {
		c.Status, c.Reason, c.Message = metav1.ConditionFalse, api.SuspendDispatchingReason, "Work dispatching is in a suspended state."
	}
	if !meta.IsStatusConditionPresentAndEqual(s.result.Conditions, c.Type, c.Status) {
		s.result.Conditions = content.SetCondition(s.result.Conditions, c, s.Now)
	}
}

func isTrue(b *bool) bool { return b != nil && *b }

// decide decides about the manifest at an index.
func (s *syncer) decide(ctx context.Context, exists decider, i int, manifest api.Manifest) Decision {
	d := s.all
	fault := content.Check(manifest)
	if fault == nil {
		d.Object = override.RefOf(&unstructured.Unstructured{Object: manifest})
		if d.Object.Kind == "" || d.Object.Name == "" {
			fault = fmt.Errorf("found the kind %q and the name %q, expected both", d.Object.Kind, d.Object.Name)
		}
	}
	observed := s.Observed[i]
	switch {
	case exists == nil:
		return d
	case fault != nil && s.deleting:
		return s.unreadable(ctx, exists, d, i)
	case fault != nil:
		return d.refuse(fmt.Errorf("manifest %d: %w", i, fault))
	case observed == nil || observed.Object == nil:
		return s.absent(d, manifest)
	}
	if err := content.Check(observed.Object); err != nil {
		return d.refuse(fmt.Errorf("%s in cluster %s: %w", d.Object, s.Cluster.Name, err))
	}
	if found := override.RefOf(observed); !content.SameObject(found, d.Object) {
		return d.refuse(fmt.Errorf("found %s %s in cluster %s as the object of manifest %d, expected %s %s",
			found.APIVersion, found, s.Cluster.Name, i, d.Object.APIVersion, d.Object))
	}
	return exists(ctx, d, &unstructured.Unstructured{Object: manifest}, observed)
}

// unreadable decides about the object of a manifest that cannot be read, when the Work is being deleted: an earlier manifest may have made it.
func (s *syncer) unreadable(ctx context.Context, exists decider, d Decision, i int) Decision {
	observed := s.Observed[i]
	if observed == nil || content.Check(observed.Object) != nil || !managed(observed) {
		d.Action, d.Reason = ActionLeave, fmt.Sprintf("manifest %d cannot be read, and no object is known", i)
		return d
	}
	d.Object = override.RefOf(observed)
	return exists(ctx, d, prunedView(observed), observed)
}

// absent decides about an object that does not exist.
func (s *syncer) absent(d Decision, manifest api.Manifest) Decision {
	d.Reason = "the object does not exist"
	if s.deleting {
		d.Action = ActionLeave
		return d
	}
	if d.Action = ActionCreate; s.applied {
		d.Action, d.Reason = ActionRecreate, "the object was applied and no longer exists"
	}
	d.Send, d.NeedsUpdate = (&unstructured.Unstructured{Object: manifest}).DeepCopy(), true
	return d
}
