package override_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// generation is a set made by With and Without, and its policies.
type generation struct {
	set      *override.Set
	policies map[override.Ref]*override.Policy
}

// scratch returns a set made by NewSet with the same policies.
func (g generation) scratch() *override.Set {
	var policies []*override.Policy
	for _, p := range g.policies {
		policies = append(policies, p)
	}
	return override.NewSet(policies...)
}

func (g generation) with(p *override.Policy) generation {
	next := generation{g.set.With(p), g.without(p.Ref()).policies}
	next.policies[p.Ref()] = p
	return next
}

func (g generation) without(ref override.Ref) generation {
	next := generation{g.set.Without(ref), map[override.Ref]*override.Policy{}}
	for r, p := range g.policies {
		if r != ref {
			next.policies[r] = p
		}
	}
	return next
}

// requireScratch checks that a set behaves like one made by NewSet.
func requireScratch(t testing.TB, g generation, objects []*unstructured.Unstructured, clusters []selector.Cluster, message string) {
	t.Helper()
	scratch := g.scratch()
	for _, obj := range objects {
		for _, c := range clusters {
			require.Equal(t, scratch.Select(obj).Explain(c), g.set.Select(obj).Explain(c), "%s: %s in %s", message, overridetest.AsJSON(t, obj), c.Name)
			want, err := scratch.Select(obj).Apply(c)
			got, errGot := g.set.Select(obj).Apply(c)
			require.Equal(t, err, errGot, message)
			if err == nil {
				require.Equal(t, want.Applied(), got.Applied(), message)
			}
		}
	}
}

// TestWithEqualsNewSet makes sets by With and Without in random order. Each behaves like one made by NewSet, even after many others
// have been made from it.
func TestWithEqualsNewSet(t *testing.T) {
	t.Parallel()
	clusters := []selector.Cluster{{Name: "member1"}, {Name: "member2"}}
	for seed := range uint64(8) {
		g := &chooser{rand.New(rand.NewPCG(seed, 3))}
		generations := []generation{{override.NewSet(), nil}}
		if seed%2 == 1 {
			generations = []generation{{nil, nil}, {&override.Set{}, nil}}
		}
		var objects []*unstructured.Unstructured
		for range 6 {
			objects = append(objects, &unstructured.Unstructured{Object: g.object()})
		}
		for step := range 40 {
			from := generations[max(0, len(generations)-1-g.IntN(3))] // now and then, continue from an older set
			spec := g.policy(fmt.Sprint("p", g.IntN(12)))
			for i := range g.IntN(3) {
				conditions, err := selector.NewClusters(byName(clusters[i].Name))
				require.NoError(t, err)
				spec.Rules = append(spec.Rules, override.Rule{At: fmt.Sprint("more", i), Clusters: conditions})
				if g.IntN(2) == 0 {
					spec.Rules[0].Clusters = conditions
				}
			}
			p, err := override.NewPolicy(spec)
			require.NoError(t, err)
			next := from.with(p)
			if g.IntN(3) == 0 {
				next = from.without(p.Ref())
			}
			generations = append(generations, next)
			requireScratch(t, next, objects[:2], clusters, fmt.Sprintf("seed %d, step %d", seed, step))
			requireScratch(t, from, objects[:1], clusters, fmt.Sprintf("seed %d, before step %d", seed, step))
		}
		for i, all := range generations {
			requireScratch(t, all, objects, clusters, fmt.Sprintf("seed %d, generation %d in the end", seed, i))
		}
	}
}

// TestWith shows the policies after a few calls, in the order in which they act on the Deployment web in the namespace shop.
func TestWith(t *testing.T) {
	t.Parallel()
	p := func(name string, objects []selector.ObjectSelector) *override.Policy {
		return by(name, objects).Compile(t)
	}
	ref := func(name string) override.Ref { return overridetest.Policy{Name: name}.Ref() }
	a, b, c := p("a", nil), p("b", nil), p("shop/c", nil)
	ab := override.NewSet(a, b)
	var none *override.Set
	for _, c := range []struct {
		name, reason string
		set          *override.Set
		want         []string
	}{
		{"a policy more", "it is in its place", ab.With(p("aa", nil)), []string{"a", "aa", "b"}},
		{"the same policy", "it is there once", ab.With(a), []string{"a", "b"}},
		{"another of the name", "it replaces the first", ab.With(p("a", overridetest.Named("web"))), []string{"b", "a"}},
		{"one that covers nothing", "the one with this name is removed", ab.With(p("a", overridetest.Named("api"))), []string{"b"}},
		{"one name in both tiers", "the namespaced one is another policy", ab.With(p("shop/a", nil)), []string{"a", "b", "shop/a"}},
		{"a namespaced policy", "it acts later", ab.With(c), []string{"a", "b", "shop/c"}},
		{"of another namespace", "it does not cover the object", ab.With(p("other/c", nil)), []string{"a", "b"}},
		{"nil", "there is nothing to add", ab.With(nil), []string{"a", "b"}},
		{"without", "it is removed", ab.Without(ref("a")), []string{"b"}},
		{"without all", "the set is empty", ab.Without(ref("a")).Without(ref("b")), nil},
		{"without one of another tier", "that is another policy", ab.With(p("shop/a", nil)).Without(ref("a")), []string{"b", "shop/a"}},
		{"without an unknown one", "there is nothing to remove", ab.Without(ref("shop/a")).Without(ref("c")).Without(override.Ref{}), []string{"a", "b"}},
		{"and again", "it comes back", ab.Without(ref("a")).With(a), []string{"a", "b"}},
		{"the nil set", "it is empty", none.With(a), []string{"a"}},
		{"the nil set, nil", "it stays empty", none.With(nil), nil},
		{"the nil set, without", "it stays empty", none.Without(ref("a")), nil},
		{"the zero set", "it is empty, too", (&override.Set{}).With(a).With(c), []string{"a", "shop/c"}},
		{"the zero set, without", "it stays empty", (&override.Set{}).Without(ref("a")), nil},
		{"after a selector by label", "only labels of the remaining policies are looked up",
			ab.With(p("l", overridetest.Labelled("web"))).With(p("m", overridetest.Labelled("web"))).Without(ref("l")), []string{"a", "b", "m"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.NotEmpty(t, c.reason)
			obj := overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}, order: []}")
			require.Equal(t, c.want, applied(t, c.set, obj, overridetest.Member1), c.reason)
			require.Equal(t, []string{"a", "b"}, applied(t, ab, obj, overridetest.Member1), "the original set does not change")
		})
	}
}

// applied returns the names of the policies that acted.
func applied(t testing.TB, set *override.Set, obj *unstructured.Unstructured, cluster selector.Cluster) []string {
	t.Helper()
	result, err := set.Select(obj).Apply(cluster)
	require.NoError(t, err)
	var names []string
	for _, a := range result.Applied() {
		names = append(names, strings.TrimPrefix(a.Policy.Namespace+"/"+a.Policy.Name, "/"))
	}
	return names
}

// TestWithManyOfOneKey adds and removes policies with the same index key, with and without names of clusters.
func TestWithManyOfOneKey(t *testing.T) {
	t.Parallel()
	g := rand.New(rand.NewPCG(5, 5))
	obj := overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}}")
	clusters := []selector.Cluster{{Name: "member0"}, {Name: "member1"}, {Name: "other"}}
	current := generation{override.NewSet(), nil}
	for i := range 300 {
		p := overridetest.Policy{Name: fmt.Sprintf("%s%03d", []string{"", "shop/"}[i%2], g.IntN(1000)), Objects: overridetest.Named("web"), Rules: []overridetest.Rule{{}}}
		if g.IntN(4) > 0 {
			p.Rules[0].Clusters = byName(fmt.Sprint("member", g.IntN(3)), fmt.Sprint("member", g.IntN(3)))
		}
		current = current.with(p.Compile(t))
	}
	kept, want := current, applied(t, current.scratch(), obj, clusters[0])
	var refs []override.Ref
	for ref := range current.policies {
		refs = append(refs, ref)
	}
	g.Shuffle(len(refs), func(i, j int) { refs[i], refs[j] = refs[j], refs[i] })
	for i, ref := range refs {
		current = current.without(ref)
		if i%25 != 0 {
			continue
		}
		for _, c := range clusters {
			require.Equal(t, applied(t, current.scratch(), obj, c), applied(t, current.set, obj, c), c.Name)
		}
	}
	require.Empty(t, applied(t, current.set, obj, clusters[0]), "all of them are removed")
	require.Equal(t, want, applied(t, kept.set, obj, clusters[0]), "the original set still has them")
}

// TestWithWhileOthersRead makes sets from one that other goroutines read. The race detector finds writes to shared
// data.
func TestWithWhileOthersRead(t *testing.T) {
	t.Parallel()
	obj := overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}, order: []}")
	var policies []*override.Policy
	for i := range 20 {
		for _, objects := range [][]selector.ObjectSelector{nil, overridetest.Named("web"), overridetest.Labelled("web")} {
			policies = append(policies, by(fmt.Sprintf("%s%d-%d", []string{"", "shop/"}[i%2], i, len(policies)), objects).Compile(t))
		}
	}
	set := override.NewSet(policies...)
	want := applied(t, set, obj, overridetest.Member1)
	require.Len(t, want, len(policies))
	var done sync.WaitGroup
	for worker := range 4 {
		done.Go(func() {
			for i := range 25 {
				if result, err := set.Select(obj).Apply(overridetest.Member1); err != nil || len(result.Applied()) != len(want) {
					t.Error("the set has changed")
				}
				p := policies[(worker*7+i)%len(policies)]
				less := set.Without(p.Ref())
				if n := less.With(p).Without(p.Ref()).Select(obj).Variants(quarters); len(n) != 1 || len(n[0].Result.Applied()) != len(want)-1 {
					t.Error("a policy was not removed")
				}
				if result, err := less.With(p).Select(obj).Apply(overridetest.Member1); err != nil ||
					!slices.EqualFunc(result.Applied(), want, func(a override.Applied, name string) bool { return strings.HasSuffix(name, a.Policy.Name) }) {
					t.Error("a policy was not added again")
				}
			}
		})
	}
	done.Wait()
	require.Equal(t, want, applied(t, set, obj, overridetest.Member1))
}
