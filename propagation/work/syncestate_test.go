package work_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/server"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// syncEstate is a control plane with some Works of one cluster, and the cluster itself.
type syncEstate struct {
	*rand.Rand
	t        testing.TB
	cluster  *api.Cluster
	member   server.Server
	works    []*syncedWork
	replicas int64 // what the autoscaler of the cluster chooses
	now      time.Time
	events   []string
}

// syncedWork is a stored Work with its template, and what others have done with its object.
type syncedWork struct {
	*api.Work
	kind syncKind

	resolution string // of conflicts; empty: abort
	template   *unstructured.Unstructured
	added      map[string]int64 // fields that the manifest lacked when somebody in the cluster set them, with the generation of the Work
	keys       map[string]bool  // labels and annotations that somebody in the cluster has added
}

func newSyncEstate(t testing.TB, r *rand.Rand) *syncEstate {
	e := &syncEstate{Rand: r, t: t, cluster: ready("m1"), replicas: 2, member: server.Server{Widgets: true}, now: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	for _, i := range r.Perm(len(syncKinds))[:3] {
		w := &syncedWork{kind: syncKinds[i], template: casetest.Object(t, syncKinds[i].template), added: map[string]int64{}, keys: map[string]bool{}}
		for range r.IntN(4) {
			e.edit(w.template, w.kind.slots[r.IntN(len(w.kind.slots))])
		}
		e.works = append(e.works, w)
		e.render(w, false)
	}
	return e
}

func (e *syncEstate) logf(format string, args ...any) {
	e.events = append(e.events, fmt.Sprintf(format, args...))
}

func (e *syncEstate) one(in int) bool { return e.IntN(in) == 0 }

// edit sets a slot of an object to a random value, and returns a copy of that.
func (e *syncEstate) edit(o *unstructured.Unstructured, s slot) any {
	v := s.values[e.IntN(len(s.values))]
	setAt(o.Object, s.at, v)
	return v
}

// render stores the Work of a template again, as an API server does: the generation counts the changes of the spec.
func (e *syncEstate) render(w *syncedWork, suspend bool) {
	preserve := false
	desired := &api.Work{ObjectMeta: metav1.ObjectMeta{
		Namespace: api.ExecutionNamespace("m1"), Name: api.WorkName(w.template.GetKind(), w.template.GetNamespace(), w.template.GetName()),
		Finalizers: []string{api.ExecutionFinalizer}, Annotations: map[string]string{api.ConflictResolutionAnnotation: cmp.Or(w.resolution, "abort")},
	}}
	desired.Spec.SuspendDispatching, desired.Spec.PreserveResourcesOnDeletion = &suspend, &preserve
	made, err := work.Assemble(w.Work, desired, w.template, nil)
	require.NoError(e.t, err)
	if w.Work == nil {
		made.Generation = 1
	} else if casetest.Frozen(e.t, made.Spec) != casetest.Frozen(e.t, w.Spec) {
		made.Generation++
	}
	w.Work = made
}

func (w *syncedWork) manifest() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: w.Spec.Workload.Manifests[0]}
}

func (w *syncedWork) suspended() bool { return *w.Spec.SuspendDispatching }

// event changes something at random: a template, an object in the cluster, the cluster, or a Work.
func (e *syncEstate) event() {
	w := e.works[e.IntN(len(e.works))]
	switch e.IntN(10) {
	case 0, 1, 2:
		s := w.kind.slots[e.IntN(len(w.kind.slots))]
		e.logf("template %s: %s = %v", w.kind.name, s.at, e.edit(w.template, s))
		e.render(w, w.suspended())
	case 3, 4, 5:
		e.editMember(w)
	case 6:
		if o := e.member.Get(w.manifest()); o != nil {
			e.logf("member %s: deleted", w.kind.name)
			require.NoError(e.t, e.member.Delete(o))
			if o = e.member.Get(o); o != nil {
				o.SetFinalizers(nil)
				require.NoError(e.t, e.member.Update(o))
			}
			clear(w.keys)
			clear(w.added)
		}
	case 7:
		e.replicas = e.Int64N(5)
		e.logf("the autoscaler chooses %d", e.replicas)
	case 8:
		e.logf("cluster: ready changes")
		c := &e.cluster.Status.Conditions[0]
		c.Status = map[metav1.ConditionStatus]metav1.ConditionStatus{metav1.ConditionTrue: metav1.ConditionFalse, metav1.ConditionFalse: metav1.ConditionTrue}[c.Status]
	case 9:
		e.logf("%s: suspended changes", w.kind.name)
		e.render(w, !w.suspended())
	}
}

// editMember edits the object of a Work in the cluster.
func (e *syncEstate) editMember(w *syncedWork) {
	o := e.member.Get(w.manifest())
	if o == nil {
		return
	}
	if e.one(4) {
		field, key := []string{"labels", "annotations"}[e.IntN(2)], "member-"+string(rune('a'+e.IntN(3)))
		setAt(o.Object, "/metadata/"+field+"/"+key, "x")
		w.keys[field+"/"+key] = true
		e.logf("member %s: %s %s added", w.kind.name, field, key)
		require.NoError(e.t, e.member.Update(o))
		return
	}
	s := w.kind.slots[e.IntN(len(w.kind.slots))]
	if before, _ := at(o.Object, s.at); strings.HasPrefix(s.at, "/metadata") && before == nil {
		return // the keys of the template are those of the template
	}
	v := e.edit(o, s)
	w.claim(s.at, v)
	err := e.member.Update(o)
	e.logf("member %s: %s = %v (%v)", w.kind.name, s.at, v, err)
	if !errors.Is(err, server.ErrInvalid) {
		require.NoError(e.t, err)
	}
}

// claim notes what the manifest lacks of a value that somebody in the cluster sets.
func (w *syncedWork) claim(pointer string, v any) {
	if !has(w.manifest(), pointer) {
		parent := pointer[:strings.LastIndex(pointer, "/")]
		for _, users := range []string{"/data", "/spec/selector", "/labels", "/annotations", "/nodeSelector", "/limits"} {
			if strings.HasSuffix(parent, users) && w.kind.name != "Certificate" && has(w.manifest(), parent) {
				return // Sync removes what users add to such a map
			}
		}
		w.added[pointer] = w.Generation
		for from, to := range map[string]string{"/serviceAccountName": "/serviceAccount", "/resources/limits": "/resources/requests", "/spec/type": "/spec/externalTrafficPolicy",
			"/0/hostPath": "/0/emptyDir", "/0/configMap": "/0/emptyDir"} {
			if before, ok := strings.CutSuffix(pointer, from); ok {
				w.added[before+to] = w.Generation // the server derives one from the other
			}
		}
		return
	}
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			w.claim(pointer+"/"+key, e)
		}
	case []any:
		for i, e := range v {
			w.claim(pointer+"/"+strconv.Itoa(i), e)
		}
	}
}

func has(o *unstructured.Unstructured, pointer string) bool {
	_, found := at(o.Object, pointer)
	return found
}

// sync syncs a Work as a controller does, and returns the decision.
func (e *syncEstate) sync(w *syncedWork) work.Decision {
	observed := e.member.Get(w.manifest())
	in := work.SyncInput{Work: w.Work, Cluster: e.cluster, Observed: []*unstructured.Unstructured{observed}, Interpreter: hooks, Now: e.now}
	result := e.syncTwice(in)
	d := result.Decisions[0]
	require.True(e.t, d.NeedsUpdate || len(d.Drift) == 0 || w.DeletionTimestamp != nil, "Karmada updates whenever this does")
	require.Equal(e.t, d.Action == work.ActionUpdate, len(d.Drift) > 0 && w.DeletionTimestamp == nil, "drift decides: %s %v", d.Action, d.Drift)
	after := result.After([]error{e.carryOut(d, observed)})
	e.checkConditions(w.Status.Conditions, after, result)
	w.Work = w.Work.DeepCopy()
	w.Status.Conditions, w.Finalizers = after.Conditions, after.Finalizers
	e.now = e.now.Add(time.Second)
	return d
}

// syncTwice syncs, and checks that the input does not change, that the result shares no memory with it, and that a second call has the same result.
func (e *syncEstate) syncTwice(in work.SyncInput) *work.SyncResult {
	before := casetest.Frozen(e.t, in.Work) + casetest.Frozen(e.t, in.Observed)
	first, err := work.Sync(context.Background(), in)
	require.NoError(e.t, err)
	text := casetest.Frozen(e.t, first)
	if send := first.Decisions[0].Send; send != nil {
		scribble(send.Object)
	}
	for i := range first.Conditions {
		first.Conditions[i].Type = "scribbled"
	}
	require.Equal(e.t, before, casetest.Frozen(e.t, in.Work)+casetest.Frozen(e.t, in.Observed), "the input has changed")
	second, err := work.Sync(context.Background(), in)
	require.NoError(e.t, err)
	require.Equal(e.t, text, casetest.Frozen(e.t, second), "two calls differ")
	return second
}

func (e *syncEstate) carryOut(d work.Decision, observed *unstructured.Unstructured) error {
	require.Equal(e.t, d.Action != work.ActionDelete && d.Action.Calls(), d.Send != nil, "%s", d.Action)
	switch d.Action {
	case work.ActionCreate, work.ActionRecreate:
		return e.member.Create(d.Send)
	case work.ActionUpdate, work.ActionRelease:
		require.Equal(e.t, observed.GetResourceVersion(), d.Send.GetResourceVersion())
		return e.member.Update(d.Send)
	case work.ActionDelete:
		return e.member.Delete(observed)
	}
	return nil
}

// checkConditions checks that the time of a transition moves only with the status, and that Changed reports whether anything has changed.
func (e *syncEstate) checkConditions(before []metav1.Condition, after work.Outcome, result *work.SyncResult) {
	known := map[string]metav1.Condition{}
	for _, c := range before {
		known[c.Type] = c
	}
	for _, c := range after.Conditions {
		if old, found := known[c.Type]; found && old.Status == c.Status {
			require.Equal(e.t, old.LastTransitionTime, c.LastTransitionTime)
		} else {
			require.True(e.t, c.LastTransitionTime.Time.Equal(e.now))
		}
	}
	if !after.Finalized {
		require.Equal(e.t, casetest.Frozen(e.t, before) != casetest.Frozen(e.t, after.Conditions), after.Changed)
	}
	if strings.HasSuffix(result.Wait, "is not ready") {
		require.True(e.t, after.Retry)
	}
}

// deleting reports whether an object is being deleted.
func deleting(o *unstructured.Unstructured) bool { return content.Deleting(o) }
