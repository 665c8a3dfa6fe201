package work

import (
	"fmt"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Prepared is a Work as it must be stored, made when it is asked for. It is small and can be copied. It reads the template, the revised object, the stored Works
// and the policies that it was made from: do not write these while it is in use. It is read-only and safe for concurrent use. The zero value is
// no Work.
type Prepared struct {
	target *target
	made   *api.Work
}

// PreparedOf returns a Work that is already made. It is not copied until it is asked for. Nil is no Work.
func PreparedOf(w *api.Work) Prepared { return Prepared{made: w} }

// Ref returns the reference of the Work.
func (r Prepared) Ref() override.Ref {
	w := api.Work{}
	switch {
	case r.made != nil:
		return r.made.Ref()
	case r.target == nil:
		return override.Ref{}
	}
	w.Namespace, w.Name = api.ExecutionNamespace(r.target.cluster), r.Name()
	return w.Ref()
}

// Name returns the name of the Work.
func (r Prepared) Name() string {
	switch {
	case r.made != nil:
		return r.made.Name
	case r.target == nil:
		return ""
	}
	return r.target.draft.desired.Name
}

// Cluster returns the name of the cluster that gets the Work, or "" if its namespace is not that of a cluster.
func (r Prepared) Cluster() string {
	switch {
	case r.made != nil:
		cluster, _ := api.ClusterOfNamespace(r.made.Namespace)
		return cluster
	case r.target == nil:
		return ""
	}
	return r.target.cluster
}

// Work makes the Work. It shares no memory with anything. It is nil for the zero value.
func (r Prepared) Work() *api.Work {
	switch {
	case r.made != nil:
		return r.made.DeepCopy()
	case r.target == nil:
		return nil
	}
	return r.target.work()
}

// target is what the Work of one cluster has for itself.
type target struct {
	draft   *Draft
	cluster string
	stored  *api.Work // or nil
	id      string    // the permanent id
	hasID   bool      // the manifest gets the id, which may be empty
	suspend bool
}

// merge sets the stored Work and the permanent id.
func (t *target) merge(stored *api.Work, newID func(of override.Ref) string) error {
	if stored != nil && stored.DeletionTimestamp != nil {
		return fmt.Errorf("%s: %w", stored.Ref(), ErrDeleting)
	}
	t.stored = stored
	if t.id, t.hasID = t.draft.desired.Labels[api.WorkIDLabel]; !t.hasID && stored != nil {
		t.id, t.hasID = stored.Labels[api.WorkIDLabel]
	}
	if newID != nil && t.id == "" {
		if id := newID(Prepared{target: t}.Ref()); id != "" {
			t.id, t.hasID = id, true
		}
	}
	return nil
}

func (t *target) work() *api.Work {
	w := t.frame()
	w.Spec.Workload.Manifests = []api.Manifest{t.manifest(w.Namespace)}
	return w
}

// frame returns the Work without its manifest.
func (t *target) frame() *api.Work {
	w := t.draft.desired.DeepCopy()
	w.Namespace = api.ExecutionNamespace(t.cluster)
	if t.draft.suspends {
		suspend := t.suspend
		w.Spec.SuspendDispatching = &suspend
	}
	w = merge(t.stored, w)
	if t.hasID {
		if w.Labels == nil {
			w.Labels = map[string]string{}
		}
		w.Labels[api.WorkIDLabel] = t.id
	}
	return w
}

// manifest returns a copy of the manifest with the labels and annotations of the cluster.
func (t *target) manifest(namespace string) api.Manifest {
	c, _ := jsontree.Clone(t.draft.content) // it has been checked
	manifest, _ := c.(map[string]any)
	metadata, _ := manifest["metadata"].(map[string]any)
	labels, _ := metadata["labels"].(map[string]any)
	annotations, _ := metadata["annotations"].(map[string]any)
	t.complete(labels, annotations, namespace)
	return manifest
}

// complete writes the labels and annotations of the cluster.
func (t *target) complete(labels, annotations map[string]any, namespace string) {
	annotations[api.WorkNamespaceAnnotation] = namespace
	switch {
	case t.hasID:
		labels[api.WorkIDLabel] = t.id
	case t.draft.own != nil:
		labels[api.WorkIDLabel] = t.draft.own
	default:
		delete(labels, api.WorkIDLabel)
		annotations[api.ManagedLabelsAnnotation] = t.draft.without
	}
}
