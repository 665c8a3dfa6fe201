package simulation

import (
	"cmp"
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/status"
)

// report lets the controllers of the ready clusters report statuses, collects these in the Works and bindings, and writes them to the templates. It
// reports whether anything has changed. The step has the failures of the last report.
func (w *World) report(ctx context.Context, step *Step) (changed bool, err error) {
	step.failures = nil
	for _, stored := range values(w.works) {
		name, err := api.ClusterOfNamespace(stored.Namespace)
		if err != nil {
			return false, err
		}
		if c := w.clusters[name]; c == nil || !isReady(c) {
			continue
		}
		for _, m := range stored.Spec.Workload.Manifests {
			changed = w.reflect(ctx, stored, name, &unstructured.Unstructured{Object: m}, step) || changed
		}
	}
	works := w.worksByBinding()
	for _, b := range values(w.bindings) {
		changed = w.aggregate(ctx, b, works[content.BindingID(b)], step) || changed
	}
	return changed, ctx.Err()
}

// reflect writes the status of an object to its Work. An object whose status cannot be read has no status. One without a status is healthy.
func (w *World) reflect(ctx context.Context, stored *api.Work, cluster string, manifest *unstructured.Unstructured, step *Step) (changed bool) {
	server := w.members[cluster]
	observed := server.Get(manifest)
	if observed == nil {
		return false
	}
	if s := statusOf(observed); s != nil {
		server.UpdateStatus(observed, s)
		observed = server.Get(manifest)
	}
	in := status.ReflectInput{Object: observed, Work: stored, Interpreter: w.config.Registry}
	if _, found := observed.Object["status"]; !found {
		in.Interpreter = nil // no controller writes the status here: without one, the object is healthy
	}
	r, err := status.Reflect(ctx, in)
	if _, read := in.Interpreter.StatusInterpreter(content.Kind(observed)); read {
		step.fail(override.RefOf(observed), cluster, cmp.Or(err, r.HealthError))
	}
	if err != nil || r.Action != status.ActionUpdate {
		return false
	}
	stored.Status.ManifestStatuses = r.Statuses
	return true
}

// aggregate writes the statuses of the Works to their binding and its template. With a guard, the control plane is not Karmada: it follows the objects
// that cluster-wide policies have made others.
func (w *World) aggregate(ctx context.Context, b api.Binding, works []*api.Work, step *Step) (changed bool) {
	of := status.AggregateBinding
	if w.config.Options.Guard.Policies != override.GuardNone {
		of = status.AggregateOverridden
	}
	ref := content.ResourceOf(b)
	s, err := of(b, works, w.now)
	if err != nil {
		step.fail(ref, "", err)
		return false
	}
	if s.Changed {
		b.BindingStatus().AggregatedStatus, b.BindingStatus().Conditions = s.Items, s.Conditions
	}
	up, err := status.AggregateTemplate(ctx, status.TemplateInput{Binding: b, Items: s.Items, Template: w.templates[ref], Interpreter: w.config.Registry})
	step.fail(ref, "", err)
	if err == nil && up.Object != nil {
		w.templates[ref] = up.Object
		return true
	}
	return s.Changed
}

// statusOf returns the status that the controllers of a cluster give a workload: all replicas run. Other kinds have no status.
func statusOf(o *unstructured.Unstructured) map[string]any {
	replicas, _, _ := unstructured.NestedInt64(o.Object, "spec", "replicas")
	seen := o.GetGeneration()
	if o.GroupVersionKind().Group != "apps" {
		return nil
	}
	switch o.GetKind() {
	case "Deployment", "StatefulSet", "ReplicaSet":
		return map[string]any{
			"observedGeneration": seen, "replicas": replicas, "updatedReplicas": replicas, "readyReplicas": replicas, "availableReplicas": replicas,
		}
	}
	return nil
}
