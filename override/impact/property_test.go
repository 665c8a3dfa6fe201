package impact_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// outcome is one result of the engine, or its error without the cluster.
type outcome struct {
	exists bool
	object map[string]any
	err    string
}

func outcomeOf(t testing.TB, set *override.Set, object *unstructured.Unstructured, clusters []selector.Cluster, name string) outcome {
	t.Helper()
	at := slices.IndexFunc(clusters, func(c selector.Cluster) bool { return c.Name == name })
	if object == nil || at < 0 {
		return outcome{}
	}
	result, err := set.Select(object).Apply(clusters[at])
	if err != nil {
		var failed *override.Error
		require.ErrorAs(t, err, &failed)
		return outcome{exists: true, err: failed.Policy.String() + failed.At + failed.Err.Error()}
	}
	o, err := result.Object()
	require.NoError(t, err)
	return outcome{exists: true, object: o.Object}
}

// kindOf compares two outcomes by brute force. It returns "" if they are equal, and "absent" if there is no pair.
func kindOf(before, after outcome) impact.Kind {
	switch {
	case !before.exists && !after.exists:
		return "absent"
	case !before.exists:
		return impact.Added
	case !after.exists:
		return impact.Removed
	case before.err != after.err, before.err == "" && !jsontree.Equal(before.object, after.object):
		return impact.Changed
	}
	return ""
}

// requireRows compares the rows of a change with a computation of every pair before and after.
func requireRows(t testing.TB, c impact.Change) (counts impact.Counts) {
	t.Helper()
	var rows []impact.Row
	for row := range c.Rows() {
		rows = append(rows, row)
	}
	n := 0
	for o := range c.Objects {
		row := rows[n]
		n++
		got := map[string]*impact.Difference{}
		for i := range row.Differences {
			d := &row.Differences[i]
			require.True(t, slices.IsSorted(d.Clusters))
			for _, err := range []error{d.Before.Err, d.After.Err} {
				var failed *override.Error
				if errors.As(err, &failed) {
					require.Equal(t, d.Clusters[0], failed.Cluster)
				}
			}
			for _, name := range d.Clusters {
				require.Nil(t, got[name], "a pair is in two differences")
				got[name] = d
			}
		}
		want := impact.Counts{Objects: 1}
		for _, name := range []string{"m0", "m1", "m2", "m3", "m4", "m5"} {
			before := outcomeOf(t, c.Before.Policies, o.Before, c.Before.Clusters, name)
			after := outcomeOf(t, c.After.Policies, o.After, c.After.Clusters, name)
			kind := kindOf(before, after)
			if kind == "absent" {
				require.Nil(t, got[name])
				continue
			}
			want.Pairs++
			d := got[name]
			if kind == "" {
				require.Nil(t, d, "%s in %s: the results are equal", row.Object, name)
				continue
			}
			require.NotNil(t, d, "%s in %s: %s", row.Object, name, kind)
			require.Equal(t, kind, d.Kind)
			requirePatch(t, d, o, before, after)
			switch kind {
			case impact.Added:
				want.Added++
			case impact.Removed:
				want.Removed++
			default:
				want.Changed++
			}
			if after.err != "" {
				want.Failing++
			}
		}
		want.Skipped, want.Unchanged = row.Counts.Skipped, row.Counts.Unchanged
		require.Equal(t, want.Pairs-want.Added-want.Removed-want.Changed, want.Skipped+want.Unchanged)
		require.Equal(t, want, row.Counts)
		counts.Pairs += want.Pairs
		counts.Changed += want.Changed
		counts.Skipped += want.Skipped
		counts.Unchanged += want.Unchanged
		counts.Failing += want.Failing
	}
	require.Equal(t, len(rows), n)
	return counts
}

// requirePatch checks that the patch turns the outcome before into the one after.
func requirePatch(t testing.TB, d *impact.Difference, o impact.Object, before, after outcome) {
	t.Helper()
	require.NoError(t, d.Err)
	require.Equal(t, d.Before.Err != nil, before.err != "" && d.Kind == impact.Changed)
	require.Equal(t, d.After.Err != nil, after.err != "")
	if d.Kind == impact.Removed || after.err != "" {
		require.Empty(t, d.Patch)
		return
	}
	from := before.object
	if from == nil {
		from = o.After.Object
	}
	text, err := d.Patch.JSONPatch()
	require.NoError(t, err)
	patch, err := jsonpatch.DecodePatch(text)
	require.NoError(t, err)
	patched, err := patch.Apply([]byte(overridetest.AsJSON(t, from)))
	require.NoError(t, err)
	var got any
	require.NoError(t, utiljson.Unmarshal(patched, &got))
	require.True(t, jsontree.Equal(got, after.object), "the patch %s gives %v, expected %v", text, got, after.object)
	for _, operation := range d.Patch {
		if d.After.Result != nil {
			c, _ := d.After.Result.Blame(operation.Path)
			require.Equal(t, c.Origin, operation.After)
		}
	}
}

// requireGroups checks that the groups are the differences of the rows, no more and no less.
func requireGroups(t testing.TB, c impact.Change) {
	t.Helper()
	type pair struct {
		object  override.Ref
		cluster string
		kind    impact.Kind
		patch   string
	}
	textOf := func(p impact.Patch) string {
		text, err := p.JSONPatch()
		require.NoError(t, err)
		return string(text)
	}
	want, got := map[pair]int{}, map[pair]int{}
	perCluster, patches, total := map[string]int{}, map[string]bool{}, impact.Counts{}
	for row := range c.Rows() {
		total.Changed += row.Counts.Changed
		total.Pairs += row.Counts.Pairs
		for _, d := range row.Differences {
			for _, name := range d.Clusters {
				want[pair{row.Object, name, d.Kind, textOf(d.Patch)}]++
				perCluster[name]++
			}
		}
	}
	i := c.Impact(impact.Limits{})
	last := 0
	for n, g := range i.Groups {
		require.True(t, n == 0 || g.Pairs <= last, "the largest groups come first")
		last = g.Pairs
		pairs := 0
		for _, m := range g.Members {
			require.True(t, slices.IsSorted(m.Clusters))
			pairs += len(m.Clusters)
			for _, name := range m.Clusters {
				got[pair{m.Object, name, g.Kind, textOf(g.Patch)}]++
			}
		}
		require.Equal(t, g.Pairs, pairs)
		key := string(g.Kind) + textOf(g.Patch) + g.Before + "|" + g.After
		require.False(t, patches[key], "two groups with the same difference")
		patches[key] = true
	}
	require.Equal(t, want, got)
	require.Equal(t, total.Changed, i.Counts.Changed)
	require.Equal(t, total.Pairs, i.Counts.Pairs)
	for _, cl := range i.Clusters {
		require.Equal(t, perCluster[cl.Name], cl.Pairs)
	}
	require.Len(t, i.Clusters, len(perCluster))
	require.Equal(t, len(want) == 0, i.Counts.Empty())
	require.True(t, strings.HasPrefix(i.String(), i.Counts.String()+"\n"))
}

// TestRowsEqualBruteForce compares random changes with a computation of every pair.
func TestRowsEqualBruteForce(t *testing.T) {
	t.Parallel()
	var sum impact.Counts
	seeds := uint64(1000)
	if testing.Short() {
		seeds /= 5
	}
	for seed := range seeds {
		c := random(seed).change(t)
		counts := requireRows(t, c)
		requireGroups(t, c)
		sum.Pairs += counts.Pairs
		sum.Changed += counts.Changed
		sum.Skipped += counts.Skipped
		sum.Unchanged += counts.Unchanged
		sum.Failing += counts.Failing
	}
	t.Log(sum)
	require.Greater(t, sum.Changed, sum.Pairs/20, "too few pairs change")
	require.Greater(t, sum.Skipped, sum.Pairs/3, "too few pairs are skipped")
	require.Greater(t, sum.Failing, int(seeds/10), "too few pairs fail")
	require.Less(t, sum.Unchanged, sum.Pairs/3, "too many pairs are computed for nothing")
}

// FuzzRows does the same for changes made from the bytes of the input.
func FuzzRows(f *testing.F) {
	f.Add([]byte("0123456789"))
	f.Add([]byte{1, 2, 3, 200, 100, 50, 7, 9, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 1024 {
			return
		}
		c := fromBytes(data).change(t)
		requireRows(t, c)
		requireGroups(t, c)
	})
}

// TestImpactOfSamePolicies compiles the same policies twice: nothing differs, and what is plain data is not even computed.
func TestImpactOfSamePolicies(t *testing.T) {
	t.Parallel()
	skipped := 0
	for seed := range uint64(50) {
		before, after := random(seed).change(t), random(seed).change(t)
		after.After = before.Before
		after.Before.Clusters = before.Before.Clusters
		after.Objects = func(yield func(impact.Object) bool) {
			for o := range before.Objects {
				if o.Before != nil && !yield(impact.Object{Before: o.Before, After: o.Before.DeepCopy()}) {
					return
				}
			}
		}
		i := after.Impact(impact.Limits{})
		require.True(t, i.Counts.Empty(), "%s", i)
		skipped += i.Counts.Skipped
	}
	require.Greater(t, skipped, 500)
}

func TestRowsStop(t *testing.T) {
	t.Parallel()
	read, rows := 0, 0
	c := impact.Change{Objects: func(yield func(impact.Object) bool) {
		for o := random(1).object(); yield(impact.Object{Before: o, After: o}); {
			read++
		}
	}}
	for range c.Rows() {
		rows++
		break
	}
	require.Equal(t, 1, rows)
	require.Less(t, read, 10_000, "the objects have no end: only a few are read ahead")
	boom := errors.New("boom")
	p := overridetest.Policy{Name: "p", Steps: []override.Overrider{override.OverriderFunc(func(override.Input, *override.Edits) error { panic(boom) })}}.Compile(t)
	c = impact.Change{After: impact.State{Policies: override.NewSet(p), Clusters: []selector.Cluster{{Name: "m"}}}, Objects: impact.Same(random(1).object())}
	require.PanicsWithValue(t, boom, func() { c.Impact(impact.Limits{}) }, "a panic of an overrider is raised in the caller's goroutine")
}
