package kubeadmiral_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// workload is an object and a policy for it, both of size n.
type workload struct {
	name, reason string
	rules        func(n int) []api.Overriders
	divergences  int // for each of the n
}

// large is a pod with n containers, n labels and n annotations. The first container has n variables and arguments.
func large(n int) *unstructured.Unstructured {
	containers, env, args, labels := make([]any, n), make([]any, n), make([]any, n), make(map[string]any, n)
	for i := range n {
		containers[i] = map[string]any{"name": fmt.Sprintf("c%d", i), "image": "nginx:1"}
		env[i] = map[string]any{"name": fmt.Sprintf("V%d", i), "value": ""}
		args[i] = fmt.Sprintf("--a%d", i)
		labels[fmt.Sprintf("l%d", i)] = "x"
	}
	containers[0].(map[string]any)["env"], containers[0].(map[string]any)["args"] = env, args
	metadata := map[string]any{"name": "web", "labels": labels, "annotations": labels}
	return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": map[string]any{"containers": containers}}}
}

// each returns one rule with n entries.
func each(n int, entry func(o *api.Overriders, i int)) []api.Overriders {
	rules := make([]api.Overriders, 1)
	for i := range n {
		entry(&rules[0], i)
	}
	return rules
}

// alone returns n rules.
func alone(n int, entry func(o *api.Overriders, i int)) []api.Overriders {
	rules := make([]api.Overriders, n)
	for i := range rules {
		entry(&rules[i], i)
	}
	return rules
}

func addEnv(operator, format string) func(*api.Overriders, int) {
	return func(o *api.Overriders, i int) {
		value := dialect.JSON{Raw: fmt.Appendf(nil, format, i)}
		o.Envs = append(o.Envs, api.EnvOverrider{ContainerName: "c0", Operator: operator, Value: []dialect.JSON{value}})
	}
}

func addArg(operator, format string) func(*api.Overriders, int) {
	return func(o *api.Overriders, i int) {
		o.Args = append(o.Args, api.EntrypointOverrider{ContainerName: "c0", Operator: operator, Value: []string{fmt.Sprintf(format, i)}})
	}
}

func addLabel(operator, format string) func(*api.Overriders, int) {
	return func(o *api.Overriders, i int) {
		entry := api.StringMapOverrider{Operator: operator, Value: map[string]string{fmt.Sprintf(format, i): "y"}}
		o.Labels, o.Annotations = append(o.Labels, entry), append(o.Annotations, entry)
	}
}

var workloads = []workload{
	{"variables added", "each entry reads and writes the list of the one before", func(n int) []api.Overriders {
		return each(n, addEnv("addIfAbsent", `{"name":"N%d","value":"x"}`))
	}, 1},
	{"variables overwritten", "each entry changes another one of the list", func(n int) []api.Overriders {
		return each(n, addEnv("overwrite", `{"name":"V%d","value":"x"}`))
	}, 0},
	{"variables deleted", "the list becomes null", func(n int) []api.Overriders { return each(n, addEnv("delete", `{"name":"V%d"}`)) }, 0},
	{"absent variables", "each reports it", func(n int) []api.Overriders { return each(n, addEnv("delete", `{"name":"N%d"}`)) }, 1},
	{"arguments appended", "each entry appends to the list of the one before", func(n int) []api.Overriders { return each(n, addArg("append", "--b%d")) }, 0},
	{"arguments deleted", "the list becomes null", func(n int) []api.Overriders { return each(n, addArg("delete", "--a%d")) }, 0},
	{"labels added", "and annotations", func(n int) []api.Overriders { return each(n, addLabel("addIfAbsent", "m%d")) }, 0},
	{"labels overwritten", "and annotations", func(n int) []api.Overriders { return each(n, addLabel("overwrite", "l%d")) }, 0},
	{"labels deleted", "and annotations", func(n int) []api.Overriders { return each(n, addLabel("delete", "l%d")) }, 0},
	{"rules of labels", "a rule uses the reads of the rule before, also in lanes", func(n int) []api.Overriders { return alone(n, addLabel("addIfAbsent", "m%d")) }, 0},
	{"rules of variables", "only the first rule reads the whole list", func(n int) []api.Overriders {
		return alone(n, func(o *api.Overriders, i int) {
			addEnv("addIfAbsent", `{"name":"N%d","value":"x"}`)(o, i)
			o.JSONPatch = append(o.JSONPatch, api.JSONPatchOverrider{Operator: "add", Path: "/spec/containers/0/env/-",
				Value: dialect.JSON{Raw: fmt.Appendf(nil, `{"name":"P%d","value":"x"}`, i)}})
		})
	}, 1},
	{"rules of arguments and labels", "each reads the object from before the rule", func(n int) []api.Overriders {
		return alone(n, func(o *api.Overriders, i int) {
			addArg("delete", "--a%d")(o, i)
			addLabel("overwrite", "l%d")(o, i)
		})
	}, 0},
	{"containers by name", "each entry overrides another one", func(n int) []api.Overriders {
		return each(n, func(o *api.Overriders, i int) {
			name := fmt.Sprintf("c%d", i)
			variable := dialect.JSON{Raw: []byte(`{"name":"E","value":"x"}`)}
			o.Command = append(o.Command, api.EntrypointOverrider{ContainerName: name, Operator: "append", Value: []string{"run"}})
			o.Envs = append(o.Envs, api.EnvOverrider{ContainerName: name, Operator: "addIfAbsent", Value: []dialect.JSON{variable}})
			o.Image = append(o.Image, api.ImageOverrider{ContainerNames: []string{name}, Operations: []api.Operation{{ImageComponent: "Tag", Operator: "overwrite", Value: "2"}}})
		})
	}, 1},
}

func (w workload) policy(t testing.TB, n int) *override.Policy {
	p := &api.ClusterOverridePolicy{}
	p.Name = "p"
	for _, overriders := range w.rules(n) {
		p.Spec.OverrideRules = append(p.Spec.OverrideRules, api.OverrideRule{Overriders: &overriders})
	}
	return anywhere(t, p)
}

// allocated returns how many bytes a function allocates. Nothing else must run.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
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
				return float64(allocated(func() {
					result, err := override.Apply(object, member1, w.policy(t, n))
					require.NoError(t, err)
					require.GreaterOrEqual(t, len(result.Changes())+len(result.Skips()), n, w.reason)
					require.GreaterOrEqual(t, len(result.Divergences()), w.divergences*n)
					_, err = result.JSONPatch()
					require.NoError(t, err)
					_, err = result.Object()
					require.NoError(t, err)
				}))
			}
			cost(100) // allocates what is shared
			once, twice, four := cost(1000), cost(2000), cost(4000)
			require.Less(t, twice/once, 2.7, "%.0f bytes for 1,000, %.0f for 2,000", once, twice)
			require.Less(t, four/twice, 2.7, "%.0f bytes for 2,000, %.0f for 4,000", twice, four)
		})
	}
}

// TestMemory has 40,000 entries, one for each of 40,000 variables or labels. Each entry costs the same: at most
// two edits, of labels and of annotations, with 4 KiB each for the change, the pointer, the copied entry, and a share of the lists and
// tables that double as they grow. A copy of the list for each entry would be 640 KB.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	const n, entry = 40_000, 2 * 4 << 10 // bytes
	for _, w := range workloads {
		if w.name != "variables added" && w.name != "variables deleted" && w.name != "labels overwritten" {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			object, policy := large(n), w.policy(t, n)
			spec := object.Object["spec"].(map[string]any)
			spec["containers"] = spec["containers"].([]any)[:1]
			before := inUse()
			var result *override.Result
			spent := allocated(func() {
				var err error
				result, err = override.Apply(object, member1, policy)
				require.NoError(t, err)
			})
			require.Less(t, spent, uint64(n*entry), "all allocations, which limit the peak")
			require.Less(t, inUse()-before, int64(100<<20), "the memory of the result")
			runtime.KeepAlive(object)
			runtime.KeepAlive(result)
		})
	}
}

// inUse returns how many bytes are in use.
func inUse() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// BenchmarkCost shows how the time grows.
func BenchmarkCost(b *testing.B) {
	for _, w := range workloads {
		for _, n := range []int{1000, 2000, 4000} {
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(w.name, " ", "-"), n), func(b *testing.B) {
				object, policy := large(n), w.policy(b, n)
				b.ReportAllocs()
				for b.Loop() {
					result, err := override.Apply(object, member1, policy)
					require.NoError(b, err)
					_ = result.Changes()
					_ = result.Divergences()
				}
			})
		}
	}
}
