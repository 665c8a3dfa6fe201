package simulation

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/member"
	"github.com/overridekit/overridekit/propagation/work"
)

// World is a control plane with what it stores, and the member clusters with their objects. It is not safe for concurrent use.
type World struct {
	config  propagation.PlanInput // the registry and the options; its lists are not used
	now     time.Time
	version int // the last resource version of a template

	templates map[override.Ref]*unstructured.Unstructured
	policies  map[override.Ref]api.PropagationSource
	overrides map[override.Ref]api.OverrideSource
	clusters  map[string]*api.Cluster
	bindings  map[override.Ref]api.Binding
	works     map[override.Ref]*api.Work
	members   map[string]*member.Server // also of clusters that have left

	sync func(context.Context, work.SyncInput) (*work.SyncResult, error) // tests replace it
}

// New returns a world at a time. config has the registry and the options of the control plane; everything else is put in later.
func New(config propagation.PlanInput, now time.Time) *World {
	return &World{
		config: propagation.PlanInput{Registry: config.Registry, Options: config.Options}, now: now,
		templates: map[override.Ref]*unstructured.Unstructured{}, policies: map[override.Ref]api.PropagationSource{}, overrides: map[override.Ref]api.OverrideSource{},
		clusters: map[string]*api.Cluster{}, bindings: map[override.Ref]api.Binding{}, works: map[override.Ref]*api.Work{}, members: map[string]*member.Server{},
		sync: work.Sync,
	}
}

// Now returns the time of the world.
func (w *World) Now() time.Time { return w.now }

// Wait lets time pass.
func (w *World) Wait(d time.Duration) { w.now = w.now.Add(d) }

// PutTemplate creates or replaces a template. Its status stays, its resource version moves, and its generation moves if anything but the metadata has changed.
func (w *World) PutTemplate(o *unstructured.Unstructured) error {
	if err := content.Check(content.Of(o)); err != nil {
		return err
	}
	ref, put := override.RefOf(o), o.DeepCopy()
	before := w.templates[ref]
	generation := int64(1)
	if before != nil {
		generation = before.GetGeneration()
		delete(put.Object, "status")
		if status, found := before.Object["status"]; found {
			put.Object["status"] = status
		}
		if !jsontree.Equal(withoutMetadata(before), withoutMetadata(put)) {
			generation++
		}
	}
	w.version++
	put.SetGeneration(generation)
	put.SetResourceVersion(strconv.Itoa(w.version))
	w.templates[ref] = put
	return nil
}

func withoutMetadata(o *unstructured.Unstructured) map[string]any {
	rest := maps.Clone(o.Object)
	delete(rest, "metadata")
	delete(rest, "status")
	return rest
}

// DeleteTemplate deletes a template. As the garbage collector does, it also deletes the binding.
func (w *World) DeleteTemplate(ref override.Ref) bool {
	_, found := w.templates[ref]
	delete(w.templates, ref)
	for _, b := range w.bindings {
		if content.ResourceOf(b) == ref && b.GetDeletionTimestamp() == nil {
			b.SetDeletionTimestamp(w.metaNow())
		}
	}
	return found
}

// PutPolicy creates or replaces a propagation policy, PutOverride an override policy.
func (w *World) PutPolicy(p api.PropagationSource) { w.policies[p.Ref()] = p }

// PutOverride creates or replaces an override policy.
func (w *World) PutOverride(p api.OverrideSource) { w.overrides[p.Ref()] = p }

// DeletePolicy deletes a propagation or override policy.
func (w *World) DeletePolicy(ref override.Ref) bool {
	_, propagates := w.policies[ref]
	_, overrides := w.overrides[ref]
	delete(w.policies, ref)
	delete(w.overrides, ref)
	return propagates || overrides
}

// PutCluster joins a cluster, or replaces its Cluster object. A cluster without the condition Ready is ready.
func (w *World) PutCluster(c *api.Cluster) {
	put := c.DeepCopy()
	if before := w.clusters[c.Name]; before != nil {
		put.Status.Conditions, put.DeletionTimestamp = before.Status.Conditions, before.DeletionTimestamp
		if !isReady(before) {
			put.Spec.Taints = append(put.Spec.Taints, notReady)
		}
	} else if len(put.Status.Conditions) == 0 {
		put.Status.Conditions = content.SetCondition(nil, metav1.Condition{Type: api.ClusterReady, Status: metav1.ConditionTrue, Reason: "ClusterReady"}, w.now)
	}
	w.clusters[c.Name] = put
	if w.members[c.Name] == nil {
		w.members[c.Name] = &member.Server{}
	}
}

// Leave deletes the Cluster object of a cluster. The object goes when the Works of the cluster are gone.
func (w *World) Leave(name string) bool {
	c := w.clusters[name]
	if c != nil && c.DeletionTimestamp == nil {
		c.DeletionTimestamp = w.metaNow()
	}
	return c != nil
}

// The taint of a cluster that is not ready.
var notReady = api.Taint{Key: "cluster.karmada.io/not-ready", Effect: api.TaintNoSchedule}

// SetReady cuts a cluster off, or connects it again. A cluster that is cut off keeps its objects.
func (w *World) SetReady(name string, ready bool) bool {
	c := w.clusters[name]
	if c == nil {
		return false
	}
	condition := metav1.Condition{Type: api.ClusterReady, Status: metav1.ConditionTrue, Reason: "ClusterReady"}
	c.Spec.Taints = slices.DeleteFunc(slices.Clone(c.Spec.Taints), func(t api.Taint) bool { return t.Key == notReady.Key })
	if !ready {
		condition.Status, condition.Reason = metav1.ConditionFalse, "ClusterNotReachable"
		c.Spec.Taints = append(c.Spec.Taints, notReady)
	}
	c.Status.Conditions = content.SetCondition(c.Status.Conditions, condition, w.now)
	return true
}

// Edit changes an object in a cluster, as a user of that cluster does. A nil change deletes the object.
func (w *World) Edit(cluster string, of override.Ref, change func(*unstructured.Unstructured) error) error {
	server := w.members[cluster]
	if server == nil {
		return &NotFoundError{cluster, override.Ref{}}
	}
	object := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": of.APIVersion, "kind": of.Kind, "metadata": map[string]any{"name": of.Name},
	}}
	if of.Namespace != "" {
		object.SetNamespace(of.Namespace)
	}
	stored := server.Get(object)
	if stored == nil {
		return &NotFoundError{cluster, of}
	}
	if change == nil {
		return server.Delete(stored)
	}
	if err := change(stored); err != nil {
		return err
	}
	return server.Update(stored)
}

// NotFoundError means that a cluster does not exist, or has no such object.
type NotFoundError struct {
	Cluster string
	Object  override.Ref // zero: the cluster does not exist
}

// Error returns, for example: cluster m1 has no Deployment shop/web.
func (e *NotFoundError) Error() string {
	switch {
	case e == nil:
		return "no error"
	case e.Object == override.Ref{}:
		return "cluster " + e.Cluster + " does not exist"
	}
	return "cluster " + e.Cluster + " has no " + e.Object.String()
}

func (w *World) metaNow() *metav1.Time { return &metav1.Time{Time: w.now} }

// input returns the input of a plan of the present state.
func (w *World) input() propagation.PlanInput {
	in := w.config
	in.Options.Now = w.now
	in.Templates, in.Policies, in.Overrides = values(w.templates), values(w.policies), values(w.overrides)
	in.Bindings, in.Works = values(w.bindings), values(w.works)
	for _, name := range slices.Sorted(maps.Keys(w.clusters)) {
		in.Clusters = append(in.Clusters, w.clusters[name])
	}
	return in
}

// values returns the values of a map in the order of their keys.
func values[T any](m map[override.Ref]T) []T {
	keys := slices.SortedFunc(maps.Keys(m), func(a, b override.Ref) int {
		return cmp.Or(content.CompareRefs(a, b), cmp.Compare(a.APIVersion, b.APIVersion))
	})
	all := make([]T, len(keys))
	for i, key := range keys {
		all[i] = m[key]
	}
	return all
}

// ClusterState is what a cluster has.
type ClusterState struct {
	Name      string
	Connected bool // the control plane can reach it
	Left      bool // it has no Cluster object
	Objects   []*unstructured.Unstructured
}

// Clusters returns what all clusters have, sorted by name, also those that have left.
func (w *World) Clusters() []ClusterState {
	var all []ClusterState
	for _, name := range slices.Sorted(maps.Keys(w.members)) {
		c := w.clusters[name]
		all = append(all, ClusterState{Name: name, Connected: c != nil && isReady(c), Left: c == nil, Objects: w.members[name].All()})
	}
	return all
}
