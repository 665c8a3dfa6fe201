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
	"github.com/overridekit/overridekit/selector"
)

// Prepare makes a Work with the namespace for every cluster, as it must be stored, sorted by namespace and name. It returns nil if the namespace is
// skipped, see [Input.ShouldSkip].
//
//  1. Cluster-wide override policies act on the namespace. Others do not, because it is not in a namespace itself.
//  2. The manifest is finished, see [work.NewDraft]. It has a spec even if that is empty, and no conflict resolution.
//     A namespace without apiVersion and kind gets them.
//  3. The Work is named after the namespace in the control plane, which owns it if it is new. suspendDispatching and
//     preserveResourcesOnDeletion are not set.
//  4. The Work is merged with the stored one, and gets a permanent id if it has no id, see [work.Draft.For].
//
// The error is about the namespace, or joins (errors.Join) a [*work.Error] for every cluster that failed; the Works of the other clusters are
// returned with it. Each Work is made when it is asked for, and reads the input, see [work.Prepared]. All functions of the input are called before
// Prepare returns.
func Prepare(in Input) ([]work.Prepared, error) {
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
	clusters := sortedClusters(in.Clusters)
	facts := make([]selector.Cluster, len(clusters))
	for i, c := range clusters {
		facts[i] = c.Facts()
	}
	of := map[string]*outcome{}
	for _, variant := range in.Overrides.Set.Select(r.namespace).Variants(facts) {
		o := r.outcome(variant)
		for _, cluster := range variant.Clusters {
			of[cluster] = o
		}
	}
	works := make([]work.Prepared, 0, len(clusters))
	var errs []error
	for _, cluster := range clusters {
		w, err := r.render(of[cluster.Name], cluster.Name)
		if err != nil {
			errs = append(errs, &work.Error{Owner: r.ref, Cluster: cluster.Name, Err: err})
			continue
		}
		works = append(works, w)
	}
	return works, errors.Join(errs...)
}

// outcome is what some clusters get.
type outcome struct {
	override.Variant
	draft *work.Draft
	fault error // of the draft
}

// renderer renders the Works of one namespace.
type renderer struct {
	Input
	namespace *unstructured.Unstructured // shares memory with that of Input
	ref       override.Ref
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

// outcome finishes the object of a variant.
func (r *renderer) outcome(variant override.Variant) *outcome {
	o := &outcome{Variant: variant}
	if o.Err != nil {
		return o
	}
	controller, blocks := true, true
	desired := &api.Work{ObjectMeta: metav1.ObjectMeta{
		Name:        r.work,
		Finalizers:  []string{api.ExecutionFinalizer},
		Annotations: r.Overrides.Annotations(o.Result),
		OwnerReferences: []metav1.OwnerReference{{
			APIVersion: r.ref.APIVersion, Kind: r.ref.Kind, Name: r.ref.Name, UID: r.namespace.GetUID(), Controller: &controller, BlockOwnerDeletion: &blocks,
		}},
	}}
	o.draft, o.fault = work.NewDraft(desired, &unstructured.Unstructured{Object: o.Result.SharedContent()})
	if r.Overridden != nil {
		r.Overridden(o.Clusters, o.Result)
	}
	return o
}

// render returns the Work for a cluster.
func (r *renderer) render(o *outcome, cluster string) (work.Prepared, error) {
	if o.Err != nil {
		_, err := o.For(cluster)
		return work.Prepared{}, err
	}
	if o.fault != nil {
		return work.Prepared{}, o.fault
	}
	return o.draft.For(cluster, r.stored[api.ExecutionNamespace(cluster)], r.NewID)
}

// sortedClusters returns the clusters without nil, sorted by name. Among clusters with the same name, it returns the first.
func sortedClusters(all []*api.Cluster) []*api.Cluster {
	clusters := slices.DeleteFunc(slices.Clone(all), func(c *api.Cluster) bool { return c == nil })
	slices.SortStableFunc(clusters, func(a, b *api.Cluster) int { return cmp.Compare(a.Name, b.Name) })
	return slices.CompactFunc(clusters, func(a, b *api.Cluster) bool { return a.Name == b.Name })
}
