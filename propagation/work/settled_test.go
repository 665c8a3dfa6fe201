package work_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/server"
	"github.com/overridekit/overridekit/propagation/work"
)

var (
	syncCount = flag.Int("syncs", 80, "how many random clusters TestSyncSettles syncs")
	syncSeed  = flag.Uint64("syncseed", 1, "the seed of the first of these clusters")
)

// TestSyncSettles changes templates, objects in a cluster, the cluster and Works at random. After some events, two rounds of Sync bring the cluster to what the
// Works contain, and a third has nothing to do. In the end the Works are deleted.
func TestSyncSettles(t *testing.T) {
	t.Parallel()
	count := uint64(*syncCount)
	if testing.Short() { // as the race detector is run
		count = max(1, count/4)
	}
	for seed := range count {
		seed += *syncSeed
		e := newSyncEstate(t, rand.New(rand.NewPCG(seed, 0)))
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			e.t = t
			defer func() {
				if t.Failed() {
					t.Log("events:\n" + strings.Join(e.events, "\n"))
				}
			}()
			e.settle()
			for range 1 + e.IntN(6) {
				for range 1 + e.IntN(3) {
					e.event()
				}
				e.settle()
			}
			e.end()
		})
		if !ok {
			return
		}
	}
}

// settle syncs until nothing is left to do, and checks what the cluster has then.
func (e *syncEstate) settle() {
	isReady := e.cluster.Status.Conditions[0].Status == metav1.ConditionTrue
	for range 2 {
		for _, w := range e.works {
			d := e.sync(w)
			if !isReady || w.suspended() {
				require.Equal(e.t, work.ActionWait, d.Action)
			}
			control(&e.member, w.manifest(), e.replicas)
		}
	}
	writes := e.member.Writes
	for _, w := range e.works {
		d := e.sync(w)
		require.Empty(e.t, d.Drift, "%s", w.kind.name)
		require.False(e.t, d.Action.Calls(), "%s: %s", w.kind.name, d.Reason)
		if isReady && !w.suspended() {
			require.Equal(e.t, work.ActionLeave, d.Action, "%s: %s", w.kind.name, d.Reason)
			e.checkMember(w)
		}
		control(&e.member, w.manifest(), e.replicas)
	}
	require.Equal(e.t, writes, e.member.Writes, "nothing may be written without an event")
}

// checkMember compares an object with one that another cluster creates from the same manifest. That is another oracle than the drift of a decision.
func (e *syncEstate) checkMember(w *syncedWork) {
	found := e.member.Get(w.manifest())
	require.NotNil(e.t, found)
	fresh := server.Server{Widgets: true}
	require.NoError(e.t, fresh.Create(w.manifest()))
	control(&fresh, w.manifest(), e.replicas)
	for c := range jsontree.Diff(withoutChoices(fresh.Get(found)), withoutChoices(found)) {
		at := c.Pointer.String()
		if key, isMetadata := strings.CutPrefix(at, "/metadata/"); isMetadata && c.Op == jsontree.Add && w.keys[key] {
			continue
		}
		if w.kind.name == "Certificate" && c.Op == jsontree.Remove && isZero(c.Old) {
			continue // rule 2 of Difference: a server with a Go type drops it
		}
		require.True(e.t, e.isMemberOwn(w, at), "%s: %s at %s, found %v, expected %v", w.kind.name, c.Op, at, c.New, c.Old)
	}
	for key := range w.keys {
		require.True(e.t, has(found, "/metadata/"+key), "%s: %s was added in the cluster and must stay", w.kind.name, key)
	}
}

func isZero(v any) bool {
	if m, ok := v.(map[string]any); ok {
		for _, e := range m {
			if !isZero(e) {
				return false
			}
		}
		return true
	}
	list, isList := v.([]any)
	return v == nil || isList && len(list) == 0 || !isList && (v == false || v == "" || v == int64(0))
}

// isMemberOwn reports whether somebody in the cluster has set a field that the present manifest lacks.
func (e *syncEstate) isMemberOwn(w *syncedWork, at string) bool {
	for own, generation := range w.added {
		if generation == w.Generation && (at == own || strings.HasPrefix(at, own+"/") || strings.HasPrefix(own, at+"/")) {
			return true
		}
	}
	return false
}

// withoutChoices returns an object without what each cluster chooses on its own.
func withoutChoices(o *unstructured.Unstructured) map[string]any {
	o = o.DeepCopy()
	metadata := m{"labels": m{}, "annotations": m{}}
	for _, field := range []string{"labels", "annotations"} {
		if v, found := at(o.Object, "/metadata/"+field); found {
			metadata[field] = v
		}
	}
	o.Object["metadata"] = metadata
	delete(o.Object, "status")
	switch o.GetKind() {
	case "Service":
		for _, p := range []string{"/spec/clusterIP", "/spec/clusterIPs", "/spec/ports/0/nodePort"} {
			setAt(o.Object, p, nil)
		}
	case "ServiceAccount":
		setAt(o.Object, "/imagePullSecrets", nil) // Karmada retains even those that a template has lost
	case "Job":
		for _, p := range []string{"/spec/selector", "/spec/template/metadata/labels"} {
			setAt(o.Object, p, nil)
		}
	case "Pod":
		for _, p := range []string{"/spec/volumes", "/spec/containers/0/volumeMounts"} {
			setAt(o.Object, p, nil)
		}
	}
	return o.Object
}

// end deletes the Works. Their objects are deleted or released, and an object that Karmada does not manage stays.
func (e *syncEstate) end() {
	e.cluster = ready("m1")
	for _, w := range e.works {
		e.render(w, false)
	}
	e.settle()
	for _, w := range e.works {
		w.DeletionTimestamp = &metav1.Time{Time: e.now}
		switch preserve := e.one(2); {
		case e.one(3):
			e.letGo(w, preserve)
		case preserve:
			e.release(w)
		default:
			e.delete(w)
		}
		require.NotContains(e.t, w.Finalizers, api.ExecutionFinalizer)
	}
}

// letGo deletes a Work after somebody has removed the label from its object.
func (e *syncEstate) letGo(w *syncedWork, preserve bool) {
	w.Spec.PreserveResourcesOnDeletion = &preserve
	o := e.member.Get(w.manifest())
	labels := o.GetLabels()
	delete(labels, api.ManagedLabel)
	o.SetLabels(labels)
	require.NoError(e.t, e.member.Update(o))
	before := e.member.Get(o)
	require.Equal(e.t, work.ActionLeave, e.sync(w).Action)
	require.Equal(e.t, before, e.member.Get(o))
}

func (e *syncEstate) release(w *syncedWork) {
	yes := true
	w.Spec.PreserveResourcesOnDeletion = &yes
	before := withoutChoices(e.member.Get(w.manifest()))
	require.Equal(e.t, work.ActionRelease, e.sync(w).Action)
	o := e.member.Get(w.manifest())
	for _, key := range []string{api.ManagedLabel, api.WorkIDLabel, api.BindingIDLabel} {
		require.NotContains(e.t, o.GetLabels(), key)
	}
	for _, key := range []string{api.ManagedAnnotationsAnnotation, api.ManagedLabelsAnnotation, api.TemplateUIDAnnotation, api.WorkNameAnnotation, api.WorkNamespaceAnnotation} {
		require.NotContains(e.t, o.GetAnnotations(), key)
	}
	for key := range w.keys {
		require.True(e.t, has(o, "/metadata/"+key), key)
	}
	after := withoutChoices(o)
	delete(before, "metadata")
	delete(after, "metadata")
	for c := range jsontree.Diff(before, after) {
		if w.kind.name == "Certificate" && c.Op == jsontree.Add && isZero(c.New) {
			continue // as above
		}
		require.True(e.t, e.isMemberOwn(w, c.Pointer.String()), "%s: %s of %s", w.kind.name, c.Op, c.Pointer)
	}
	require.Equal(e.t, work.ActionLeave, e.sync(w).Action)
}

func (e *syncEstate) delete(w *syncedWork) {
	require.Equal(e.t, work.ActionDelete, e.sync(w).Action)
	o := e.member.Get(w.manifest())
	require.Equal(e.t, w.kind.name == "claim", o != nil)
	if o != nil {
		require.True(e.t, deleting(o))
		o.SetFinalizers(nil)
		require.NoError(e.t, e.member.Update(o))
	}
	require.Nil(e.t, e.member.Get(w.manifest()))
	require.Equal(e.t, work.ActionLeave, e.sync(w).Action)
}
