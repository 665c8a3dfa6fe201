package selector_test

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

// manyObjectSelectors has selectors that distinguish all objects of manyObjects.
func manyObjectSelectors() []selector.Objects {
	all := []selector.Objects{{}}
	for _, key := range []string{"a", "b", ""} {
		for _, value := range []string{"", "x", "y"} {
			all = append(all, selector.LabelEquals(key, value))
		}
	}
	for _, version := range []string{"", "v1"} {
		for _, kind := range []string{"", "A", "B"} {
			for _, namespace := range []string{"", "n", "m"} {
				for _, name := range []string{"", "x", "y"} {
					for _, labels := range []*metav1.LabelSelector{
						nil, {}, matchLabels("a", "x"), matchLabels("a", ""), matchExpression("a", "Exists"), matchExpression("a", "In", "x", "y"), matchExpression("b", "DoesNotExist"),
						{MatchLabels: map[string]string{"a": "x", "b": "y"}}, matchExpression("a", "NotIn", "x"), matchExpression("a", "Like"),
					} {
						one, _ := selector.NewObjects(selector.ObjectSelector{APIVersion: version, Kind: kind, Namespace: namespace, Name: name, LabelSelector: labels})
						two, _ := selector.NewObjects(
							selector.ObjectSelector{APIVersion: "v1", Kind: "B", LabelSelector: matchLabels("b", "x")},
							selector.ObjectSelector{APIVersion: version, Kind: kind, Namespace: namespace, Name: name, LabelSelector: labels},
						)
						all = append(all, one, two)
					}
				}
			}
		}
	}
	return all
}

// manyObjects combines a few kinds, namespaces, names and labels. Some labels have types that no decoder
// returns.
func manyObjects() []selector.Object {
	var all []selector.Object
	for _, kind := range []string{"A", "B"} {
		for _, namespace := range []string{"", "n"} {
			for _, name := range []string{"", "x"} {
				for _, labels := range []map[string]any{
					nil, {}, {"a": "x"}, {"a": "y"}, {"a": nil}, {"a": ""}, {"b": "x"}, {"a": "x", "b": "y"}, {"a": "x", "b": 5}, {"a": "x", "": "x"}, {"a": 5}, {"b": 5}, {"": "x"},
				} {
					all = append(all, selector.Object{APIVersion: "v1", Kind: kind, Namespace: namespace, Name: name, Labels: labels})
				}
			}
		}
	}
	return append(all, selector.Object{})
}

// TestObjectEqual checks that two objects are equal if and only if every selector gives them the same rank.
func TestObjectEqual(t *testing.T) {
	t.Parallel()
	selectors, objects := manyObjectSelectors(), manyObjects()
	seen := make([]string, len(objects))
	for i, obj := range objects {
		for _, s := range selectors {
			seen[i] += fmt.Sprint(int(s.Match(obj)))
		}
	}
	for i := range objects {
		for j := range objects {
			if objects[i].Equal(&objects[j]) != (seen[i] == seen[j]) {
				require.Fail(t, "Equal is wrong", "%t for %+v and %+v", seen[i] != seen[j], objects[i], objects[j])
			}
		}
	}
}

// TestObjectEqualLabels compares the labels of two objects, in both directions.
func TestObjectEqualLabels(t *testing.T) {
	t.Parallel()
	type labels = map[string]any
	for _, c := range []struct {
		name, reason string
		a, b         labels
		want         bool
	}{
		{"none", "nil and empty are equal", nil, labels{}, true},
		{"the same", "the order does not matter", labels{"a": "x", "b": ""}, labels{"b": "", "a": "x"}, true},
		{"null", "it is read as an empty string", labels{"a": nil}, labels{"a": ""}, true},
		{"empty", "an empty label is not absent", labels{"a": ""}, nil, false},
		{"a value", "the values differ", labels{"a": "x"}, labels{"a": "y"}, false},
		{"a key", "the keys differ", labels{"a": "x"}, labels{"b": "x"}, false},
		{"one more", "Exists distinguishes them", labels{"a": "x"}, labels{"a": "x", "b": "y"}, false},
		{"a number", "it is absent", labels{"a": 5}, labels{"a": "5"}, false},
		{"a number and no label", "both are absent", labels{"a": 5}, nil, true},
		{"a number and another label", "the same number of labels is not enough", labels{"a": "x", "b": 5}, labels{"a": "x", "c": "y"}, false},
		{"numbers", "both are absent", labels{"a": 5}, labels{"b": true}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			a, b := selector.Object{Kind: "A", Labels: c.a}, selector.Object{Kind: "A", Labels: c.b}
			require.Equal(t, c.want, a.Equal(&b), c.reason)
			require.Equal(t, c.want, b.Equal(&a), c.reason)
			require.True(t, a.Equal(&a) && b.Equal(&b), "each is equal to itself")
		})
	}
}

// TestObjectsKeys checks the keys of selectors.
func TestObjectsKeys(t *testing.T) {
	t.Parallel()
	deployment := selector.Kind{APIVersion: "apps/v1", Kind: "Deployment"}
	key := func(p selector.Place) selector.Key { return selector.Key{Kind: deployment, Place: p} }
	for _, c := range []struct {
		name, reason string
		selectors    []selector.ObjectSelector
		want         []selector.Key
	}{
		{"none", "every object matches", nil, []selector.Key{{Kind: selector.Kind{Any: true}}}},
		{"a kind", "any namespace, name and labels match", []selector.ObjectSelector{deployments("", "", nil)}, []selector.Key{key(selector.Place{})}},
		{"a namespace and a name", "both are required", []selector.ObjectSelector{deployments("n", "x", nil)}, []selector.Key{key(selector.Place{Namespace: "n", Name: "x"})}},
		{"a label", "one value is required", []selector.ObjectSelector{deployments("n", "", matchLabels("a", "x"))}, []selector.Key{key(selector.Place{Namespace: "n", Label: "a", Value: "x"})}},
		{"an expression", "In with one value is the same", []selector.ObjectSelector{deployments("", "", matchExpression("a", "In", "x"))}, []selector.Key{key(selector.Place{Label: "a", Value: "x"})}},
		{"two values", "neither is required", []selector.ObjectSelector{deployments("", "", matchExpression("a", "In", "x", "y"))}, []selector.Key{key(selector.Place{})}},
		{"absent", "a label that must be absent is not a key", []selector.ObjectSelector{deployments("", "", matchExpression("a", "DoesNotExist"))}, []selector.Key{key(selector.Place{})}},
		{"a name hides labels", "labels are ignored", []selector.ObjectSelector{deployments("", "x", matchLabels("a", "x"))}, []selector.Key{key(selector.Place{Name: "x"})}},
		{"two selectors", "each has its key, in order", []selector.ObjectSelector{deployments("", "y", nil), deployments("", "x", nil)}, []selector.Key{key(selector.Place{Name: "y"}), key(selector.Place{Name: "x"})}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			objects, err := selector.NewObjects(c.selectors...)
			require.NoError(t, err)
			require.Equal(t, c.want, objects.Keys(), c.reason)
		})
	}
	require.Equal(t, []selector.Key{{Kind: selector.Kind{Any: true}, Place: selector.Place{Label: "a", Value: "x"}}},
		selector.LabelEquals("a", "x").Keys(), "the kind is not part of the key")
}

// TestPlacesFindMatches checks that the places of an object include a key of every selector that matches it.
func TestPlacesFindMatches(t *testing.T) {
	t.Parallel()
	matches, selectors := 0, manyObjectSelectors()
	for _, obj := range manyObjects() {
		kind := selector.Kind{APIVersion: obj.APIVersion, Kind: obj.Kind}
		for _, s := range selectors {
			if s.Match(obj) == selector.RankNone {
				continue
			}
			matches++
			keys, found := s.Keys(), false
			wanted := func(label string) bool {
				return slices.ContainsFunc(keys, func(key selector.Key) bool { return key.Place.Label == label })
			}
			obj.Places(wanted, func(at selector.Place) {
				found = found || slices.Contains(keys, selector.Key{Kind: kind, Place: at}) || slices.Contains(keys, selector.Key{Kind: selector.Kind{Any: true}, Place: at})
			})
			if !found {
				require.Fail(t, "no place has a key of the selector", "%+v and %+v", obj, keys)
			}
		}
	}
	require.Greater(t, matches, 1000)
}

// TestPlaces checks the places of one object, with the wanted labels.
func TestPlaces(t *testing.T) {
	t.Parallel()
	type place = selector.Place
	obj := selector.Object{APIVersion: "v1", Kind: "A", Namespace: "n", Name: "x", Labels: map[string]any{"a": "1", "b": nil, "c": 5}}
	var got []selector.Place
	found := func(at selector.Place) { got = append(got, at) }
	none := func(string) bool { return false }
	obj.Places(none, found)
	require.ElementsMatch(t, []place{{}, {Name: "x"}, {Namespace: "n"}, {Namespace: "n", Name: "x"}}, got, "no label is wanted")
	got = nil
	obj.Places(func(label string) bool { return label != "a" }, found)
	require.Subset(t, got, []place{{Label: "b"}, {Namespace: "n", Label: "b"}}, "null is an empty string")
	require.Len(t, got, 6, "a number is not a label, and the label a is not wanted")
	got = nil
	obj.Namespace = ""
	obj.Places(func(label string) bool { return label == "a" }, found)
	require.ElementsMatch(t, []place{{}, {Name: "x"}, {Label: "a", Value: "1"}}, got, "an object without a namespace is not in any namespace")
}

func TestPlacesAllocateNothing(t *testing.T) {
	wanted, seen := func(label string) bool { return label == "app" }, 0
	found := func(selector.Place) { seen++ }
	require.Zero(t, testing.AllocsPerRun(100, func() { web.Places(wanted, found) }))
	require.Positive(t, seen)
}

// TestIndex adds selectors to an index, finds them by objects, and removes some of them from a fork.
func TestIndex(t *testing.T) {
	t.Parallel()
	type entry map[int]bool // by the number of the selectors
	var ix selector.Index[entry]
	all, objects := manyObjectSelectors(), manyObjects()
	add := func(ix *selector.Index[entry], n int) {
		ix.Add(all[n], "", func(e *entry, _ int) {
			if *e == nil {
				*e = entry{}
			}
			(*e)[n] = true
		})
	}
	for n := range all {
		add(&ix, n)
	}
	without := ix
	for n := 0; n < len(all); n += 2 {
		without = without.Fork(all[n], "", func(e *entry) *entry { c := maps.Clone(*e); return &c })
		without.Remove(all[n], "", func(e *entry) bool {
			delete(*e, n)
			return len(*e) == 0
		})
	}
	found := func(ix *selector.Index[entry], obj *selector.Object) entry {
		numbers := entry{}
		for _, e := range ix.Find(nil, obj) {
			maps.Copy(numbers, *e)
		}
		return numbers
	}
	for i := range objects {
		whole, rest := found(&ix, &objects[i]), found(&without, &objects[i])
		for n, s := range all {
			if s.Match(objects[i]) != selector.RankNone {
				require.True(t, whole[n], "selector %d matches %+v", n, objects[i])
				require.Equal(t, n%2 == 1, rest[n], "selector %d is removed", n)
			}
		}
		require.Less(t, len(whole), len(all), "most selectors are not asked")
	}
	for n := 1; n < len(all); n += 2 {
		without.Remove(all[n], "", func(e *entry) bool { delete(*e, n); return len(*e) == 0 })
	}
	require.Empty(t, found(&without, &objects[0]), "nothing is left")
}

// TestIndexNamespace adds a selector for one namespace.
func TestIndexNamespace(t *testing.T) {
	t.Parallel()
	var ix selector.Index[int]
	ix.Add(selector.Objects{}, "n", func(e *int, _ int) { *e++ })
	require.Len(t, ix.Find(nil, &selector.Object{Namespace: "n"}), 1)
	require.Empty(t, ix.Find(nil, &selector.Object{Namespace: "m"}))
	require.Empty(t, ix.Find(nil, &selector.Object{}))
}

// TestIndexForkCost forks an index with many selectors of one policy. The time must be linear, so the bytes are.
func TestIndexForkCost(t *testing.T) {
	used := func(n int) uint64 {
		var selectors []selector.ObjectSelector
		for i := range n {
			selectors = append(selectors, deployments("", "", matchLabels(fmt.Sprint("key-", i), "x")))
		}
		objects, err := selector.NewObjects(selectors...)
		require.NoError(t, err)
		var ix selector.Index[int]
		ix.Add(objects, "", func(*int, int) {})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		ix.Fork(objects, "", func(e *int) *int { c := *e; return &c })
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	require.Less(t, used(4000), 6*used(1000))
}
