package propagation_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/plantest"
)

// counter counts how many Deployments are bound, and how many of them have their dependencies distributed.
type counter struct {
	bound, distributed *atomic.Int64
}

func (counter) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: "apps", Version: "v1", Kind: "Deployment"}}
}

func (c counter) InterpretReplica(context.Context, *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	c.bound.Add(1)
	return 2, nil, nil
}

func (c counter) InterpretDependency(_ context.Context, object *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	c.distributed.Add(1)
	return []interpreter.Dependency{{APIVersion: "v1", Kind: "ConfigMap", Namespace: object.GetNamespace(), Name: "settings-0"}}, nil
}

// TestWithCount counts how much of a plan is made again.
func TestWithCount(t *testing.T) {
	t.Parallel()
	in := plantest.Estate(200, 8, 40)
	o := &api.OverridePolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "ns-0", Name: "labels"}}
	o.Spec.OverrideRules = []api.RuleWithCluster{{TargetCluster: &api.ClusterAffinity{LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"rack": "7"}}}}}
	in.Overrides = []api.OverrideSource{o}
	calls := counter{new(atomic.Int64), new(atomic.Int64)}
	in.Registry = interpreter.NewRegistry(calls)
	plan := plantest.PlanOf(t, in)
	require.Equal(t, int64(200), calls.bound.Load())
	require.Equal(t, int64(100), calls.distributed.Load(), "half of the policies propagate dependencies")

	edited := func(i int) *unstructured.Unstructured {
		object := in.Templates[i].DeepCopy()
		object.Object["spec"].(map[string]any)["paused"] = true
		return object
	}
	relabeled := func(key, value string) []*api.Cluster {
		c := in.Clusters[1].DeepCopy()
		c.Labels[key] = value
		return []*api.Cluster{c}
	}
	policy := in.Policies[0].DeepCopyObject().(*api.PropagationPolicy)
	policy.Spec.Suspension = &api.Suspension{}
	lonely := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "ns-0", Name: "lonely"}}
	lonely.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "v1", Kind: "Secret"}}
	other := o.DeepCopyObject().(*api.OverridePolicy)
	other.Spec.OverrideRules[0].Overriders.LabelsOverrider = []api.LabelAnnotationOverrider{{Operator: api.OverriderOpAdd, Value: map[string]string{"a": "b"}}}
	for _, c := range []struct {
		name, reason       string
		changes            propagation.Changes
		bound, distributed int64
	}{
		{"nothing", "nothing changes", propagation.Changes{}, 0, 0},
		{"template", "its policy does not propagate dependencies", propagation.Changes{Templates: []*unstructured.Unstructured{edited(1)}}, 1, 0},
		{"with dependencies", "the nine others that need the same ConfigMap only attach it", propagation.Changes{Templates: []*unstructured.Unstructured{edited(0)}}, 1, 1},
		{"removed", "it is gone", propagation.Changes{Remove: []override.Ref{override.RefOf(in.Templates[0])}}, 0, 0},
		{"dependency", "only the binding of a ConfigMap is made again", propagation.Changes{Templates: []*unstructured.Unstructured{in.Templates[200].DeepCopy()}}, 0, 0},
		{"lost dependency", "each template that needs a ConfigMap has a warning if it is gone", propagation.Changes{Remove: []override.Ref{override.RefOf(in.Templates[200])}}, 10, 10},
		{"policy", "it has claimed a part of the templates of its namespace", propagation.Changes{Policies: []api.PropagationSource{policy}}, 5, 5},
		{"new policy", "it selects nothing", propagation.Changes{Policies: []api.PropagationSource{lonely}}, 0, 0},
		{"override", "Works are rendered, and nothing is bound", propagation.Changes{Overrides: []api.OverrideSource{other}}, 0, 0},
		{"label for an override", "no placement reads the label", propagation.Changes{Clusters: relabeled("rack", "7")}, 0, 0},
		{"label for placements", "half of the placements select one of the two rings", propagation.Changes{Clusters: relabeled("ring", "2")}, 100, 50},
	} {
		calls.bound.Store(0)
		calls.distributed.Store(0)
		next, err := plan.With(context.Background(), c.changes)
		require.NoError(t, err)
		require.Equal(t, c.bound, calls.bound.Load(), "%s: %s", c.name, c.reason)
		require.Equal(t, c.distributed, calls.distributed.Load(), "%s: %s", c.name, c.reason)
		require.Equal(t, whole(t, plantest.PlanOf(t, changed(in, c.changes))), whole(t, next), c.name)
	}
}

// TestWithShares changes one of 200 templates. All other rows and Works are the same pointers.
func TestWithShares(t *testing.T) {
	t.Parallel()
	in := plantest.Estate(200, 8, 40)
	plan := plantest.PlanOf(t, in)
	object := in.Templates[1].DeepCopy()
	object.Object["spec"].(map[string]any)["paused"] = true
	next, err := plan.With(context.Background(), propagation.Changes{Templates: []*unstructured.Unstructured{object}})
	require.NoError(t, err)
	require.Len(t, next.Rows, len(plan.Rows))
	for i, row := range next.Rows {
		require.Equal(t, row.Template != override.RefOf(object), row == plan.Rows[i], row.Template)
	}
	require.Len(t, next.Works, len(plan.Works))
	name, made := api.WorkName("Deployment", object.GetNamespace(), object.GetName()), 0
	for i, w := range next.Works {
		require.Equal(t, w.Name != name, w == plan.Works[i], w.Name)
		if w.Name == name {
			made++
		}
	}
	require.Positive(t, made)
}

// outOfOrder fails to interpret dependencies, and counts its calls.
type outOfOrder struct{ calls *atomic.Int64 }

func (outOfOrder) Kinds() []schema.GroupVersionKind { return counter{}.Kinds() }

func (f outOfOrder) InterpretDependency(context.Context, *unstructured.Unstructured) ([]interpreter.Dependency, error) {
	f.calls.Add(1)
	return nil, errors.New("out of order")
}

// TestWithFailing calls an interpreter that fails once for each template that is planned again.
func TestWithFailing(t *testing.T) {
	t.Parallel()
	in := plantest.Estate(200, 8, 40)
	interpreted := outOfOrder{new(atomic.Int64)}
	in.Registry = interpreter.NewRegistry(interpreted)
	plan := plantest.PlanOf(t, in)
	require.Equal(t, int64(100), interpreted.calls.Load(), "half of the policies propagate dependencies")
	object := in.Templates[0].DeepCopy()
	object.Object["spec"].(map[string]any)["paused"] = true
	change := propagation.Changes{Templates: []*unstructured.Unstructured{object}}
	next, err := plan.With(context.Background(), change)
	require.NoError(t, err)
	require.Equal(t, int64(101), interpreted.calls.Load())
	require.Equal(t, whole(t, plantest.PlanOf(t, changed(in, change))), whole(t, next))
}

// TestWithConcurrently makes many plans of one at a time, and reads it.
func TestWithConcurrently(t *testing.T) {
	t.Parallel()
	for _, stream := range []bool{false, true} {
		in := plantest.Estate(40, 6, 20)
		in.Overrides = []api.OverrideSource{&api.ClusterOverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: "o"}}}
		in.Options.StreamWorks = stream
		plan := plantest.PlanOf(t, in)
		before := whole(t, plan)
		var working sync.WaitGroup
		for i := range 12 {
			object, cluster := in.Templates[i].DeepCopy(), in.Clusters[i%6].DeepCopy()
			object.SetLabels(map[string]string{"app": fmt.Sprint("app-", i%3)})
			cluster.Labels = map[string]string{"ring": fmt.Sprint(i % 4)}
			working.Go(func() {
				in, next := in, plan
				for _, c := range []propagation.Changes{
					{Templates: []*unstructured.Unstructured{object}}, {Clusters: []*api.Cluster{cluster}}, {Remove: []override.Ref{in.Overrides[0].Ref()}},
				} {
					var err error
					next, err = next.With(context.Background(), c)
					if !assert.NoError(t, err) {
						return
					}
					in = changed(in, c)
				}
				again, err := propagation.NewPlan(context.Background(), in)
				assert.NoError(t, err)
				assert.Equal(t, whole(t, again), whole(t, next))
				assert.Equal(t, before, whole(t, plan))
			})
		}
		working.Wait()
	}
}

// TestWithErrors has plans without an input, and changes that cannot be applied.
func TestWithErrors(t *testing.T) {
	t.Parallel()
	ctx, in := context.Background(), plantest.Shop(t)
	plan := plantest.PlanOf(t, in)
	var decoded propagation.Plan
	text, err := json.Marshal(plan)
	require.NoError(t, err)
	_ = json.Unmarshal(text, &decoded) // a list of interfaces cannot be decoded
	for _, p := range []*propagation.Plan{nil, {}, &decoded} {
		_, err := p.With(ctx, propagation.Changes{})
		require.EqualError(t, err, "found a plan without its input, expected one that NewPlan or With has made")
	}
	web, unknown := override.RefOf(in.Templates[0]), override.Ref{APIVersion: "v1", Kind: "Secret", Namespace: "shop", Name: "x"}
	invalid := &api.ClusterOverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: "o"}}
	invalid.Spec.OverrideRules = []api.RuleWithCluster{{Overriders: api.Overriders{Plaintext: []api.PlaintextOverrider{{Path: "/a", Operator: api.OverriderOpAdd, Value: api.JSON{Raw: []byte("{")}}}}}}
	_, want := propagation.NewPlan(ctx, propagation.PlanInput{Overrides: []api.OverrideSource{invalid}})
	require.Error(t, want)
	for name, c := range map[string]struct {
		changes propagation.Changes
		want    string
	}{
		"unknown":         {propagation.Changes{Remove: []override.Ref{unknown}}, "changes: cannot remove Secret shop/x: the input does not have it"},
		"removed twice":   {propagation.Changes{Remove: []override.Ref{web, web}}, "changes: found Deployment shop/web twice, expected it once"},
		"set twice":       {propagation.Changes{Templates: []*unstructured.Unstructured{in.Templates[0], in.Templates[0]}}, "changes: found Deployment shop/web twice, expected it once"},
		"set and removed": {propagation.Changes{Templates: in.Templates[:1], Remove: []override.Ref{web}}, "changes: found Deployment shop/web twice, expected it once"},
		"invalid":         {propagation.Changes{Overrides: []api.OverrideSource{invalid}}, want.Error()},
	} {
		_, err := plan.With(ctx, c.changes)
		require.EqualError(t, err, c.want, name)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = plan.With(canceled, propagation.Changes{Templates: in.Templates[:1]})
	require.ErrorIs(t, err, context.Canceled)
	same, err := plan.With(ctx, propagation.Changes{
		Templates: []*unstructured.Unstructured{nil}, Policies: []api.PropagationSource{nil, (*api.PropagationPolicy)(nil), foreignPolicy{}},
		Overrides: []api.OverrideSource{nil, (*api.OverridePolicy)(nil)}, Clusters: []*api.Cluster{nil}, Bindings: []api.Binding{nil, foreignBinding{}}, Works: []*api.Work{nil},
	})
	require.NoError(t, err)
	require.Equal(t, whole(t, plan), whole(t, same), "what NewPlan ignores changes nothing")
}
