package selector_test

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/selector"
)

type objectName struct{ apiVersion, kind, namespace, name string }

func nameOf(o selector.Object) objectName {
	return objectName{o.APIVersion, o.Kind, o.Namespace, o.Name}
}

// randomObject returns an object with one of many names and few labels, some of them invalid.
func randomObject(g *rand.Rand, names int) selector.Object {
	pick := func(values ...string) string { return values[g.IntN(len(values))] }
	o := selector.Object{APIVersion: "v1", Kind: pick("A", "B"), Namespace: pick("", "n", "m"), Name: pick("x", fmt.Sprint(g.IntN(names))), Labels: map[string]any{}}
	for range g.IntN(3) {
		o.Labels[pick("a", "b", "")] = []any{"x", "y", "", nil, 5}[g.IntN(5)]
	}
	return o
}

// requireIndexed compares an index with the objects that it has.
func requireIndexed(t testing.TB, want map[objectName]selector.Object, x *selector.ObjectIndex, selectors []selector.Objects) {
	t.Helper()
	require.Equal(t, len(want), x.Len())
	for _, s := range selectors {
		for _, namespace := range []string{"", "n", "absent"} {
			matching, relabeled := map[objectName]int{}, map[objectName]int{}
			for name, o := range want {
				if namespace != "" && o.Namespace != namespace {
					continue
				}
				if s.Match(o) != selector.RankNone {
					matching[name]++
				}
				if s.MatchRelabeled(o) {
					relabeled[name]++
				}
			}
			got, gotRelabeled := map[objectName]int{}, map[objectName]int{}
			for o := range x.Match(s, namespace) {
				got[nameOf(*o)]++
				now := want[nameOf(*o)]
				require.True(t, o.Equal(&now), "%+v", o)
			}
			for o := range x.MatchRelabeled(s, namespace) {
				gotRelabeled[nameOf(*o)]++
			}
			require.Equal(t, matching, got, "%+v in %q", s, namespace)
			require.Equal(t, relabeled, gotRelabeled, "%+v in %q, with other labels", s, namespace)
		}
	}
}

// TestObjectIndex edits indexes at random and compares all of them, at the end, with the objects that each must have.
func TestObjectIndex(t *testing.T) {
	t.Parallel()
	g := rand.New(rand.NewPCG(1, 1))
	all := manyObjectSelectors()
	type generation struct {
		index *selector.ObjectIndex
		want  map[objectName]selector.Object
	}
	now := generation{&selector.ObjectIndex{}, map[objectName]selector.Object{}}
	generations := []generation{now}
	for i := range 40 {
		many := []int{0, 1, 3, 700}[g.IntN(4)]
		objects := make([]selector.Object, many)
		for j := range objects {
			objects[j] = randomObject(g, 1500)
		}
		next := generation{nil, maps.Clone(now.want)}
		if i%3 == 2 {
			for name, o := range now.want {
				if g.IntN(2) == 0 && len(objects) < 900 {
					objects = append(objects, o)
				}
				_ = name
			}
			for _, o := range objects {
				delete(next.want, nameOf(o))
			}
			next.index = now.index.Without(objects...)
		} else {
			for _, o := range objects {
				next.want[nameOf(o)] = o
			}
			next.index = now.index.With(objects...)
		}
		now = next
		generations = append(generations, now)
	}
	for _, gen := range generations {
		g.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		requireIndexed(t, gen.want, gen.index, all[:25])
	}
}

// TestObjectIndexMatchRelabeled checks MatchRelabeled against all combinations of a few labels.
func TestObjectIndexMatchRelabeled(t *testing.T) {
	t.Parallel()
	var labels []map[string]any
	for _, a := range []any{nil, "", "x", "y", "z"} {
		for _, b := range []any{nil, "", "x", "y"} {
			for _, c := range []any{"", "x", "y"} {
				labels = append(labels, map[string]any{"a": a, "b": b, "": c}, map[string]any{"a": a}, map[string]any{"b": b}, map[string]any{"a": a, "b": b}, map[string]any{})
			}
		}
	}
	for i, o := range manyObjects() {
		if testing.Short() && i%4 != 0 {
			continue
		}
		for _, s := range manyObjectSelectors() {
			o := o
			want := slices.ContainsFunc(labels, func(l map[string]any) bool { o.Labels = l; return s.Match(o) != selector.RankNone })
			require.Equal(t, want, s.MatchRelabeled(o), "%+v %+v", s, o)
			if !s.ReadsLabels() {
				require.Equal(t, want, s.Match(o) != selector.RankNone, "%+v %+v", s, o)
			}
		}
	}
}

// TestObjectIndexCopies checks that an index does not share labels with its input.
func TestObjectIndexCopies(t *testing.T) {
	t.Parallel()
	o := selector.Object{APIVersion: "v1", Kind: "A", Name: "x", Labels: map[string]any{"a": "x"}}
	x := new(selector.ObjectIndex).With(o)
	o.Labels["a"] = "y"
	require.Len(t, slices.Collect(x.Match(selector.LabelEquals("a", "x"), "")), 1)
	require.Empty(t, slices.Collect(x.Match(selector.LabelEquals("a", "y"), "")))
}

// TestObjectIndexManyEdits checks that an index that was edited one by one finds the same as one that was made at once.
func TestObjectIndexManyEdits(t *testing.T) {
	t.Parallel()
	g := rand.New(rand.NewPCG(2, 2))
	want := map[objectName]selector.Object{}
	x := &selector.ObjectIndex{}
	for range 3000 {
		o := randomObject(g, 900)
		if g.IntN(4) == 0 {
			delete(want, nameOf(o))
			x = x.Without(o)
			continue
		}
		want[nameOf(o)] = o
		x = x.With(o)
	}
	requireIndexed(t, want, x, manyObjectSelectors()[:40])
	at := func(a, b objectName) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.namespace, b.namespace), cmp.Compare(a.name, b.name))
	}
	var names []objectName
	for o := range x.Match(selector.Objects{}, "") {
		names = append(names, nameOf(*o))
	}
	require.True(t, slices.IsSortedFunc(names, at), "without a selector, the objects are sorted by kind, namespace and name")
}

// BenchmarkObjectIndex has 100,000 objects with three labels each.
func BenchmarkObjectIndex(b *testing.B) {
	objects := make([]selector.Object, 100_000)
	for i := range objects {
		objects[i] = selector.Object{APIVersion: "apps/v1", Kind: "Deployment", Namespace: fmt.Sprint("ns-", i%1000), Name: fmt.Sprint("web-", i),
			Labels: map[string]any{"app": fmt.Sprint("svc-", i%500), "tier": "front", "id": fmt.Sprint(i)}}
	}
	x := new(selector.ObjectIndex).With(objects...)
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			new(selector.ObjectIndex).With(objects...)
		}
	})
	b.Run("with", func(b *testing.B) {
		changed := objects[5000]
		changed.Labels = map[string]any{"app": "other"}
		for b.Loop() {
			x.With(changed)
		}
	})
	b.Run("match", func(b *testing.B) {
		s, err := selector.NewObjects(deployments("ns-7", "", nil))
		require.NoError(b, err)
		for b.Loop() {
			n := 0
			for range x.Match(s, "") {
				n++
			}
			require.Equal(b, 100, n)
		}
	})
}
