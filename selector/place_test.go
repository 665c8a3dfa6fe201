package selector_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/selector"
)

// sights are selectors for all that can be seen of the objects of stock.
func sights() []selector.Objects {
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

// stock is objects of a few words. Some have labels that no decoder makes.
func stock() []selector.Object {
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

// TestObjectEqual shows that equal objects look the same to every selector, and that others do not.
func TestObjectEqual(t *testing.T) {
	t.Parallel()
	selectors, objects := sights(), stock()
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

// TestObjectEqualLabels is about the labels of two objects, in both directions.
func TestObjectEqualLabels(t *testing.T) {
	t.Parallel()
	type labels = map[string]any
	for _, c := range []struct {
		name, reason string
		a, b         labels
		want         bool
	}{
		{"none", "no labels are no labels", nil, labels{}, true},
		{"the same", "the maps may be two", labels{"a": "x", "b": ""}, labels{"b": "", "a": "x"}, true},
		{"null", "it is read as an empty string", labels{"a": nil}, labels{"a": ""}, true},
		{"empty", "an empty label is not absent", labels{"a": ""}, nil, false},
		{"a value", "it is another one", labels{"a": "x"}, labels{"a": "y"}, false},
		{"a key", "it is another one", labels{"a": "x"}, labels{"b": "x"}, false},
		{"one more", "Exists sees it", labels{"a": "x"}, labels{"a": "x", "b": "y"}, false},
		{"a number", "it is absent", labels{"a": 5}, labels{"a": "5"}, false},
		{"a number for nothing", "it is absent, and so is the other", labels{"a": 5}, nil, true},
		{"a number here, a label there", "as many labels are not the same ones", labels{"a": "x", "b": 5}, labels{"a": "x", "c": "y"}, false},
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

// TestObjectsKeys shows under which keys selectors stand.
func TestObjectsKeys(t *testing.T) {
	t.Parallel()
	deployment := selector.Kind{APIVersion: "apps/v1", Kind: "Deployment"}
	key := func(p selector.Place) selector.Key { return selector.Key{Kind: deployment, Place: p} }
	for _, c := range []struct {
		name, reason string
		selectors    []selector.ObjectSelector
		want         []selector.Key
	}{
		{"none", "every object is meant", nil, []selector.Key{{}}},
		{"a kind", "any place will do", []selector.ObjectSelector{deployments("", "", nil)}, []selector.Key{key(selector.Place{})}},
		{"a namespace and a name", "both must be right", []selector.ObjectSelector{deployments("n", "x", nil)}, []selector.Key{key(selector.Place{Namespace: "n", Name: "x"})}},
		{"a label", "one value is asked for", []selector.ObjectSelector{deployments("n", "", matchLabels("a", "x"))}, []selector.Key{key(selector.Place{Namespace: "n", Label: "a", Value: "x"})}},
		{"an expression", "it is the same", []selector.ObjectSelector{deployments("", "", matchExpression("a", "In", "x"))}, []selector.Key{key(selector.Place{Label: "a", Value: "x"})}},
		{"two values", "an object has only one of them", []selector.ObjectSelector{deployments("", "", matchExpression("a", "In", "x", "y"))}, []selector.Key{key(selector.Place{})}},
		{"absent", "what must not be there is no key", []selector.ObjectSelector{deployments("", "", matchExpression("a", "DoesNotExist"))}, []selector.Key{key(selector.Place{})}},
		{"a name hides labels", "they are not looked at", []selector.ObjectSelector{deployments("", "x", matchLabels("a", "x"))}, []selector.Key{key(selector.Place{Name: "x"})}},
		{"two selectors", "each has its key, in order", []selector.ObjectSelector{deployments("", "y", nil), deployments("", "x", nil)}, []selector.Key{key(selector.Place{Name: "y"}), key(selector.Place{Name: "x"})}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			objects, err := selector.NewObjects(c.selectors...)
			require.NoError(t, err)
			require.Equal(t, c.want, objects.Keys(), c.reason)
		})
	}
	require.Equal(t, []selector.Key{{Place: selector.Place{Label: "a", Value: "x"}}}, selector.LabelEquals("a", "x").Keys(), "the kind does not count")
}

// TestPlacesHaveAKey shows that an object that matches is in a place of a key, over many selectors and objects.
func TestPlacesHaveAKey(t *testing.T) {
	t.Parallel()
	matches, selectors := 0, sights()
	for _, obj := range stock() {
		kind := selector.Kind{APIVersion: obj.APIVersion, Kind: obj.Kind}
		for _, s := range selectors {
			if s.Match(obj) == selector.RankNone {
				continue
			}
			matches++
			keys, found := s.Keys(), false
			asked := func(label string) bool {
				return slices.ContainsFunc(keys, func(key selector.Key) bool { return key.Place.Label == label })
			}
			obj.Places(asked, func(at selector.Place) {
				found = found || slices.Contains(keys, selector.Key{Kind: kind, Place: at}) || slices.Contains(keys, selector.Key{Place: at})
			})
			if !found {
				require.Fail(t, "no place of a key", "%+v and %+v", obj, keys)
			}
		}
	}
	require.Greater(t, matches, 1000)
}

// TestPlaces shows the places of one object, with the labels that are asked for.
func TestPlaces(t *testing.T) {
	t.Parallel()
	type place = selector.Place
	obj := selector.Object{APIVersion: "v1", Kind: "A", Namespace: "n", Name: "x", Labels: map[string]any{"a": "1", "b": nil, "c": 5}}
	var got []selector.Place
	found := func(at selector.Place) { got = append(got, at) }
	none := func(string) bool { return false }
	obj.Places(none, found)
	require.ElementsMatch(t, []place{{}, {Name: "x"}, {Namespace: "n"}, {Namespace: "n", Name: "x"}}, got, "no label is asked for")
	got = nil
	obj.Places(func(label string) bool { return label != "a" }, found)
	require.Subset(t, got, []place{{Label: "b"}, {Namespace: "n", Label: "b"}}, "null is an empty string")
	require.Len(t, got, 6, "a number is no label, and the label a is not asked for")
	got = nil
	obj.Namespace = ""
	obj.Places(func(label string) bool { return label == "a" }, found)
	require.ElementsMatch(t, []place{{}, {Name: "x"}, {Label: "a", Value: "1"}}, got, "an object without a namespace is in none")
}

func TestPlacesAllocateNothing(t *testing.T) {
	asked, seen := func(label string) bool { return label == "app" }, 0
	found := func(selector.Place) { seen++ }
	require.Zero(t, testing.AllocsPerRun(100, func() { web.Places(asked, found) }))
	require.Positive(t, seen)
}
