package namespace

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/work"
)

// Render returns a Work with the namespace for every cluster, as it must be stored, sorted by namespace and name. It returns nil if the
// namespace is skipped, see [Input.ShouldSkip].
//
//  1. Cluster-wide override policies act on the namespace. Others do not, because it is not in a namespace itself.
//  2. The manifest is finished, see [work.Finish]. It has a spec even if that is empty, and no conflict resolution.
//     A namespace without apiVersion and kind gets them.
//  3. The Work is named after the namespace in the control plane, which owns it if it is new. suspendDispatching and
//     preserveResourcesOnDeletion are not set.
//  4. The Work is merged with the stored one, see [work.Merge], and gets a permanent id if it has none, see [work.Assemble].
//
// The error is about the namespace, or joins (errors.Join) a [*work.Error] for every cluster that failed; the Works of the other clusters are
// returned with it.
func Render(in Input) ([]*api.Work, error) {
	if skip, _ := in.ShouldSkip(); skip {
		return nil, nil
	}
	r := newRenderer(in)
	if r.ref.Name == "" {
		return nil, errors.New("found a Namespace without a name, expected one")
	}
	if err := content.Check(r.namespace.Object); err != nil {
		return nil, fmt.Errorf("%s: %w", r.ref, err)
	}
	r.selection = in.Overrides.Set.Select(r.namespace)
	clusters := sortedClusters(in.Clusters)
	works := make([]*api.Work, 0, len(clusters))
	var errs []error
	for _, cluster := range clusters {
		w, err := r.render(cluster)
		if err != nil {
			errs = append(errs, &work.Error{Owner: r.ref, Cluster: cluster.Name, Err: err})
			continue
		}
		works = append(works, w)
	}
	return works, errors.Join(errs...)
}

// renderer renders the Works of one namespace.
type renderer struct {
	Input
	namespace *unstructured.Unstructured // shares memory with that of Input
	ref       override.Ref
	selection override.Selection
	work      string               // the name of the Works
	stored    map[string]*api.Work // by namespace
}

func newRenderer(in Input) *renderer {
	object := map[string]any{}
	maps.Copy(object, in.Namespace.Object)
	// A typed client leaves these fields out.
	for field, value := range map[string]any{"apiVersion": "v1", "kind": "Namespace", "spec": map[string]any{}} {
		if object[field] == nil {
			object[field] = value
		}
	}
	r := &renderer{Input: in, namespace: &unstructured.Unstructured{Object: object}, stored: map[string]*api.Work{}}
	r.ref = override.Ref{APIVersion: "v1", Kind: "Namespace", Name: override.RefOf(in.Namespace).Name}
	r.work = api.WorkName(r.ref.Kind, "", r.ref.Name)
	for _, w := range in.Stored {
		if w != nil && w.Name == r.work {
			r.stored[w.Namespace] = w
		}
	}
	return r
}

func (r *renderer) render(cluster *api.Cluster) (*api.Work, error) {
	result, err := r.selection.Apply(cluster.Facts())
	if err != nil {
		return nil, err
	}
	object := &unstructured.Unstructured{Object: result.SharedContent()}
	if r.Overridden != nil {
		r.Overridden(cluster.Name, result)
	}
	controller, blocks := true, true
	desired := &api.Work{ObjectMeta: metav1.ObjectMeta{
		Namespace:   api.ExecutionNamespace(cluster.Name),
		Name:        r.work,
		Finalizers:  []string{api.ExecutionFinalizer},
		Annotations: r.Overrides.Annotations(result),
		OwnerReferences: []metav1.OwnerReference{{
			APIVersion: r.ref.APIVersion, Kind: r.ref.Kind, Name: r.ref.Name, UID: r.namespace.GetUID(), Controller: &controller, BlockOwnerDeletion: &blocks,
		}},
	}}
	return work.Assemble(r.stored[desired.Namespace], desired, object, r.NewID)
}

// sortedClusters returns the clusters without nil, sorted by name. Of clusters with the same name it returns the first.
func sortedClusters(all []*api.Cluster) []*api.Cluster {
	clusters := slices.DeleteFunc(slices.Clone(all), func(c *api.Cluster) bool { return c == nil })
	slices.SortStableFunc(clusters, func(a, b *api.Cluster) int { return cmp.Compare(a.Name, b.Name) })
	return slices.CompactFunc(clusters, func(a, b *api.Cluster) bool { return a.Name == b.Name })
}
