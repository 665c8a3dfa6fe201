package impact_test

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// objects returns objects with distinct names.
func (g generator) objects(n int) []*unstructured.Unstructured {
	byName := map[override.Ref]*unstructured.Unstructured{}
	for range n {
		o := g.object()
		byName[override.RefOf(o)] = o
	}
	return slices.Collect(maps.Values(byName))
}

// changed returns the objects with another result, by brute force, and those to which policies with the given Refs apply for certain.
func changed(t testing.TB, c impact.Change, objects []*unstructured.Unstructured) map[override.Ref]bool {
	t.Helper()
	all := map[override.Ref]bool{}
	for _, o := range objects {
		for _, cl := range slices.Concat(c.Before.Clusters, c.After.Clusters) {
			before := outcomeOf(t, c.Before.Policies, o, c.Before.Clusters, cl.Name)
			after := outcomeOf(t, c.After.Policies, o, c.After.Clusters, cl.Name)
			if kind := kindOf(before, after); kind != "" && kind != "absent" {
				all[override.RefOf(o)] = true
			}
		}
	}
	return all
}

// rankOf returns how a policy covers an object in a cluster, at the time when the policies of its tier are selected.
func rankOf(set *override.Set, p *override.Policy, o *unstructured.Unstructured, cluster selector.Cluster) selector.Rank {
	if p == nil {
		return selector.RankNone
	}
	for _, outcome := range set.Select(o).Explain(cluster).Policies {
		if outcome.Policy == p.Ref() {
			return outcome.Rank
		}
	}
	return selector.RankNone
}

// rewriter returns a policy that writes labels or identities of all objects.
func (g generator) rewriter(t testing.TB) *override.Policy {
	line := pick(g, "set /metadata/labels/app api", "set /metadata/labels/app web", "set /metadata/namespace shop", "set /metadata/labels/other x")
	return overridetest.Policy{Name: "a", Steps: overridetest.Do(line)}.Compile(t)
}

// requireAffected checks three things: no object that changes is missing; for a decided one, the old or the new policy selects it in every
// cluster that is reached; and one that is not named is selected by neither policy, or in the same way by both, whose rules are alike.
func requireAffected(t testing.TB, g generator) (affected, undecided, all int) {
	t.Helper()
	c, objects := g.change(t), g.objects(12)
	if g.n(3) == 0 {
		c.Before.Policies = c.Before.Policies.With(g.rewriter(t))
	}
	p := g.policy(t)
	old, _ := c.Before.Policies.Get(p.Ref())
	onlySelectors := old != nil && old.Tier() == p.Tier() && g.n(2) == 0
	if onlySelectors {
		p = withSelectors(t, old, p)
	}
	c.After = c.Before
	c.After.Policies = c.Before.Policies.With(p)
	if g.n(4) == 0 {
		p, c.After.Policies = nil, c.Before.Policies.Without(p.Ref())
	}
	alike := p != nil && (onlySelectors || old != nil && old.Spec().AsGiven == p.Spec().AsGiven && reflect.DeepEqual(old.Spec().Rules, p.Spec().Rules))
	index := impact.NewIndex(objects...)
	got := map[override.Ref]bool{}
	names := index.Affected(c.Before.Policies, old, p)
	require.True(t, slices.IsSortedFunc(names, func(a, b impact.Affected) int { return compareNames(a.Object, b.Object) }))
	for _, a := range names {
		got[a.Object] = a.Undecided
	}
	require.Len(t, got, len(names), "an object is named twice")
	for ref := range changed(t, c, objects) {
		require.Contains(t, got, ref, "an object that changes is missing")
	}
	for _, o := range objects {
		is, named := got[override.RefOf(o)]
		if named {
			affected++
		}
		if is {
			undecided++
			continue
		}
		for _, cl := range c.Before.Clusters {
			if _, err := c.Before.Policies.Select(o).Apply(cl); err != nil {
				continue // the run may have ended before the tier
			}
			was, is := rankOf(c.Before.Policies, old, o, cl), rankOf(c.After.Policies, p, o, cl)
			applies := was != selector.RankNone || is != selector.RankNone
			if alike && !named { // a function in the rules may make the object affected nevertheless
				applies = was != is
			}
			require.Equal(t, named, applies, "%s is decided: %t", override.RefOf(o), named)
		}
	}
	return affected, undecided, len(objects)
}

func compareNames(a, b override.Ref) int {
	return slices.Compare([]string{a.APIVersion, a.Kind, a.Namespace, a.Name}, []string{b.APIVersion, b.Kind, b.Namespace, b.Name})
}

// TestAffectedMissesNothing compares Affected with brute force, for random policies.
func TestAffectedMissesNothing(t *testing.T) {
	t.Parallel()
	var affected, undecided, all int
	seeds := uint64(400)
	if testing.Short() {
		seeds /= 4
	}
	for seed := range seeds {
		a, u, n := requireAffected(t, random(seed))
		affected, undecided, all = affected+a, undecided+u, all+n
	}
	t.Logf("%d of %d objects are affected, %d of them undecided", affected, all, undecided)
	require.Less(t, affected, all*3/4)
	require.Less(t, undecided, affected/2)
	require.Positive(t, undecided)
}

// FuzzAffected does the same for policies made from the bytes of the input.
func FuzzAffected(f *testing.F) {
	f.Add([]byte("0123456789"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) <= 1024 {
			requireAffected(t, fromBytes(data))
		}
	})
}

// TestAffectedByClusterMissesNothing compares AffectedByCluster with brute force, for random facts.
func TestAffectedByClusterMissesNothing(t *testing.T) {
	t.Parallel()
	var affected, undecided, all, differ int
	for seed := range uint64(400) {
		g := random(seed)
		c, objects := g.change(t), g.objects(12)
		if g.n(3) == 0 {
			c.Before.Policies = c.Before.Policies.With(g.rewriter(t))
		}
		before, after := g.cluster("m1"), g.cluster("m1")
		c.After = c.Before
		c.Before.Clusters, c.After.Clusters = []selector.Cluster{before}, []selector.Cluster{after}
		got := map[override.Ref]bool{}
		for _, a := range impact.NewIndex(objects...).AffectedByCluster(c.Before.Policies, &before, &after) {
			got[a.Object] = !a.Undecided
			if a.Undecided {
				undecided++
			}
		}
		for _, o := range objects {
			was, errBefore := c.Before.Policies.Select(o).Apply(before)
			is, errAfter := c.Before.Policies.Select(o).Apply(after)
			if decided, named := got[override.RefOf(o)]; errBefore == nil && errAfter == nil && decided && named {
				require.NotEqual(t, was.Applied(), is.Applied(), "%s: other rules act", override.RefOf(o))
			}
		}
		moved := changed(t, c, objects)
		for ref := range moved {
			require.Contains(t, got, ref, "an object that changes is missing")
		}
		affected, all, differ = affected+len(got), all+len(objects), differ+len(moved)
	}
	t.Logf("%d of %d objects are affected, %d of them undecided; %d change", affected, all, undecided, differ)
	require.Less(t, affected, all/2)
	require.Less(t, undecided, affected/2)
}

// TestAffectedCases has cases in which names, namespaces and labels decide, and others in which they do not.
func TestAffectedCases(t *testing.T) {
	t.Parallel()
	object := func(namespace, name, app string) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test",
			"metadata": map[string]any{"namespace": namespace, "name": name, "labels": map[string]any{"app": app}}}}
	}
	index := impact.NewIndex(object("shop", "web", "web"), object("shop", "api", "api"), object("blog", "web", "web"))
	tests := func(namespace, name, app string) []selector.ObjectSelector {
		s := selector.ObjectSelector{APIVersion: "v1", Kind: "Test", Namespace: namespace, Name: name}
		if app != "" {
			s.LabelSelector = &metav1.LabelSelector{MatchLabels: map[string]string{"app": app}}
		}
		return []selector.ObjectSelector{s}
	}
	step := func(line string) []override.Overrider { return overridetest.Do(line) }
	image := overridetest.Policy{Name: "images", Steps: step("set /spec 1")}
	relabels := overridetest.Policy{Name: "relabels", Objects: tests("", "api", ""), Steps: step("set /metadata/labels/app web")}
	renames := overridetest.Policy{Name: "renames", Objects: tests("blog", "", ""), Steps: step("set /metadata/namespace shop")}
	for _, c := range []struct {
		name, reason  string
		others        []overridetest.Policy
		before, after *overridetest.Policy
		want          string
	}{
		{"nothing", "there is no policy", nil, nil, nil, ""},
		{"equal", "a policy that is compiled again is the same", nil, &image, &image, ""},
		{"all", "a policy without selectors covers every object", nil, nil, &image, "blog/web shop/api shop/web"},
		{"namespace", "a namespaced policy covers its namespace", nil, nil, &overridetest.Policy{Name: "shop/p", Steps: step("set /a 1")}, "shop/api shop/web"},
		{"name", "the selector names the object", nil, &relabels, nil, "shop/api"},
		{
			"both", "the objects of the old and of the new policy are affected", nil,
			&overridetest.Policy{Name: "p", Objects: tests("shop", "web", ""), Steps: step("set /a 1")}, &overridetest.Policy{Name: "p",
				Objects: tests("blog", "", ""), Steps: step("set /a 1")}, "blog/web shop/web",
		},
		{
			"selector only", "web is selected with the same rank by both, and the rules are equal", nil,
			&overridetest.Policy{Name: "p", Objects: tests("", "", "web"), Steps: step("set /a 1")},
			&overridetest.Policy{Name: "p", Objects: slices.Concat(tests("", "", "web"), tests("", "", "api")), Steps: step("set /a 1")}, "shop/api",
		},
		{
			"rank only", "a selector that names web has another rank", nil,
			&overridetest.Policy{Name: "p", Objects: tests("shop", "", ""), Steps: step("set /a 1")},
			&overridetest.Policy{Name: "p", Objects: slices.Concat(tests("shop", "", ""), tests("shop", "web", "")), Steps: step("set /a 1")}, "shop/web",
		},
		{
			"selector only, written label", "both may select api with another rank, if its label is written", []overridetest.Policy{relabels},
			&overridetest.Policy{Name: "shop/p", Objects: tests("", "", "web"), Steps: step("set /a 1")},
			&overridetest.Policy{Name: "shop/p", Objects: slices.Concat(tests("", "", "web"), tests("", "", "api")), Steps: step("set /a 1")}, "shop/api?",
		},
		{"label", "no cluster-wide policy writes labels", []overridetest.Policy{image}, nil, &overridetest.Policy{Name: "shop/p", Objects: tests("", "", "web"), Steps: step("set /a 1")}, "shop/web"},
		{"written label", "a cluster-wide policy may write the label of api", []overridetest.Policy{relabels}, nil, &overridetest.Policy{Name: "shop/p", Objects: tests("", "", "web"), Steps: step("set /a 1")}, "shop/api? shop/web"},
		{"name beside a written label", "a policy that reads no labels is decided", []overridetest.Policy{relabels}, nil, &overridetest.Policy{Name: "shop/p", Objects: tests("", "api", ""), Steps: step("set /a 1")}, "shop/api"},
		{"written namespace", "an object of another namespace may come into this one", []overridetest.Policy{renames}, nil, &overridetest.Policy{Name: "shop/p", Objects: tests("", "web", ""), Steps: step("set /a 1")}, "blog/web? shop/web"},
		{"cluster-wide", "a cluster-wide policy selects the input object", []overridetest.Policy{relabels, renames}, nil, &overridetest.Policy{Name: "p", Objects: tests("", "", "web"), Steps: step("set /a 1")}, "blog/web shop/web"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var before, after *override.Policy
			if c.before != nil {
				before = c.before.Compile(t)
			}
			if c.after != nil {
				after = c.after.Compile(t)
			}
			require.Equal(t, c.want, affectedText(index.Affected(override.NewSet(overridetest.Compile(t, c.others)...), before, after)), c.reason)
		})
	}
	m1 := selector.Cluster{Name: "m1"}
	for _, other := range []*selector.Cluster{nil, {Name: "m2"}} {
		require.Equal(t, "blog/web shop/api shop/web", affectedText(index.AffectedByCluster(nil, &m1, other)), "a cluster joins or leaves")
	}
	require.Empty(t, index.AffectedByCluster(nil, &m1, &m1))
}

// affectedText returns the names of objects, with a question mark for undecided ones.
func affectedText(all []impact.Affected) string {
	text := ""
	for i, a := range all {
		if i > 0 {
			text += " "
		}
		if text += a.Object.Namespace + "/" + a.Object.Name; a.Undecided {
			text += "?"
		}
	}
	return text
}

// TestIndexWith keeps old indexes while new ones are made, also concurrently.
func TestIndexWith(t *testing.T) {
	t.Parallel()
	everything := overridetest.Policy{Name: "p", Steps: overridetest.Do("set /a 1")}.Compile(t)
	named := func(i int) *unstructured.Unstructured {
		o := random(1).object()
		o.SetName(fmt.Sprint(i))
		return o
	}
	indexes := []*impact.Index{impact.NewIndex()}
	for i := range 100 {
		indexes = append(indexes, indexes[i].With(named(i), nil))
	}
	var working sync.WaitGroup
	for i, x := range indexes {
		working.Go(func() {
			require.Equal(t, i, x.Len())
			require.Len(t, x.Affected(nil, nil, everything), i)
			y := x.Without(override.RefOf(named(0)), override.Ref{})
			require.Equal(t, max(0, i-1), y.Len())
			require.Equal(t, i, x.With(named(0)).Len()-min(1, max(0, 1-i)))
		})
	}
	working.Wait()
}
