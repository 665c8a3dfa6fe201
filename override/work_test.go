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

// TestWork counts the visits of the walks for n, 2n and 4n: they are in proportion to n times a logarithm.
func TestWork(t *testing.T) {
	t.Parallel()
	n := 1000
	if testing.Short() {
		n = 300
	}
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

// TestWorkMemory measures the allocations of all methods of a result for n, 2n and 4n: they are in proportion to n.
func TestWorkMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
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
				continue // indentation and pointers are in proportion to the depth; both have their own limits
			}
			var bytes [3]uint64
			for i := range 3 {
				result := shape.make(t, n<<i)
				_, err := result.Object() // the second call is the expensive one
				require.NoError(t, err)
				bytes[i] = allocated(func() { ask(result) })
			}
			require.Less(t, bytes[2], 9*bytes[0]+200_000, "%s of %s, %d: %s", name, shape.name, bytes, shape.reason) // the square would be 16
		}
	}
}

// allocated returns how many bytes all goroutines allocate during do.
func allocated(do func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	do()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestExplainMemory measures explanations of many policies, rules and steps: they take memory in proportion to the number.
func TestExplainMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	const n = 500
	policy := func(name string, objects selector.Objects, rules []Rule) *Policy {
		p, err := NewPolicy(PolicySpec{Ref: Ref{Kind: "P", Name: name}, Objects: objects, Rules: rules})
		require.NoError(t, err)
		return p
	}
	step := func(i int) Step {
		return Step{At: "step " + strconv.Itoa(i), Overrider: patch{jsontree.Set, at("x"), int64(i)}}
	}
	obj := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "metadata": map[string]any{"labels": map[string]any{"app": "x"}}}}
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
		require.Less(t, bytes[2], 9*bytes[0]+200_000, "%s: %d", name, bytes)
	}
}

// BenchmarkTrace measures what grows fastest, for n, 2n and 4n.
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

// patch is one edit as a step. Package overrider cannot be imported here.
type patch struct {
	op    jsontree.Verb
	at    jsontree.Pointer
	value any
}

func (p patch) Override(_ Input, out *Edits) error { return out.Edit(p.op, p.at, p.value) }
