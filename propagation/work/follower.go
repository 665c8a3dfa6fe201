package work

import (
	"errors"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// FollowerInput is the input of [RenderFollower]. It is never written.
type FollowerInput struct {
	Follower *unstructured.Unstructured // an autoscaler
	Field    []string                   // the path of its reference, see [bind.WorkloadOf]; nil: that of its kind
	Gone     bool                       // it no longer exists: only its apiVersion, kind, namespace and name are read
	Binding  *api.ResourceBinding       // of its workload, or nil

	// Stored has the stored Works: at least those with the name of the follower's Works. All others are ignored.
	Stored []*api.Work

	NewID func(of override.Ref) string // as in [Input]
}

// FollowerWorks is what must be done with the Works of a follower. Both lists are sorted by namespace and name.
type FollowerWorks struct {
	Works  []*api.Work // as they must be stored
	Delete []Orphan
}

// RenderFollower returns the Works of an autoscaler that has no binding, as Karmada's HPA controller made them until 2023 (removed in Karmada
// 20129ca5c). Use it only to reproduce or to replace that controller. Otherwise use [bind.Follow]: it gives the autoscaler a binding, so it
// also gets override policies, a conflict resolution, the clusters of other bindings that require it, evictions and suspension.
//
//  1. The Works of a follower have the name made from its kind, namespace and name, in the namespaces of all clusters. The name does not contain
//     the group, so a Work is the follower's only if its one manifest is the follower: group, kind, namespace and name are equal. Works
//     with the label of a binding's id belong to that binding.
//  2. If the follower is gone, all of its Works are deleted. While it is being deleted, nothing happens.
//  3. The binding must be that of the workload that the follower names: the group, kind, namespace and name of its resource must be equal.
//     Otherwise, or if it is being deleted, the error is a [*bind.WorkloadError], and nothing happens. A follower that names no workload is an error too.
//  4. Each cluster in the spec of the binding gets a Work with the follower, see [Assemble], without overrides and without a conflict
//     resolution. The clusters of bindings that require the workload get none.
//  5. The Works in other clusters are deleted.
//
// A cluster whose Work is not the follower's, or is being deleted, is an error. So is a cluster whose name cannot be that of a namespace. Such errors are joined (errors.Join), each an [*Error]; the
// Works of the other clusters are returned with them. The result shares no memory with the input.
//
// Karmada left the Works of rule 5, and also replaced and deleted those of others. Its manifests had fewer labels and annotations.
func RenderFollower(in FollowerInput) (FollowerWorks, error) {
	ref := override.RefOf(in.Follower)
	if ref.Kind == "" || ref.Namespace == "" || ref.Name == "" {
		return FollowerWorks{}, fmt.Errorf("found a follower with kind %q, namespace %q and name %q, expected all three", ref.Kind, ref.Namespace, ref.Name)
	}
	stored := worksNamed(ref, in.Stored)
	if in.Gone {
		return FollowerWorks{Delete: unfollowed(ref, stored, nil, func(string) string { return ref.String() + " is gone" })}, nil
	}
	if content.Deleting(in.Follower) {
		return FollowerWorks{}, nil
	}
	if err := in.check(ref); err != nil {
		return FollowerWorks{}, err
	}
	done := FollowerWorks{}
	targets := map[string]bool{}
	var errs []error
	for _, target := range in.Binding.Spec.Clusters {
		if targets[target.Name] {
			continue
		}
		targets[target.Name] = true
		w, err := in.render(ref, stored[target.Name], target.Name)
		if err != nil {
			errs = append(errs, &Error{Owner: ref, Cluster: target.Name, Err: err})
			continue
		}
		done.Works = append(done.Works, w)
	}
	slices.SortFunc(done.Works, content.CompareObjects)
	done.Delete = unfollowed(ref, stored, targets, func(cluster string) string {
		return fmt.Sprintf("cluster %s is no longer a target of %s", cluster, in.Binding.Spec.Resource.Name)
	})
	return done, errors.Join(errs...)
}

// worksNamed returns the stored Works with the name of a follower's Works by cluster. If a cluster has two, the one that is not the follower's counts,
// so that no other Work is replaced.
func worksNamed(follower override.Ref, stored []*api.Work) map[string]*api.Work {
	found := map[string]*api.Work{}
	name := api.WorkName(follower.Kind, follower.Namespace, follower.Name)
	for _, w := range stored {
		if w == nil || w.Name != name {
			continue
		}
		cluster, err := api.ClusterOfNamespace(w.Namespace)
		if err == nil && (found[cluster] == nil || foreign(follower, w) != "") {
			found[cluster] = w
		}
	}
	return found
}

// unfollowed returns the Works that must be deleted: those of the follower that are not in a target, and are not being deleted.
func unfollowed(follower override.Ref, stored map[string]*api.Work, targets map[string]bool, reason func(cluster string) string) (orphans []Orphan) {
	for cluster, w := range stored {
		if !targets[cluster] && w.DeletionTimestamp == nil && foreign(follower, w) == "" {
			orphans = append(orphans, Orphan{w.Ref(), reason(cluster)})
		}
	}
	slices.SortFunc(orphans, func(a, b Orphan) int { return content.CompareRefs(a.Work, b.Work) })
	return orphans
}

// foreign returns why a Work is not the follower's, or "".
func foreign(follower override.Ref, w *api.Work) string {
	if ofBinding(w) {
		return "belongs to a binding"
	}
	manifests := w.Spec.Workload.Manifests
	if len(manifests) != 1 {
		return fmt.Sprintf("has %d manifests", len(manifests))
	}
	if !content.SameObject(override.RefOf(&unstructured.Unstructured{Object: manifests[0]}), follower) {
		return "has another object"
	}
	return ""
}

// ofBinding reports whether a Work belongs to a binding.
func ofBinding(w *api.Work) bool {
	_, namespaced := w.Labels[api.BindingIDLabel]
	_, cluster := w.Labels[api.ClusterBindingIDLabel]
	return namespaced || cluster
}

// check implements rule 3 of [RenderFollower].
func (in FollowerInput) check(ref override.Ref) error {
	workload, err := bind.WorkloadOf(in.Follower, in.Field...)
	if err != nil {
		return err
	}
	if workload == (override.Ref{}) {
		return fmt.Errorf("%s names no workload, expected one", ref)
	}
	expected := api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: workload.Namespace, Name: api.BindingName(workload.Kind, workload.Name)}}
	missing := &bind.WorkloadError{Follower: ref, Workload: workload, Binding: expected.Ref()}
	if in.Binding == nil {
		return missing
	}
	if found := content.ResourceOf(in.Binding); !content.SameWorkload(found, workload) {
		missing.Binding, missing.Found = in.Binding.Ref(), found
		return missing
	}
	if in.Binding.DeletionTimestamp != nil {
		missing.Deleting = true
		return missing
	}
	if err := content.Check(in.Follower.Object); err != nil {
		return fmt.Errorf("%s: %w", ref, err)
	}
	return nil
}

// render returns the Work for a cluster.
func (in FollowerInput) render(ref override.Ref, stored *api.Work, cluster string) (*api.Work, error) {
	space := api.ExecutionNamespace(cluster)
	if cluster == "" || len(validation.IsDNS1123Label(space)) > 0 {
		return nil, errors.New("karmada-es- and the name of a cluster must be a valid name of a namespace")
	}
	if stored != nil {
		if why := foreign(ref, stored); why != "" {
			return nil, fmt.Errorf("%s %s, expected one that this follower has made", stored.Ref(), why)
		}
	}
	desired := &api.Work{ObjectMeta: metav1.ObjectMeta{
		Namespace: space, Name: api.WorkName(ref.Kind, ref.Namespace, ref.Name), Finalizers: []string{api.ExecutionFinalizer},
	}}
	return assemble(stored, desired, in.Follower.DeepCopy(), metadata{}, in.NewID)
}
