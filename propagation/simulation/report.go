package simulation

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/member"
	"github.com/overridekit/overridekit/propagation/status"
)

// report lets the controllers of the ready clusters report statuses, and brings them up to the templates. It reports whether anything has changed.
func (w *World) report(ctx context.Context) (changed bool, err error) {
	for _, stored := range values(w.works) {
		name, err := api.ClusterOfNamespace(stored.Namespace)
		if err != nil {
			return false, err
		}
		if c := w.clusters[name]; c == nil || !isReady(c) {
			continue
		}
		for _, m := range stored.Spec.Workload.Manifests {
			done, err := w.reflect(ctx, stored, w.members[name], &unstructured.Unstructured{Object: m})
			if err != nil {
				return false, err
			}
			changed = changed || done
		}
	}
	for _, b := range values(w.bindings) {
		done, err := w.aggregate(ctx, b)
		if err != nil {
			return false, err
		}
		changed = changed || done
	}
	return changed, nil
}

func (w *World) reflect(ctx context.Context, stored *api.Work, server *member.Server, manifest *unstructured.Unstructured) (changed bool, err error) {
	observed := server.Get(manifest)
	if observed == nil {
		return false, nil
	}
	if s := statusOf(observed); s != nil {
		server.UpdateStatus(observed, s)
		observed = server.Get(manifest)
	}
	r, err := status.Reflect(ctx, status.ReflectInput{Object: observed, Work: stored, Interpreter: w.config.Registry})
	if err != nil || r.Action != status.ActionUpdate {
		return false, nil // an object whose status cannot be read has none
	}
	stored.Status.ManifestStatuses = r.Statuses
	return true, nil
}

func (w *World) aggregate(ctx context.Context, b api.Binding) (changed bool, err error) {
	s, err := status.AggregateBinding(b, values(w.works), w.now)
	if err != nil {
		return false, nil
	}
	if s.Changed {
		b.BindingStatus().AggregatedStatus, b.BindingStatus().Conditions = s.Items, s.Conditions
	}
	ref := status.TemplateOf(b)
	up, err := status.AggregateTemplate(ctx, status.TemplateInput{Binding: b, Items: s.Items, Template: w.templates[ref], Interpreter: w.config.Registry})
	if err == nil && up.Object != nil {
		w.templates[ref] = up.Object
		return true, nil
	}
	return s.Changed, nil
}

// statusOf returns the status that the controllers of a cluster give a workload: all replicas run. It is nil for other kinds.
func statusOf(o *unstructured.Unstructured) map[string]any {
	replicas, _, _ := unstructured.NestedInt64(o.Object, "spec", "replicas")
	seen := o.GetGeneration()
	switch o.GetKind() {
	case "Deployment", "StatefulSet", "ReplicaSet":
		return map[string]any{
			"observedGeneration": seen, "replicas": replicas, "updatedReplicas": replicas, "readyReplicas": replicas, "availableReplicas": replicas,
		}
	}
	return nil
}
