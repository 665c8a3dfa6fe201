package propagation_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/internal/plantest"
)

// manyPolicies returns n ConfigMaps, each claimed by its own policy, and the change of a third of the policies.
func manyPolicies(n int) (propagation.PlanInput, propagation.Changes) {
	in, changes := boundsInput(), propagation.Changes{}
	in.Templates, in.Policies = nil, nil
	for i := range n {
		name := fmt.Sprint("c", i)
		object := labeled(boundsTemplate("v1", "ConfigMap", "shop", name), "app", name, api.PropagationPolicyIDLabel, name)
		object.SetAnnotations(map[string]string{api.PropagationPolicyNamespaceAnnotation: "shop", api.PropagationPolicyNameAnnotation: name})
		in.Templates = append(in.Templates, object)
		p := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, Labels: map[string]string{api.PropagationPolicyIDLabel: name}}}
		p.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "v1", Kind: "ConfigMap", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"app": name}}}}
		in.Policies = append(in.Policies, p)
		if i%3 == 0 {
			moved := p.DeepCopy()
			moved.Spec.Placement.ClusterAffinity = &api.ClusterAffinity{ClusterNames: []string{"m2"}}
			changes.Policies = append(changes.Policies, moved)
		}
	}
	return in, changes
}

// manyOverrides returns n policies that select nothing and wait for one override policy each, and n other override policies that are new.
func manyOverrides(n int) (propagation.PlanInput, propagation.Changes) {
	in, changes := boundsInput(), propagation.Changes{}
	for i := range n {
		p := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: fmt.Sprint("p", i)}}
		p.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "v1", Kind: "Secret"}}
		p.Spec.DependentOverrides = []string{fmt.Sprint("awaited", i)}
		in.Policies = append(in.Policies, p)
		o := labeling("1", api.ResourceSelector{APIVersion: "v1", Kind: "Secret"})
		o.Name = fmt.Sprint("o", i)
		changes.Overrides = append(changes.Overrides, o)
	}
	return in, changes
}

// manySelections returns n Widgets that each select one of n ConfigMaps by a label, and the change of one of these ConfigMaps, which makes all Widgets be
// planned again.
func manySelections(n int) (propagation.PlanInput, propagation.Changes) {
	in := rulesInput()
	in.Registry, in.Templates = interpreter.NewRegistry(widgetHook{}), nil
	for i := range n {
		w := widget(fmt.Sprint("shop/app=c", i))
		w.SetName(fmt.Sprint("w", i))
		in.Templates = append(in.Templates, w, labeled(boundsTemplate("v1", "ConfigMap", "shop", fmt.Sprint("c", i)), "app", fmt.Sprint("c", i)))
	}
	return in, propagation.Changes{Templates: in.Templates[1:2]}
}

// manyOfKind returns 2n ConfigMaps and one Secret, which is behind them, and n new Secrets, while a cluster is assumed to have the APIs of all templates.
func manyOfKind(n int) (propagation.PlanInput, propagation.Changes) {
	in, changes := boundsInput(), propagation.Changes{}
	in.Options.AssumeAPIs, in.Templates = true, nil
	in.Clusters[0].Status.APIEnablements = nil
	for i := range 2 * n {
		in.Templates = append(in.Templates, boundsTemplate("v1", "ConfigMap", "shop", fmt.Sprint("c", i)))
	}
	in.Templates = append(in.Templates, boundsTemplate("v1", "Secret", "shop", "s"))
	for i := range n {
		changes.Templates = append(changes.Templates, boundsTemplate("v1", "Secret", "shop", fmt.Sprint("s", i)))
	}
	return in, changes
}

// large are changes whose time must be proportional to that of a new plan.
var large = []struct {
	name, reason string
	make         func(n int) (propagation.PlanInput, propagation.Changes)
}{
	{"policies", "each template is compared with all changed policies at once", manyPolicies},
	{"overrides", "the policies are read once for what they wait for", manyOverrides},
	{"selections", "objects are found by their labels", manySelections},
	{"of a kind", "the templates are read once for what kinds there are", manyOfKind},
}

// TestWithCost checks that allocations grow in proportion to the templates. It is not parallel, because it counts those of the process.
func TestWithCost(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	with := func(n int) float64 {
		in, changes := manySelections(n)
		plan := plantest.PlanOf(t, in)
		return allocated(func() {
			_, err := plan.With(context.Background(), changes)
			require.NoError(t, err)
		})
	}
	const n = 300
	once, twice, four := with(n), with(2*n), with(4*n)
	require.Less(t, twice, 2.6*once, "the labels of an object are read once, not for each Widget")
	require.Less(t, four, 2.6*twice, "the labels of an object are read once, not for each Widget")
}

// BenchmarkWithLarge makes large changes.
func BenchmarkWithLarge(b *testing.B) {
	for _, c := range large {
		for _, n := range []int{1000, 2000, 4000} {
			b.Run(fmt.Sprint(c.name, "/", n), func(b *testing.B) {
				in, changes := c.make(n)
				plan := plantest.PlanOf(b, in)
				for b.Loop() {
					_, err := plan.With(context.Background(), changes)
					require.NoError(b, err)
				}
			})
		}
	}
}
