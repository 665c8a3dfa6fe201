package bind_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// followWorld is the objects and the bindings of a namespace. The keys of both maps are names of bindings.
type followWorld struct {
	*rand.Rand
	templates map[string]*unstructured.Unstructured
	stored    map[string]*api.ResourceBinding
	history   []string
	index     bind.Index
	inIndex   map[string]*api.ResourceBinding
	left      []string // what was not detached from a follower that is gone
}

// needed reads the dependencies of an object: names of Secrets and autoscalers, or a color of autoscalers.
type needed struct{}

func (needed) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: "apps", Version: "v1", Kind: "Deployment"}}
}

func (needed) InterpretDependency(_ context.Context, o *unstructured.Unstructured) (all []interpreter.Dependency, _ error) {
	names, _, _ := unstructured.NestedStringMap(o.Object, "needs")
	for name, kind := range names {
		d := interpreter.Dependency{APIVersion: "v1", Kind: kind, Namespace: "shop", Name: name}
		if kind == "HorizontalPodAutoscaler" {
			d.APIVersion = "autoscaling/v2"
		}
		if name == "blue" {
			d.Name, d.LabelSelector = "", &metav1.LabelSelector{MatchLabels: map[string]string{"color": "blue"}}
		}
		all = append(all, d)
	}
	return all, nil
}

// followHPAs is the number of autoscalers. The controller reads every other one in v1, all dependencies are in v2.
const followHPAs = 4

// change makes one random change. Some do nothing.
func (w *followWorld) change() {
	name := fmt.Sprintf("w%d", w.IntN(4))
	b := w.stored[name+"-deployment"]
	switch n := w.IntN(9); {
	case n < 2:
		w.retarget(w.IntN(followHPAs))
	case n == 2:
		w.deleteFollower(fmt.Sprintf("h%d-horizontalpodautoscaler", w.IntN(followHPAs)))
	case n == 3 && b == nil:
		w.create(name)
	case b == nil:
	case n == 4:
		w.deleteWorkload(name, b)
	case n < 7:
		yes := w.IntN(2) == 0
		b.Spec.PropagateDeps = w.IntN(3) > 0
		b.Spec.ConflictResolution, b.Spec.PreserveResourcesOnDeletion = []api.ConflictResolution{api.ConflictAbort, api.ConflictOverwrite}[w.IntN(2)], &yes
		b.Spec.Clusters = []api.TargetCluster{{Name: fmt.Sprintf("m%d", w.IntN(4)), Replicas: int32(w.IntN(4))}}
		w.note("%s: propagateDeps %t in %v", name, b.Spec.PropagateDeps, b.Spec.Clusters)
	default:
		needs := map[string]any{}
		for range w.IntN(4) {
			switch w.IntN(3) {
			case 0:
				needs["secret"] = "Secret"
			case 1:
				needs["blue"] = "HorizontalPodAutoscaler"
			default:
				needs[fmt.Sprintf("h%d", w.IntN(followHPAs))] = "HorizontalPodAutoscaler"
			}
		}
		w.templates[b.Name].Object["needs"] = needs
		w.note("%s needs %v", name, needs)
	}
}

// retarget creates an autoscaler, or changes its workload, which may be another autoscaler.
func (w *followWorld) retarget(n int) {
	ref := map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "name": []string{"", "w0", "w1", "w2", "w3"}[w.IntN(5)]}
	if w.IntN(8) == 0 {
		ref = map[string]any{"apiVersion": "autoscaling/v1", "kind": "HorizontalPodAutoscaler", "name": "h0"}
	}
	spec := map[string]any{"scaleTargetRef": ref}
	if ref["name"] == "" || ref["kind"] == "HorizontalPodAutoscaler" && n == 0 {
		spec = map[string]any{}
	}
	o := &unstructured.Unstructured{Object: map[string]any{"apiVersion": fmt.Sprintf("autoscaling/v%d", 1+n%2), "kind": "HorizontalPodAutoscaler", "spec": spec,
		"metadata": map[string]any{"namespace": "shop", "name": fmt.Sprintf("h%d", n), "labels": map[string]any{"color": []string{"blue", "red"}[w.IntN(2)]}}}}
	w.templates[o.GetName()+"-horizontalpodautoscaler"] = o
	w.note("%s follows %v", o.GetName(), spec)
}

// deleteFollower detaches an autoscaler. Then the garbage collector deletes its binding.
func (w *followWorld) deleteFollower(key string) {
	o := w.templates[key]
	if o == nil {
		return
	}
	w.note("delete %s", key)
	done, err := bind.Follow(bind.FollowInput{Follower: o, Gone: true, Index: bindIndex(slices.Collect(maps.Values(w.stored))...)})
	if err == nil && done.Binding != nil {
		for _, by := range done.Binding.Spec.RequiredBy {
			if !w.stored[by.Name].Spec.PropagateDeps {
				w.left = append(w.left, key+" is still attached to "+by.Name)
			}
		}
	}
	delete(w.templates, key)
	delete(w.stored, key)
}

// create creates a workload and its binding.
func (w *followWorld) create(name string) {
	w.note("create %s", name)
	o := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"namespace": "shop", "name": name}}}
	b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name + "-deployment", Labels: map[string]string{api.BindingIDLabel: name}}}
	b.Spec.Resource = api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: name}
	b.Spec.Placement = &api.Placement{}
	w.stored[b.Name], w.templates[b.Name] = b, o
}

// deleteWorkload deletes a workload in two steps. Its binding is gone when Distribute has removed the finalizer.
func (w *followWorld) deleteWorkload(name string, b *api.ResourceBinding) {
	switch {
	case b.DeletionTimestamp == nil:
		w.note("delete %s", name)
		now := metav1.Now()
		b.DeletionTimestamp = &now
	case !slices.Contains(b.Finalizers, api.DependenciesFinalizer):
		w.note("%s is gone", name)
		delete(w.stored, b.Name)
		delete(w.templates, b.Name)
	}
}

func (w *followWorld) note(format string, args ...any) {
	w.history = append(w.history, fmt.Sprintf(format, args...))
}
