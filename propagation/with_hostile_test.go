package propagation_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/plantest"
)

// deepValue returns lists in lists.
func deepValue(levels int) (v any) {
	for range levels {
		v = []any{v}
	}
	return v
}

// TestWithHostileTemplates sets templates that no plan can read, in the place of valid ones and back.
func TestWithHostileTemplates(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{}
	cyclic["self"] = cyclic
	in := rulesInput("shop/a")
	selecting(&in, "v1", "ConfigMap")
	in.Overrides = []api.OverrideSource{labeling("1", api.ResourceSelector{APIVersion: "v1", Kind: "ConfigMap"})}
	a, w := in.Templates[0], in.Templates[2]
	with := func(o *unstructured.Unstructured, field string, value any) *unstructured.Unstructured {
		o = o.DeepCopy()
		o.Object[field] = value
		return o
	}
	for name, hostile := range map[string]*unstructured.Unstructured{
		"NaN":                     with(a, "data", math.NaN()),
		"a map in itself":         with(a, "data", cyclic),
		"a map in itself, Widget": with(w, "spec", cyclic),
		"100,000 levels":          with(a, "data", deepValue(100_000)),
		"100,000 levels, Widget":  with(w, "spec", map[string]any{"needs": deepValue(100_000)}),
		"a Go value":              with(a, "data", struct{}{}),
		"metadata is a list":      with(a, "metadata", []any{"name"}),
		"labels are a number":     with(a, "metadata", map[string]any{"namespace": "shop", "name": "a", "labels": int64(1)}),
		"labels contain a map":    with(w, "metadata", map[string]any{"namespace": "shop", "name": "w", "labels": map[string]any{"app": cyclic}}),
		"a name that is a number": with(a, "metadata", map[string]any{"namespace": "shop", "name": int64(1)}),
		"an empty object":         {Object: map[string]any{}},
		"no object":               {},
		"a kind of a megabyte":    with(a, "kind", strings.Repeat("k", 1<<20)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			in, plan := in, plantest.PlanOf(t, in)
			for _, changes := range append(setTemplates(hostile), setTemplates(a, w)...) {
				next, err := plan.With(context.Background(), changes)
				require.NoError(t, err)
				in = changed(in, changes)
				require.Equal(t, whole(t, plantest.PlanOf(t, in)), whole(t, next))
				plan = next
			}
		})
	}
}

// TestWithHostileChanges has policies that cannot be read, and references that are in more than one list.
func TestWithHostileChanges(t *testing.T) {
	t.Parallel()
	in := rulesInput("shop/a")
	cluster := boundsTemplate("cluster.karmada.io/v1alpha1", "Cluster", "", "m1")
	in.Templates = append(in.Templates, cluster)
	plan := plantest.PlanOf(t, in)
	both := propagation.Changes{Remove: []override.Ref{in.Clusters[0].Ref()}}
	require.Equal(t, override.RefOf(cluster), both.Remove[0], "a template and a cluster have one reference")
	next, err := plan.With(context.Background(), both)
	require.NoError(t, err)
	require.Equal(t, whole(t, plantest.PlanOf(t, changed(in, both))), whole(t, next))

	deep := &api.ClusterOverridePolicy{ObjectMeta: metav1.ObjectMeta{Name: "deep"}}
	deep.Spec.OverrideRules = []api.RuleWithCluster{{Overriders: api.Overriders{Plaintext: []api.PlaintextOverrider{
		{Path: "/data", Operator: api.OverriderOpAdd, Value: api.JSON{Raw: []byte(strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000))}},
	}}}}
	changes := propagation.Changes{Overrides: []api.OverrideSource{deep}}
	_, err = plan.With(context.Background(), changes)
	_, want := propagation.NewPlan(context.Background(), changed(in, changes))
	require.Error(t, want)
	require.EqualError(t, err, want.Error())
}

// cancels is widgetHook, and cancels the context of each plan that binds a Widget.
type cancels struct {
	widgetHook
	cancel *context.CancelFunc
}

func (c cancels) InterpretReplica(ctx context.Context, object *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	(*c.cancel)()
	return c.widgetHook.InterpretReplica(ctx, object)
}

// TestWithCanceled cancels With on the way. The old plan can be changed again.
func TestWithCanceled(t *testing.T) {
	t.Parallel()
	in := rulesInput("shop/a")
	cancel := context.CancelFunc(func() {})
	in.Registry = interpreter.NewRegistry(cancels{cancel: &cancel})
	plan := plantest.PlanOf(t, in)
	before := whole(t, plan)
	changes := setTemplates(widget("shop/b"))[0]
	ctx, stop := context.WithCancel(context.Background())
	cancel = stop
	_, err := plan.With(ctx, changes)
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, before, whole(t, plan))
	cancel = func() {}
	next, err := plan.With(context.Background(), changes)
	require.NoError(t, err)
	require.Equal(t, whole(t, plantest.PlanOf(t, changed(in, changes))), whole(t, next))
}
