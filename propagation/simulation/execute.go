package simulation

import (
	"context"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// execute syncs all Works with their clusters, and reports whether anything has changed.
func (w *World) execute(ctx context.Context, step *Step) (changed bool, err error) {
	for _, stored := range values(w.works) {
		name, err := api.ClusterOfNamespace(stored.Namespace)
		if err != nil {
			return false, err
		}
		c := w.clusters[name]
		if c == nil { // its execution namespace is gone
			delete(w.works, stored.Ref())
			changed = true
			continue
		}
		if c.DeletionTimestamp != nil { // its execution namespace is being deleted
			changed = w.deleteWork(stored.Ref()) || changed
		}
		done, err := w.syncWork(ctx, stored, c, step)
		if err != nil {
			return false, err
		}
		changed = done || changed
	}
	return changed, nil
}

// syncWork syncs one Work, and reports whether it or anything in the cluster has changed.
func (w *World) syncWork(ctx context.Context, stored *api.Work, c *api.Cluster, step *Step) (changed bool, err error) {
	server := w.members[c.Name]
	observed := make([]*unstructured.Unstructured, len(stored.Spec.Workload.Manifests))
	for i, m := range stored.Spec.Workload.Manifests {
		observed[i] = server.Get(&unstructured.Unstructured{Object: m})
	}
	sync := w.sync
	if sync == nil {
		sync = work.Sync
	}
	result, err := sync(ctx, work.SyncInput{Work: stored, Cluster: c, Observed: observed, Interpreter: w.config.Registry, Now: w.now})
	if err != nil {
		return false, err
	}
	results := make([]error, len(result.Decisions))
	for i, d := range result.Decisions {
		writes := server.Writes
		results[i] = w.carryOut(c.Name, d, observed[i])
		wrote := server.Writes > writes
		switch {
		case d.Action == work.ActionRefuse:
			step.add(Action{c.Name, d.Action, d.Object, "nothing is written", d.Err})
		case d.Action.Calls() && (wrote || results[i] != nil), remains(stored, d, observed[i]):
			step.add(Action{c.Name, d.Action, d.Object, d.Reason, results[i]})
		}
		changed = changed || wrote
	}
	after := result.After(results)
	if after.Finalized && len(after.Finalizers) == 0 {
		delete(w.works, stored.Ref())
		return true, nil
	}
	if after.Changed {
		stored.Status.Conditions = after.Conditions
	}
	stored.Finalizers = after.Finalizers
	return changed || after.Changed, nil
}

// remains reports whether an object stays in its cluster although its Work goes.
func remains(stored *api.Work, d work.Decision, observed *unstructured.Unstructured) bool {
	return stored.DeletionTimestamp != nil && slices.Contains(stored.Finalizers, api.ExecutionFinalizer) &&
		d.Action == work.ActionLeave && observed != nil && !content.Deleting(observed)
}

// carryOut carries out a decision in a cluster.
func (w *World) carryOut(cluster string, d work.Decision, observed *unstructured.Unstructured) error {
	if d.Action.Calls() && w.refuse != nil {
		if err := w.refuse(cluster); err != nil {
			return err
		}
	}
	server := w.members[cluster]
	switch d.Action {
	case work.ActionCreate, work.ActionRecreate:
		return server.Create(d.Send)
	case work.ActionUpdate, work.ActionRelease:
		return server.Update(d.Send)
	case work.ActionDelete:
		return server.Delete(observed)
	}
	return d.Err
}
