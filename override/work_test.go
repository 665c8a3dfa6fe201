package override

import (
	"fmt"
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// edited is the result of n steps by two policies, which in turn do what step says.
func edited(tb testing.TB, content map[string]any, n int, step func(i int) Patch) *Result {
	tb.Helper()
	content["kind"], content["apiVersion"] = "Test", "v1"
	var rules [2][]Stage
	for i := range n {
		rules[i*2/n] = append(rules[i*2/n], Steps(Step{At: "step " + strconv.Itoa(i), Overrider: step(i)})...)
	}
	var policies []*Policy
	for i, stages := range rules {
		p, err := NewPolicy(PolicySpec{Ref: Ref{Kind: "P", Name: strconv.Itoa(i)}, Rules: []Rule{{At: "rule", Stages: stages}}})
		require.NoError(tb, err)
		policies = append(policies, p)
	}
	result, err := Apply(&unstructured.Unstructured{Object: content}, selector.Cluster{Name: "m"}, policies...)
	require.NoError(tb, err)
	return result
}

// chain is a document that goes n levels down through maps, and at the end of every one of which is what leaf says. With lists,
// every second level is a list.
func chain(n int, lists bool, leaf func(level int) any) any {
	inner := leaf(n)
	for level := n - 1; level >= 0; level-- {
		if lists && level%2 == 1 {
			inner = []any{inner, leaf(level)}
		} else {
			inner = map[string]any{"a": inner, "b": leaf(level)}
		}
	}
	return inner
}

// wide is n keys with the value, n levels down.
func wide(depth, n int, value string) any {
	m := make(map[string]any, n)
	for i := range n {
		m["k"+strconv.Itoa(i)] = value
	}
	return chain(depth, false, func(level int) any {
		if level == depth {
			return m
		}
		return nil
	})
}

func at(tokens ...string) jsontree.Pointer { return tokens }

// shapes are objects and steps that are asked for in sizes n, and what each makes hard.
var shapes = []struct {
	name, reason string
	deep         bool
	make         func(tb testing.TB, n int) *Result
}{
	{"insertions", "each moves all elements that were written before", false, func(tb testing.TB, n int) *Result {
		return edited(tb, map[string]any{"l": []any{}}, n, func(i int) Patch { return Patch{PatchAdd, at("l", strconv.Itoa(i*7%(i+1))), int64(i)} })
	}},
	{"insertions in front", "each moves what is edited next", false, func(tb testing.TB, n int) *Result {
		list := make([]any, n)
		for i := range list {
			list[i] = map[string]any{"x": int64(1)}
		}
		return edited(tb, map[string]any{"l": list}, n, func(i int) Patch {
			if i%2 == 0 {
				return Patch{PatchAdd, at("l", "0"), "new"}
			}
			return Patch{PatchSet, at("l", "-"+strconv.Itoa(i%(n/2)+1), "x"), int64(i)}
		})
	}},
	{"removals", "each takes an element away that another policy has written", false, func(tb testing.TB, n int) *Result {
		list := make([]any, n/2)
		for i := range list {
			list[i] = int64(i)
		}
		return edited(tb, map[string]any{"l": list}, n, func(i int) Patch {
			if i < n/2 {
				return Patch{PatchSet, at("l", strconv.Itoa(i)), "x"}
			}
			return Patch{PatchRemove, at("l", strconv.Itoa((n-1-i)/2)), nil}
		})
	}},
	{"one place", "many agree, and all lose", false, func(tb testing.TB, n int) *Result {
		return edited(tb, map[string]any{}, n, func(i int) Patch { return Patch{PatchSet, at("x"), int64(i * 2 / n)} })
	}},
	{"keys", "each is a line", false, func(tb testing.TB, n int) *Result {
		return edited(tb, map[string]any{"m": map[string]any{}}, n, func(i int) Patch { return Patch{PatchSet, at("m", "k"+strconv.Itoa(i%(n/2))), int64(i)} })
	}},
	{"keys that go", "each is gone", false, func(tb testing.TB, n int) *Result {
		m := map[string]any{}
		for i := range n {
			m["k"+strconv.Itoa(i)] = "x"
		}
		return edited(tb, map[string]any{"m": m}, n, func(i int) Patch { return Patch{PatchRemove, at("m", "k"+strconv.Itoa(i)), nil} })
	}},
	{"a deep chain", "every level has a place that differs", true, func(tb testing.TB, n int) *Result {
		value := func(v string) any { return chain(n/4, false, func(int) any { return v }) }
		return edited(tb, map[string]any{"m": value("0")}, 2, func(i int) Patch { return Patch{PatchSet, at("m"), value(strconv.Itoa(i + 1))} })
	}},
	{"a deep chain of lists", "whether two lists differ shows at the end", true, func(tb testing.TB, n int) *Result {
		value := func(v string) any {
			return chain(n/4, true, func(level int) any {
				if level == n/4 {
					return []any{"same", "same", v}
				}
				return []any{"same", map[string]any{"same": "same"}}
			})
		}
		return edited(tb, map[string]any{"m": value("0")}, 2, func(i int) Patch { return Patch{PatchSet, at("m"), value(strconv.Itoa(i + 1))} })
	}},
	{"many places far inside", "each has the whole way as its pointer", true, func(tb testing.TB, n int) *Result {
		return edited(tb, map[string]any{"m": wide(n/4, n, "0")}, 2, func(i int) Patch { return Patch{PatchSet, at("m"), wide(n/4, n, strconv.Itoa(i+1))} })
	}},
	{"a map again and again", "what is gone is asked for at each", false, func(tb testing.TB, n int) *Result {
		m := map[string]any{}
		for i := range n {
			m["k"+strconv.Itoa(i)] = "x"
		}
		return edited(tb, map[string]any{"m": m}, n, func(i int) Patch { return Patch{PatchSet, at("m"), map[string]any{"k": strconv.Itoa(i)}} })
	}},
}

// TestWork counts what the walks look at, for n, 2n and 4n: it is in proportion to n, but for a logarithm.
func TestWork(t *testing.T) {
	t.Parallel()
	const n = 1000
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			t.Parallel()
			var conflicts, questions [3]int
			for i := range 3 {
				result := shape.make(t, n<<i)
				trace := &result.run.trace
				conflicts[i] = trace.writes().looks
				a, err := result.annotator()
				require.NoError(t, err)
				questions[i] = a.looks + 1
			}
			for i := range 2 {
				require.Less(t, conflicts[i+1], conflicts[i]*5/2+100, shape.reason)
				require.Less(t, questions[i+1], questions[i]*5/2+100, shape.reason)
			}
		})
	}
}

// TestWorkMemory is about all that is asked of a result: what is allocated for n, 2n and 4n is in proportion to n.
func TestWorkMemory(t *testing.T) {
	const n = 1000
	for _, shape := range shapes {
		for name, ask := range map[string]func(r *Result){
			"Conflicts":     func(r *Result) { _ = r.Conflicts() },
			"Blame":         func(r *Result) { _, _ = r.Blame(at("l", "0")) },
			"Divergences":   func(r *Result) { _ = r.Divergences() },
			"JSONPatch":     func(r *Result) { _, err := r.JSONPatch(); require.NoError(t, err) },
			"Changes":       func(r *Result) { _ = r.Changes() },
			"Object":        func(r *Result) { _, err := r.Object(); require.NoError(t, err) },
			"AnnotatedYAML": func(r *Result) { _, err := r.AnnotatedYAML(); require.NoError(t, err) },
		} {
			if shape.deep && (name == "AnnotatedYAML" || name == "Conflicts") {
				continue // the lines begin with as many spaces as there are levels, and pointers are as long; both have a bound of their own
			}
			var bytes [3]uint64
			for i := range 3 {
				result := shape.make(t, n<<i)
				_, err := result.Object() // the second time costs more
				require.NoError(t, err)
				bytes[i] = allocated(func() { ask(result) })
			}
			for i := range 2 {
				require.Less(t, bytes[i+1], 3*bytes[i]+100_000, fmt.Sprintf("%s of %s: %s", name, shape.name, shape.reason))
			}
		}
	}
}

// allocated is how many bytes are allocated meanwhile, on all goroutines.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestExplainMemory is about explanations of many policies, rules and steps: what they take is in proportion to the number.
func TestExplainMemory(t *testing.T) {
	const n = 500
	policy := func(name string, objects selector.Objects, rules []Rule) *Policy {
		p, err := NewPolicy(PolicySpec{Ref: Ref{Kind: "P", Name: name}, Objects: objects, Rules: rules})
		require.NoError(t, err)
		return p
	}
	step := func(i int) Step {
		return Step{At: "step " + strconv.Itoa(i), Overrider: Patch{PatchSet, at("x"), int64(i)}}
	}
	obj := &unstructured.Unstructured{Object: map[string]any{"kind": "Test", "metadata": map[string]any{"labels": map[string]any{"app": "x"}}}}
	elsewhere := selector.LabelEquals("app", "other")
	for name, policies := range map[string]func(n int) []*Policy{
		"steps": func(n int) []*Policy {
			var steps []Step
			for i := range n {
				steps = append(steps, step(i))
			}
			return []*Policy{policy("p", selector.Objects{}, []Rule{{Stages: Steps(steps...)}})}
		},
		"lanes": func(n int) []*Policy {
			var stage Stage
			for i := range n {
				stage = append(stage, Lane{step(i % 2), {Overrider: Ignore("x")}})
			}
			return []*Policy{policy("p", selector.Objects{}, []Rule{{Stages: []Stage{stage}}})}
		},
		"rules": func(n int) []*Policy {
			var rules []Rule
			for i := range n {
				rules = append(rules, Rule{At: "rule", Stages: Steps(step(i))})
			}
			return []*Policy{policy("p", selector.Objects{}, rules)}
		},
		"policies": func(n int) (all []*Policy) {
			for i := range n {
				all = append(all, policy(strconv.Itoa(i), selector.Objects{}, []Rule{{Stages: Steps(step(i))}}))
			}
			return all
		},
		"policies for others": func(n int) (all []*Policy) {
			for i := range n {
				all = append(all, policy(strconv.Itoa(i), elsewhere, []Rule{{Stages: Steps(step(i))}}))
			}
			return all
		},
	} {
		var bytes [3]uint64
		for i := range 3 {
			selection := NewSet(policies(n << i)...).Select(obj)
			bytes[i] = allocated(func() { require.NotEmpty(t, selection.Explain(selector.Cluster{Name: "m"}).String()) })
		}
		for i := range 2 {
			require.Less(t, bytes[i+1], 3*bytes[i]+100_000, name)
		}
	}
}

// BenchmarkTrace asks for what grows the fastest, for n, 2n and 4n.
func BenchmarkTrace(b *testing.B) {
	const n = 1000
	for _, shape := range shapes {
		for i := range 3 {
			result := shape.make(b, n<<i)
			for name, ask := range map[string]func(){
				"Conflicts":     func() { _ = result.Conflicts() },
				"AnnotatedYAML": func() { _, _ = result.AnnotatedYAML() },
				"Object":        func() { _, _ = result.Object() },
			} {
				b.Run(fmt.Sprintf("%s/%s/%d", shape.name, name, n<<i), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						ask()
					}
				})
			}
		}
	}
}
