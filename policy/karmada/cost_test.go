package karmada_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// workload is a policy that grows with its object.
type workload struct {
	name, reason string
	entry        func(o *api.Overriders, i int)
	alone        bool // each entry is a rule of its own
}

func container(operator api.OverriderOperator, value string) func(*api.Overriders, int) {
	return func(o *api.Overriders, i int) {
		entry := api.CommandArgsOverrider{ContainerName: fmt.Sprint("c", i), Operator: operator, Value: []string{value}}
		o.CommandOverrider, o.ArgsOverrider = append(o.CommandOverrider, entry), append(o.ArgsOverrider, entry)
	}
}

func label(operator api.OverriderOperator, format string) func(*api.Overriders, int) {
	return func(o *api.Overriders, i int) {
		entry := api.LabelAnnotationOverrider{Operator: operator, Value: map[string]string{fmt.Sprintf(format, i): "y"}}
		o.LabelsOverrider, o.AnnotationsOverrider = append(o.LabelsOverrider, entry), append(o.AnnotationsOverrider, entry)
	}
}

var workloads = []workload{
	{"containers by name", "each entry overrides another one", container(api.OverriderOpAdd, "x"), false},
	{"containers by name, nothing to remove", "each reports it", container(api.OverriderOpRemove, "x"), false},
	{"arguments", "they are removed one by one", func(o *api.Overriders, i int) {
		o.ArgsOverrider = append(o.ArgsOverrider, api.CommandArgsOverrider{ContainerName: "c0", Operator: api.OverriderOpRemove, Value: []string{fmt.Sprint("--a", i)}})
	}, false},
	{"labels added", "each entry reads the map", label(api.OverriderOpAdd, "m%d"), false},
	{"labels replaced", "each entry changes another one", label(api.OverriderOpReplace, "l%d"), false},
	{"labels removed", "until the map is empty", label(api.OverriderOpRemove, "l%d"), false},
	{"absent labels", "each reports it", label(api.OverriderOpRemove, "m%d"), false},
	{"images by place", "each entry changes another one", func(o *api.Overriders, i int) {
		predicate := &api.ImagePredicate{Path: fmt.Sprintf("/spec/containers/%d/image", i)}
		o.ImageOverrider = append(o.ImageOverrider, api.ImageOverrider{Predicate: predicate, Component: api.Tag, Operator: api.OverriderOpReplace, Value: "2"})
	}, false},
	{"rules", "a rule uses the reads of the rule before", func(o *api.Overriders, i int) {
		container(api.OverriderOpAdd, "x")(o, i)
		label(api.OverriderOpAdd, "m%d")(o, i)
		o.Plaintext = []api.PlaintextOverrider{{Path: "/spec/containers/-", Operator: api.OverriderOpAdd, Value: api.JSON{Raw: []byte(`{"name":"new"}`)}}}
	}, true},
}

func (w workload) policy(t testing.TB, n int) *override.Policy {
	p := &api.ClusterOverridePolicy{}
	p.Name = "p"
	p.Spec.OverrideRules = make([]api.RuleWithCluster, 1)
	if w.alone {
		p.Spec.OverrideRules = make([]api.RuleWithCluster, n)
	}
	for i := range n {
		w.entry(&p.Spec.OverrideRules[i%len(p.Spec.OverrideRules)].Overriders, i)
	}
	compiled, err := karmada.Compile(p)
	require.NoError(t, err)
	return compiled
}

// large is a pod with n containers, n labels and n annotations. The first container has n arguments.
func large(n int) *unstructured.Unstructured {
	containers, args, labels := make([]any, n), make([]any, n), make(map[string]any, n)
	for i := range n {
		containers[i] = map[string]any{"name": fmt.Sprint("c", i), "image": "nginx:1", "command": []any{"run"}}
		args[i] = fmt.Sprint("--a", i)
		labels[fmt.Sprint("l", i)] = "x"
	}
	containers[0].(map[string]any)["args"] = args
	metadata := map[string]any{"name": "web", "labels": labels, "annotations": labels}
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": map[string]any{"containers": containers}}}
}

// TestCost compiles and applies policies of twice and four times the size to objects of twice and four times the size, and calls all
// methods of the results. The allocated bytes may double each time, and a little more for the logarithm.
func TestCost(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	for _, w := range workloads {
		t.Run(w.name, func(t *testing.T) {
			cost := func(n int) float64 {
				object := large(n)
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				result, err := override.Apply(object, selector.Cluster{Name: "member1"}, w.policy(t, n))
				require.NoError(t, err)
				require.GreaterOrEqual(t, len(result.Changes())+len(result.Skips()), n, w.reason)
				_ = result.Divergences()
				_, err = result.JSONPatch()
				require.NoError(t, err)
				_, err = result.Object()
				require.NoError(t, err)
				runtime.ReadMemStats(&after)
				return float64(after.TotalAlloc - before.TotalAlloc)
			}
			cost(100) // allocates what is shared
			once, twice, four := cost(1000), cost(2000), cost(4000)
			require.Less(t, twice/once, 2.7, "%.0f bytes for 1,000, %.0f for 2,000", once, twice)
			require.Less(t, four/twice, 2.7, "%.0f bytes for 2,000, %.0f for 4,000", twice, four)
		})
	}
}

// BenchmarkCost shows how the time grows.
func BenchmarkCost(b *testing.B) {
	for _, w := range workloads {
		for _, n := range []int{1000, 2000, 4000} {
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(w.name, " ", "-"), n), func(b *testing.B) {
				object, policy := large(n), w.policy(b, n)
				b.ReportAllocs()
				for b.Loop() {
					result, err := override.Apply(object, selector.Cluster{Name: "member1"}, policy)
					require.NoError(b, err)
					_ = result.Changes()
					_ = result.Divergences()
				}
			})
		}
	}
}
