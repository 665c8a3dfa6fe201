package override

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// edited returns the result of n steps by two policies in turn, as made by step.
func edited(tb testing.TB, content map[string]any, n int, step func(i int) patch) *Result {
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

// chain returns a document of n nested maps, each with a leaf. With lists, every second level is a
// list.
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

// wide returns n keys with the value, n levels deep.
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

// shapes are objects and steps of size n, each with a difficulty.
var shapes = []struct {
	name, reason string
	deep         bool
	make         func(tb testing.TB, n int) *Result
}{
	{"insertions", "each moves all elements that were written before", false, func(tb testing.TB, n int) *Result {
		return edited(tb, map[string]any{"l": []any{}}, n, func(i int) patch {
			return patch{jsontree.Add, at("l", strconv.Itoa(i*7%(i+1))), int64(i)}
		})
	}},
	{"insertions in front", "each moves the next element", false, func(tb testing.TB, n int) *Result {
		list := make([]any, n)
		for i := range list {
			list[i] = map[string]any{"x": int64(1)}
		}
		return edited(tb, map[string]any{"l": list}, n, func(i int) patch {
			if i%2 == 0 {
				return patch{jsontree.Add, at("l", "0"), "new"}
			}
			return patch{jsontree.Set, at("l", "-"+strconv.Itoa(i%(n/2)+1), "x"), int64(i)}
		})
	}},
	{"removals", "each removes an element of another policy", false, func(tb testing.TB, n int) *Result {
		list := make([]any, n/2)
		for i := range list {
			list[i] = int64(i)
		}
		return edited(tb, map[string]any{"l": list}, n, func(i int) patch {
			if i < n/2 {
				return patch{jsontree.Set, at("l", strconv.Itoa(i)), "x"}
			}
			return patch{jsontree.Remove, at("l", strconv.Itoa((n-1-i)/2)), nil}
		})
	}},
	{"one place", "many write the same value, and all lose", false, func(tb testing.TB, n int) *Result {
		return edited(tb, map[string]any{}, n, func(i int) patch { return patch{jsontree.Set, at("x"), int64(i * 2 / n)} })
	}},
	{"keys", "each is a line", false, func(tb testing.TB, n int) *Result {
		return edited(tb, map[string]any{"m": map[string]any{}}, n, func(i int) patch {
			return patch{jsontree.Set, at("m", "k"+strconv.Itoa(i%(n/2))), int64(i)}
		})
	}},
	{"removed keys", "each is removed", false, func(tb testing.TB, n int) *Result {
		m := map[string]any{}
		for i := range n {
			m["k"+strconv.Itoa(i)] = "x"
		}
		return edited(tb, map[string]any{"m": m}, n, func(i int) patch {
			return patch{jsontree.Remove, at("m", "k"+strconv.Itoa(i)), nil}
		})
	}},
	{"a deep chain", "every level has a place that differs", true, func(tb testing.TB, n int) *Result {
		value := func(v string) any { return chain(n/4, false, func(int) any { return v }) }
		return edited(tb, map[string]any{"m": value("0")}, 2, func(i int) patch { return patch{jsontree.Set, at("m"), value(strconv.Itoa(i + 1))} })
	}},
	{"a deep chain of lists", "two lists differ only at the end", true, func(tb testing.TB, n int) *Result {
		value := func(v string) any {
			return chain(n/4, true, func(level int) any {
				if level == n/4 {
					return []any{"same", "same", v}
				}
				return []any{"same", map[string]any{"same": "same"}}
			})
		}
		return edited(tb, map[string]any{"m": value("0")}, 2, func(i int) patch { return patch{jsontree.Set, at("m"), value(strconv.Itoa(i + 1))} })
	}},
	{"many places far inside", "each has a long pointer", true, func(tb testing.TB, n int) *Result {
		return edited(tb, map[string]any{"m": wide(n/4, n, "0")}, 2, func(i int) patch {
			return patch{jsontree.Set, at("m"), wide(n/4, n, strconv.Itoa(i+1))}
		})
	}},
	{"a map again and again", "each removes keys that are asked about", false, func(tb testing.TB, n int) *Result {
		m := map[string]any{}
		for i := range n {
			m["k"+strconv.Itoa(i)] = "x"
		}
		return edited(tb, map[string]any{"m": m}, n, func(i int) patch {
			return patch{jsontree.Set, at("m"), map[string]any{"k": strconv.Itoa(i)}}
		})
	}},
}
