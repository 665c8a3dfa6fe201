package bind_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// TestFollowRandomly changes workloads and followers at random. After each few changes it calls Follow and Distribute for all of them in a random
// order, until nothing changes. Then what is attached to what must be exactly what the workloads and followers ask for.
func TestFollowRandomly(t *testing.T) {
	t.Parallel()
	seeds := uint64(300)
	if testing.Short() {
		seeds /= 10
	}
	for seed := range seeds {
		w := &followWorld{Rand: rand.New(rand.NewPCG(seed, 7)), stored: map[string]*api.ResourceBinding{}, inIndex: map[string]*api.ResourceBinding{}, templates: map[string]*unstructured.Unstructured{}}
		for range 12 {
			for range 1 + w.IntN(3) {
				w.change()
			}
			w.settle(t)
			require.Empty(t, w.left, "seed %d: %v", seed, w.history)
			if fault := w.fault(); fault != "" {
				t.Fatalf("seed %d: %s\nhistory: %v", seed, fault, w.history)
			}
		}
	}
}

// steps returns one call for each workload and each autoscaler, in a random order.
func (w *followWorld) steps(ctx context.Context, follow func(bind.FollowInput) error, distribute func(bind.DistributeInput) error) []func() error {
	var followers bind.Followers
	objects := []*unstructured.Unstructured{bindSecretNamed("secret")}
	for _, o := range w.templates {
		objects = append(objects, o)
		_ = followers.Add(o)
		if o.GetAPIVersion() == "autoscaling/v1" {
			o = o.DeepCopy()
			o.SetAPIVersion("autoscaling/v2")
			objects = append(objects, o)
		}
	}
	var steps []func() error
	for _, key := range slices.Sorted(maps.Keys(w.templates)) {
		o := w.templates[key]
		if o.GetKind() == "HorizontalPodAutoscaler" {
			steps = append(steps, func() error { return follow(bind.FollowInput{Follower: o}) })
		}
		if w.stored[key] == nil {
			continue
		}
		steps = append(steps, func() error {
			return distribute(bind.DistributeInput{Independent: w.stored[key], Template: o, Registry: interpreter.NewRegistry(needed{}), Find: bind.FindIn(objects...), Followers: followers.Of(w.stored[key])})
		})
	}
	w.Shuffle(len(steps), func(i, j int) { steps[i], steps[j] = steps[j], steps[i] })
	return steps
}

// settle runs all steps until nothing changes: one by one, or in a batch.
func (w *followWorld) settle(t *testing.T) {
	ctx := context.Background()
	for range 8 {
		var changed bool
		all := slices.Collect(maps.Values(w.stored))
		store := func(b *api.ResourceBinding, isNew bool, fields []string) {
			if isNew || len(fields) > 0 {
				w.stored[b.Name], changed = b, true
			}
		}
		follow := func(in bind.FollowInput) error {
			in.Index = bindIndex(slices.Collect(maps.Values(w.stored))...)
			done, err := bind.Follow(in)
			in.Index = w.indexed()
			found, indexErr := bind.Follow(in)
			requireSame(t, done, err, found, indexErr)
			if done.Binding != nil {
				store(done.Binding, done.Created, done.Changed)
			}
			return err
		}
		distribute := func(in bind.DistributeInput) error {
			done, err := distributed(in, bindIndex(slices.Collect(maps.Values(w.stored))...))
			found, indexErr := distributed(in, w.indexed())
			requireSame(t, done, err, found, indexErr)
			if done.Independent != nil {
				store(done.Independent, false, done.Changed)
			}
			for _, a := range done.Attached {
				store(a.Binding, a.Created, a.Changed)
			}
			return err
		}
		batch := bind.NewBatch(all, nil)
		batched := w.IntN(2) == 0
		if batched {
			follow = func(in bind.FollowInput) error { return batch.Follow(in) }
			distribute = func(in bind.DistributeInput) error { _, err := batch.Distribute(ctx, in); return err }
		}
		var errs []error
		for _, step := range w.steps(ctx, follow, distribute) {
			if err := step(); err != nil && !onlyMissingWorkload(err) {
				errs = append(errs, err)
			}
		}
		if batched {
			planned, err := batch.Finish()
			errs = append(errs, err)
			for _, p := range planned {
				store(p.Binding, w.stored[p.Binding.Name] == nil || bindText(t, w.stored[p.Binding.Name]) != bindText(t, p.Binding), nil)
			}
		}
		if !changed {
			require.NoError(t, errors.Join(errs...), "%v", w.history)
			return
		}
	}
	t.Fatalf("it never settles: %v", w.history)
}

// indexed returns the index of the stored bindings, in which only those that have changed are put again.
func (w *followWorld) indexed() *bind.Index {
	for name, b := range w.inIndex {
		if w.stored[name] != b {
			w.index.Delete("shop", name)
			delete(w.inIndex, name)
		}
	}
	for name, b := range w.stored {
		if w.inIndex[name] != b {
			w.index.Put(b)
			w.inIndex[name] = b
		}
	}
	return &w.index
}

// requireSame requires that a new index and one that has changed with the bindings have the same results.
func requireSame(t *testing.T, listed any, listErr error, indexed any, indexErr error) {
	t.Helper()
	require.Equal(t, fmt.Sprint(listErr), fmt.Sprint(indexErr))
	require.Equal(t, listed, indexed)
}

func onlyMissingWorkload(err error) bool {
	var missing *bind.WorkloadError
	return errors.As(err, &missing)
}

// fault compares what is attached with what the objects ask for.
func (w *followWorld) fault() string {
	for key, b := range w.stored {
		var want []string
		for by, referrer := range w.stored {
			if w.template(by) != nil && by != key && w.requires(referrer, w.template(by), w.template(key)) {
				want = append(want, by)
			}
		}
		slices.Sort(want)
		var got []string
		overwrite, preserve := api.ConflictAbort, false
		labels := 0
		for _, by := range b.Spec.RequiredBy {
			got = append(got, by.Name)
			referrer := w.stored[by.Name]
			if referrer == nil || fmt.Sprint(by.Clusters) != fmt.Sprint(w.clusters(referrer, w.template(by.Name), w.template(key))) {
				return fmt.Sprintf("%s has other clusters of %s: %v", key, by.Name, by.Clusters)
			}
			if b.Labels["resourcebinding.karmada.io/depended-by-"+api.BindingReference("shop", by.Name)] != referrer.Labels[api.BindingIDLabel] {
				return fmt.Sprintf("%s has no label of %s", key, by.Name)
			}
			if referrer.Spec.ConflictResolution == api.ConflictOverwrite {
				overwrite = api.ConflictOverwrite
			}
			preserve = preserve || referrer.Spec.PreserveResourcesOnDeletion != nil && *referrer.Spec.PreserveResourcesOnDeletion
		}
		for label := range b.Labels {
			if label != api.BindingIDLabel {
				labels++
			}
		}
		slices.Sort(got)
		if !slices.Equal(want, got) || labels != len(got) {
			return fmt.Sprintf("%s is required by %v with %d labels, expected %v", key, got, labels, want)
		}
		if b.Spec.Placement == nil && len(got) > 0 && (b.Spec.ConflictResolution != overwrite || *b.Spec.PreserveResourcesOnDeletion != preserve) {
			return fmt.Sprintf("%s has %s and %t, expected %s and %t", key, b.Spec.ConflictResolution, *b.Spec.PreserveResourcesOnDeletion, overwrite, preserve)
		}
	}
	for key, o := range w.templates { // what nothing has created
		for by, referrer := range w.stored {
			if w.stored[key] == nil && w.template(by) != nil && by != key && w.requires(referrer, w.template(by), o) {
				return fmt.Sprintf("%s is required by %s, and has no binding", key, by)
			}
		}
	}
	return ""
}

// clusters returns the clusters that an object gets of a binding. A follower gets those of the bindings that require it, too.
func (w *followWorld) clusters(b *api.ResourceBinding, template, o *unstructured.Unstructured) []api.TargetCluster {
	all := slices.Clone(b.Spec.Clusters)
	for _, by := range b.Spec.RequiredBy {
		for _, t := range by.Clusters {
			if w.follows(template, o) && !slices.ContainsFunc(all, func(known api.TargetCluster) bool { return known.Name == t.Name }) {
				all = append(all, t)
			}
		}
	}
	return all
}

// follows reports whether an object names another one as its workload.
func (w *followWorld) follows(template, o *unstructured.Unstructured) bool {
	kind, _, _ := unstructured.NestedString(o.Object, "spec", "scaleTargetRef", "kind")
	name, _, _ := unstructured.NestedString(o.Object, "spec", "scaleTargetRef", "name")
	return kind == template.GetKind() && name == template.GetName()
}

func (w *followWorld) template(key string) *unstructured.Unstructured {
	if key == "secret-secret" {
		return bindSecretNamed("secret")
	}
	return w.templates[key]
}

// requires reports whether a binding requires an object, from the objects alone.
func (w *followWorld) requires(b *api.ResourceBinding, template, o *unstructured.Unstructured) bool {
	if b.DeletionTimestamp != nil || o == nil {
		return false
	}
	if w.follows(template, o) {
		return true
	}
	needs, _, _ := unstructured.NestedStringMap(template.Object, "needs")
	return b.Spec.PropagateDeps && (needs[o.GetName()] == o.GetKind() || needs["blue"] == o.GetKind() && o.GetLabels()["color"] == "blue")
}

func bindSecretNamed(name string) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"namespace": "shop", "name": name}}}
}
