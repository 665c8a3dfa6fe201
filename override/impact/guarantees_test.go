package impact_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// TestSecretsAreHidden has Secrets whose values are added, removed, replaced and moved. No string and no JSON shows one; the patch does.
func TestSecretsAreHidden(t *testing.T) {
	t.Parallel()
	secret := func(data map[string]any) *unstructured.Unstructured {
		o := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "s"}}}
		if data != nil {
			o.Object["stringData"] = data
		}
		return o
	}
	clusters := []selector.Cluster{{Name: "m"}}
	for _, lines := range [][]string{
		nil, {"set /stringData {a: hunter2}"}, {"add /stringData/new hunter2"}, {"set /kind ConfigMap", "set /stringData/a hunter2"}, {"replace /stringData/none hunter2"},
		{"test /stringData/a hunter2"}, {"set /metadata/annotations {kubectl.kubernetes.io/last-applied-configuration: hunter2}"},
	} {
		p := overridetest.Policy{Name: "p", Steps: overridetest.Do(lines...)}.Compile(t)
		before, after := secret(map[string]any{"a": "hunter2-old", "gone": "hunter2"}), secret(map[string]any{"a": "hunter2-new", "b": "hunter2"})
		for _, objects := range [][2]*unstructured.Unstructured{{before, after}, {nil, after}, {before, nil}, {before, before}, {secret(nil), before}, {before, secret(nil)}} {
			for _, sets := range [][2]*override.Set{{nil, override.NewSet(p)}, {override.NewSet(p), nil}, {override.NewSet(p), override.NewSet(p).Hiding(redact.Nothing)}} {
				c := impact.Change{Before: impact.State{Policies: sets[0], Clusters: clusters},
					After: impact.State{Policies: sets[1], Clusters: clusters}, Objects: slices.Values([]impact.Object{{Before: objects[0], After: objects[1]}})}
				i := c.Impact(impact.Limits{})
				text, err := json.Marshal(i)
				require.NoError(t, err)
				shown := i.String() + string(text)
				for row := range c.Rows() {
					for _, d := range row.Differences {
						text, err := json.Marshal(d.Patch)
						require.NoError(t, err)
						shown += d.String() + string(text) + fmt.Sprint(d.Patch)
						if sets[1] != nil && len(d.Patch) > 0 && d.After.Err == nil && strings.Contains(shown, "(after)") {
							patch, err := d.Patch.JSONPatch()
							require.NoError(t, err)
							require.Contains(t, string(patch), "hunter2", "the patch has the values")
							require.Contains(t, fmt.Sprint(d.Patch.Reveal()), "hunter2", "revealed values are shown")
						}
					}
				}
				if sets[1] == nil || sets[0] == nil {
					require.NotContains(t, shown, "hunter2", "%v", lines)
				}
			}
		}
	}
}

// TestSecretsOfOtherKinds has an object that is a Secret only before, or only after: its values are hidden on both sides.
func TestSecretsOfOtherKinds(t *testing.T) {
	t.Parallel()
	object := func(kind, value string) *unstructured.Unstructured {
		return &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": kind, "metadata": map[string]any{"name": "s"}, "data": map[string]any{"a": value}}}
	}
	state := impact.State{Clusters: []selector.Cluster{{Name: "m"}}}
	for _, o := range []impact.Object{{Before: object("Secret", "hunter2"), After: object("ConfigMap", "hunter3")},
		{Before: object("ConfigMap", "hunter2"), After: object("Secret", "hunter3")}} {
		i := impact.Change{Before: state, After: state, Objects: slices.Values([]impact.Object{o})}.Impact(impact.Limits{})
		require.Equal(t, 1, i.Counts.Changed)
		require.NotContains(t, i.String(), "hunter")
	}
}

// TestLimits has more groups and members than the limits allow. The counts are complete.
func TestLimits(t *testing.T) {
	t.Parallel()
	var objects []*unstructured.Unstructured
	for i := range 20 {
		objects = append(objects, &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test",
			"metadata": map[string]any{"name": fmt.Sprintf("o%02d", i)}, "group": int64(i % 4)}})
	}
	copies := override.OverriderFunc(func(in override.Input, out *override.Edits) error {
		v, _ := in.Get(overridetest.At("/group"))
		return out.Set(overridetest.At("/copy"), v)
	})
	c := impact.Change{
		Before:  impact.State{Clusters: five},
		After:   impact.State{Clusters: five, Policies: override.NewSet(overridetest.Policy{Name: "p", Steps: []override.Overrider{copies}}.Compile(t))},
		Objects: impact.Same(objects...),
	}
	all := c.Impact(impact.Limits{})
	require.Len(t, all.Groups, 4)
	require.Equal(t, 100, all.Counts.Changed)
	first := &all.Groups[0].Members[0].Clusters[0]
	for g, m := range all.All() {
		require.Equal(t, 25, g.Pairs)
		require.Same(t, first, &m.Clusters[0], "members with the same clusters share the list")
	}

	some := c.Impact(impact.Limits{Groups: 3, Members: 7})
	require.Equal(t, all.Counts, some.Counts)
	require.Equal(t, all.Clusters, some.Clusters)
	require.Len(t, some.Groups, 3)
	require.Equal(t, 25, some.Omitted)
	members, omitted, pairs := 0, 0, some.Omitted
	for _, g := range some.Groups {
		members, omitted, pairs = members+len(g.Members), omitted+g.Omitted, pairs+g.Pairs
	}
	require.Equal(t, []int{7, 8, 100}, []int{members, omitted, pairs})
	require.Contains(t, some.String(), "other object")
	require.Contains(t, some.String(), "and 25 pairs with other differences")
}

// TestInputsAreNotWritten writes into everything that an impact returns, and compares the inputs, and a second impact, with the first.
func TestInputsAreNotWritten(t *testing.T) {
	t.Parallel()
	for seed := range uint64(100) {
		c := random(seed).change(t)
		objects := slices.Collect(c.Objects)
		var before []any
		for _, o := range objects {
			before = append(before, overridetest.CopyOf(overridetest.ContentOf(o.Before)), overridetest.CopyOf(overridetest.ContentOf(o.After)))
		}
		want := c.Impact(impact.Limits{}).String()
		for row := range c.Rows() {
			for _, d := range row.Differences {
				for i := range d.Patch {
					overridetest.Scribble(d.Patch[i].Old)
					overridetest.Scribble(d.Patch[i].New)
					overridetest.ScribbleOn(d.Patch[i].Path)
				}
				overridetest.ScribbleOn(d.Clusters)
			}
		}
		i := c.Impact(impact.Limits{})
		require.Equal(t, want, i.String())
		for g := range i.Groups {
			for _, o := range i.Groups[g].Patch {
				overridetest.Scribble(o.New)
			}
		}
		require.Equal(t, want, c.Impact(impact.Limits{}).String())
		for n, o := range objects {
			require.Equal(t, before[2*n], any(overridetest.ContentOf(o.Before)))
			require.Equal(t, before[2*n+1], any(overridetest.ContentOf(o.After)))
		}
	}
}

// TestConcurrentUse computes one change in several goroutines.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	c := random(8).change(t)
	want := c.Impact(impact.Limits{}).String()
	var working sync.WaitGroup
	for range 4 {
		working.Go(func() { assert.Equal(t, want, c.Impact(impact.Limits{}).String()) })
	}
	working.Wait()
}

// TestReversed checks that the way back has the same pairs.
func TestReversed(t *testing.T) {
	t.Parallel()
	for seed := range uint64(100) {
		c := random(seed).change(t)
		there, back := c.Impact(impact.Limits{}), c.Reversed().Impact(impact.Limits{})
		require.Len(t, back.Clusters, len(there.Clusters))
		for i, cl := range there.Clusters {
			require.Equal(t, cl.Name, back.Clusters[i].Name)
			require.Equal(t, cl.Pairs, back.Clusters[i].Pairs)
		}
		require.Equal(t, there.Counts.Changed, back.Counts.Changed)
		require.Equal(t, there.Counts.Added, back.Counts.Removed)
		require.Equal(t, there.String(), c.Reversed().Reversed().Impact(impact.Limits{}).String())
	}
}

// TestCountsString has the pairs that fail in brackets, because they are part of the changed and added ones.
func TestCountsString(t *testing.T) {
	t.Parallel()
	for want, counts := range map[string]impact.Counts{
		"0 of 0 pairs differ":                        {},
		"1 of 1 pair differs (1 failing): 1 changed": {Pairs: 1, Changed: 1, Failing: 1},
		"1 of 3 pairs differs: 1 added; 2 skipped":   {Pairs: 3, Added: 1, Skipped: 2},
		"0 of 1 pair differs; 1 skipped":             {Pairs: 1, Skipped: 1},
		"2 of 4 pairs differ: 2 removed; 2 skipped":  {Pairs: 4, Removed: 2, Skipped: 2},
		"6 of 9 pairs differ (4 failing): 2 changed, 3 added, 1 removed; 1 computed and equal, 2 skipped": {Pairs: 9, Changed: 2, Added: 3, Failing: 4, Removed: 1, Unchanged: 1, Skipped: 2},
	} {
		require.Equal(t, want, counts.String())
	}
}

// TestLongLines has names and values of a megabyte. Lines of text are cut.
func TestLongLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("é", 500_000)
	p := overridetest.Policy{Name: long, Steps: overridetest.Do("set /data/x {" + long[:1000] + ": [1]}")}.Compile(t)
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": long, "kind": "Test", "metadata": map[string]any{"name": long}, "data": map[string]any{long: "1"}}}
	c := impact.Change{
		Before: impact.State{Clusters: []selector.Cluster{{Name: long}}}, After: impact.State{Clusters: []selector.Cluster{{Name: long}}, Policies: override.NewSet(p)},
		Objects: impact.Same(object),
	}
	i := c.Impact(impact.Limits{})
	text := i.String() + i.Rollout(impact.ClusterGroup{Name: long, Clusters: []string{long}}).String()
	for row := range c.Rows() {
		text += row.Differences[0].String()
	}
	require.Contains(t, text, "é…\n")
	for line := range strings.Lines(text) {
		require.Less(t, len([]rune(line)), 2_010)
	}
}
