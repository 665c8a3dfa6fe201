package simulation

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/karmada/validation"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/internal/server"
)

// notReady is the taint of a cluster that is not ready.
var notReady = api.Taint{Key: "cluster.karmada.io/not-ready", Effect: api.TaintNoSchedule}

// PutCluster joins a cluster, or replaces its Cluster object. A new cluster without the condition Ready is ready. A replaced one keeps its
// conditions: only [World.SetReady] changes them. A cluster that joins again has the objects that it had when it left. A cluster that is
// leaving, one without a name, and one whose name has more than 48 bytes are errors.
func (w *World) PutCluster(c *api.Cluster) error {
	if c == nil || c.Name == "" {
		return errors.New("found a cluster without a name")
	}
	if len(c.Name) > maxCluster {
		return fmt.Errorf("cluster %s: found a name of %d bytes, expected at most %d", content.Clip(c.Name), len(c.Name), maxCluster)
	}
	stored := c.DeepCopy()
	if before := w.clusters[c.Name]; before != nil {
		if before.DeletionTimestamp != nil {
			return fmt.Errorf("cluster %s is leaving, expected it to have left before it joins again", c.Name)
		}
		stored.Status.Conditions = before.Status.Conditions
		w.taint(stored, isReady(before))
	} else if slices.ContainsFunc(stored.Status.Conditions, func(c metav1.Condition) bool { return c.Type == api.ClusterReady }) {
		w.taint(stored, isReady(stored))
		w.taintByPolicies(stored)
	} else {
		w.setReady(stored, true)
	}
	put(&w.clusters, c.Name, stored)
	if w.members[c.Name] == nil {
		put(&w.members, c.Name, &server.Server{})
	}
	return nil
}

// Leave deletes the Cluster object of a cluster, and reports whether it existed. The object remains until the Works of the cluster are gone.
func (w *World) Leave(name string) bool {
	if w.clusters[name] == nil {
		return false
	}
	if c := w.clusters[name]; c.DeletionTimestamp == nil {
		c.DeletionTimestamp = w.metaNow()
	}
	return true
}

// depart removes the deleted Cluster objects whose clusters no longer have Works, and reports whether there were any.
func (w *World) depart() (changed bool) {
	busy := map[string]bool{} // execution namespaces
	for _, stored := range w.works {
		busy[stored.Namespace] = true
	}
	for name, c := range w.clusters {
		if c.DeletionTimestamp != nil && !busy[api.ExecutionNamespace(name)] {
			delete(w.clusters, name)
			changed = true
		}
	}
	return changed
}

// SetReady disconnects a cluster from the control plane, or connects it again, and reports whether it exists. A disconnected cluster keeps its
// objects, and gets no new ones.
func (w *World) SetReady(name string, ready bool) bool {
	if w.clusters[name] == nil {
		return false
	}
	w.setReady(w.clusters[name], ready)
	return true
}

func (w *World) setReady(c *api.Cluster, ready bool) {
	condition := metav1.Condition{Type: api.ClusterReady, Status: metav1.ConditionTrue, Reason: "ClusterReady"}
	if !ready {
		condition.Status, condition.Reason = metav1.ConditionFalse, "ClusterNotReachable"
	}
	c.Status.Conditions = content.SetCondition(c.Status.Conditions, condition, w.now)
	w.taint(c, ready)
	w.taintByPolicies(c)
}

// taint adds the taint of a cluster that is not ready, or removes it. A taint NoExecute without a time gets that of the world, as in an API server.
func (w *World) taint(c *api.Cluster, ready bool) {
	c.Spec.Taints = slices.DeleteFunc(validation.DefaultTaints(c.Spec.Taints, w.now), func(t api.Taint) bool {
		return t.Key == notReady.Key && t.Effect == notReady.Effect
	})
	if !ready {
		c.Spec.Taints = append(c.Spec.Taints, notReady)
	}
}

func isReady(c *api.Cluster) bool {
	for _, condition := range c.Status.Conditions {
		if condition.Type == api.ClusterReady {
			return condition.Status == metav1.ConditionTrue
		}
	}
	return false
}

// ClusterState is a cluster with the objects that it stores.
type ClusterState struct {
	Name    string
	Ready   bool // the control plane can reach it
	Left    bool // it no longer has a Cluster object; it is not ready
	Objects []*unstructured.Unstructured
}

// Clusters returns all clusters, also those that have left, sorted by name. Their objects are sorted by kind, namespace and name.
func (w *World) Clusters() []ClusterState {
	var all []ClusterState
	for _, name := range slices.Sorted(maps.Keys(w.members)) {
		c := w.clusters[name]
		all = append(all, ClusterState{Name: name, Ready: c != nil && isReady(c), Left: c == nil, Objects: w.members[name].All()})
	}
	return all
}
