package member

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/resourceversion"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/shard"
	"github.com/overridekit/overridekit/propagation/status"
	"github.com/overridekit/overridekit/propagation/work"
)

// errAgain means that another writer has changed an object, or that the cache is outdated: the Work must be synced again soon.
var errAgain = errors.New("the object or the Work has changed meanwhile")

// handle does what an inbox has for a Work:
//
//  1. A Work that is gone, or that another replica owns, is left alone.
//  2. Events of its objects decide whether to sync it ([work.MemberEvent]). If not, only its status is reflected, without a call of the member.
//  3. A sync reads the objects from the member, not from a cache: [work.Sync] must not mistake a new object for a deleted one.
//  4. After the calls of the member, the conditions and the status of the Work are written at once, and only if they change.
//
// An error or a conflict is tried again, with a delay that grows. A Work whose cluster is not ready waits until it is.
func (m *member) handle(ctx context.Context, name string) error {
	err := m.process(ctx, name, m.inbox.take(name))
	if err != nil {
		m.inbox.restore(name)
	}
	return err
}

func (m *member) process(ctx context.Context, name string, t task) error {
	stored := &api.Work{}
	err := m.hub.Get(ctx, client.ObjectKey{Namespace: m.inbox.space, Name: name}, stored)
	if apierrors.IsNotFound(err) {
		m.inbox.forget(name)
		return nil
	}
	if err != nil {
		return err
	}
	if !m.options.owns(shard.OfWork(stored)) {
		m.inbox.forget(name)
		return nil
	}
	known := m.inbox.remember(name)
	for ref, event := range t.events {
		event.Written = known.written[ref]
		if _, found := event.Work(); found {
			t.sync, known.edited = true, true
		}
	}
	if outdated(stored.ResourceVersion, known.version) {
		return errAgain
	}
	c := &api.Cluster{}
	if err := m.hub.Get(ctx, client.ObjectKey{Name: m.name}, c); err != nil {
		return client.IgnoreNotFound(err)
	}
	ctx, cancel := m.options.fence(ctx)
	defer cancel()
	if t.sync {
		return m.sync(ctx, stored, c, known)
	}
	updated := stored.DeepCopy()
	for _, event := range t.events {
		m.reflect(ctx, updated, event.New)
	}
	return m.writeStatus(ctx, stored, updated, known)
}

// outdated reports whether a resourceVersion is older than another one. Versions that cannot be compared are not.
func outdated(version, than string) bool {
	if than == "" {
		return false
	}
	order, err := resourceversion.CompareResourceVersion(version, than)
	return err == nil && order < 0
}

// sync brings a Work to the member.
func (m *member) sync(ctx context.Context, stored *api.Work, c *api.Cluster, known *memory) error {
	l := m.current()
	observed, err := m.observe(ctx, l, stored, c)
	if err != nil {
		return err
	}
	result, err := work.Sync(ctx, work.SyncInput{
		Work: stored, Cluster: c, Observed: observed, Edited: known.edited, Interpreter: m.options.Interpreter, Now: time.Now(),
	})
	if err != nil {
		return err
	}
	results := make([]error, len(result.Decisions))
	for i, d := range result.Decisions {
		if l == nil && d.Action.Calls() {
			return errNoLink
		}
		var latest *unstructured.Unstructured
		latest, results[i] = m.carryOut(ctx, l, d, observed[i])
		if apierrors.IsConflict(results[i]) || apierrors.IsAlreadyExists(results[i]) {
			return errAgain
		}
		if results[i] == nil && latest != nil {
			if d.Action.Calls() {
				known.written[override.RefOf(latest)] = latest.GetResourceVersion()
			}
			observed[i] = latest
		}
		results[i] = harmless(d.Object, results[i])
	}
	outcome := result.After(results)
	updated := stored.DeepCopy()
	updated.Status.Conditions = outcome.Conditions
	if result.Wait == "" && !outcome.Finalized {
		for _, object := range observed {
			m.reflect(ctx, updated, object)
		}
	}
	if err := m.writeStatus(ctx, stored, updated, known); err != nil {
		return err
	}
	if err := m.writeFinalizers(ctx, updated, outcome.Finalizers, known); err != nil {
		return err
	}
	if result.Wait != "" {
		return nil // the Cluster or the Work will change
	}
	if outcome.Retry {
		return fmt.Errorf("work %s/%s: %w", stored.Namespace, stored.Name, errors.Join(results...))
	}
	known.edited = false
	return nil
}

// observe reads the objects of a Work. They are not read if Sync only waits, because the cluster is not ready: then calls could hang.
func (m *member) observe(ctx context.Context, l *link, stored *api.Work, c *api.Cluster) ([]*unstructured.Unstructured, error) {
	observed := make([]*unstructured.Unstructured, len(stored.Spec.Workload.Manifests))
	release := stored.DeletionTimestamp != nil && stored.Spec.PreserveResourcesOnDeletion != nil && *stored.Spec.PreserveResourcesOnDeletion
	if !ready(c) && !release {
		return observed, nil
	}
	if l == nil {
		return nil, errNoLink
	}
	for i, manifest := range stored.Spec.Workload.Manifests {
		object := &unstructured.Unstructured{Object: manifest}
		if object.GetKind() == "" || object.GetName() == "" {
			continue // Sync refuses it
		}
		if stored.DeletionTimestamp == nil {
			if err := l.watch(object.GroupVersionKind()); err != nil {
				return nil, err
			}
		}
		var err error
		if observed[i], err = l.get(ctx, object); err != nil {
			return nil, harmless(override.RefOf(object), err)
		}
	}
	return observed, nil
}

// carryOut carries out a decision, and returns the object that the member has then, or nil.
func (m *member) carryOut(ctx context.Context, l *link, d work.Decision, observed *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	var err error
	switch d.Action {
	case work.ActionCreate, work.ActionRecreate:
		err = l.client.Create(ctx, d.Send)
	case work.ActionUpdate, work.ActionRelease:
		err = l.client.Update(ctx, d.Send)
	case work.ActionDelete:
		uid := observed.GetUID()
		err = client.IgnoreNotFound(l.client.Delete(ctx, observed.DeepCopy(),
			client.PropagationPolicy(metav1.DeletePropagationBackground), client.Preconditions{UID: &uid}))
	default:
		return observed, d.Err
	}
	countWrite(m.name, d.Action, err)
	return d.Send, err
}

// harmless removes the text of an error of a Secret, in which an API server may quote its values.
func harmless(object override.Ref, err error) error {
	if err == nil || object.Kind != "Secret" {
		return err
	}
	reason := apierrors.ReasonForError(err)
	if reason == metav1.StatusReasonUnknown {
		return fmt.Errorf("%s: the API server could not be called", object)
	}
	return fmt.Errorf("%s: the API server answered %s", object, reason)
}

// maxStatus is how many bytes of JSON the status of an object may have. The statuses of all members are in one binding, so one of a megabyte would keep
// those of the others from being stored.
const maxStatus = 256 << 10

// reflect sets the status of an object in its Work. An object whose status cannot be read, or is too large, has no status.
func (m *member) reflect(ctx context.Context, updated *api.Work, object *unstructured.Unstructured) {
	r, err := status.Reflect(ctx, status.ReflectInput{Object: object, Work: updated, Interpreter: m.options.Interpreter})
	tooLarge := func(s api.ManifestStatus) bool { return s.Status != nil && len(s.Status.Raw) > maxStatus }
	if err == nil && r.Action == status.ActionUpdate && !slices.ContainsFunc(r.Statuses, tooLarge) {
		updated.Status.ManifestStatuses = r.Statuses
	}
}

// writeStatus writes the status of a Work if it has changed.
func (m *member) writeStatus(ctx context.Context, stored, updated *api.Work, known *memory) error {
	if equality.Semantic.DeepEqual(stored.Status, updated.Status) {
		return nil
	}
	before := stored.DeepCopy()
	return known.wrote(updated, m.hub.Status().Patch(ctx, updated, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})))
}

// writeFinalizers writes the finalizers of a Work if they have changed.
func (m *member) writeFinalizers(ctx context.Context, stored *api.Work, finalizers []string, known *memory) error {
	if slices.Equal(stored.Finalizers, finalizers) {
		return nil
	}
	updated := stored.DeepCopy()
	updated.Finalizers = finalizers
	return known.wrote(updated, m.hub.Patch(ctx, updated, client.MergeFromWithOptions(stored, client.MergeFromWithOptimisticLock{})))
}

// wrote keeps the version of a Work after a write. The error of a conflict is [errAgain]. A Work that is gone needs nothing more.
func (k *memory) wrote(w *api.Work, err error) error {
	switch {
	case apierrors.IsConflict(err):
		return errAgain
	case err == nil:
		k.version = w.ResourceVersion
	}
	return client.IgnoreNotFound(err)
}

// ready reports whether a cluster is ready.
func ready(c *api.Cluster) bool {
	return meta.IsStatusConditionTrue(c.Status.Conditions, api.ClusterReady)
}
