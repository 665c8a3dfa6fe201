package override_test

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"weak"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
)

// TestApplyShares counts how often a step runs if Apply is called for one cluster of a Selection after the other.
func TestApplyShares(t *testing.T) {
	t.Parallel()
	const count = 100
	clusters, distinct := bits("p", count)
	var others []overridetest.Rule
	for i := range count {
		others = append(others, overridetest.Rule{Clusters: byName(fmt.Sprint("other", i)), Steps: overridetest.Do("set /a 1")})
	}
	for _, c := range []struct {
		name, reason string
		rules        []overridetest.Rule // besides the rule with the counted step
		reads        bool
		runs         int
	}{
		{"one outcome", "three clusters are alone, and the fourth keeps its outcome", nil, false, 4},
		{"two outcomes", "each of them is kept", distinct[0].Rules[:1], false, 5},
		{"an outcome for each cluster", "there is nothing to share", distinct[0].Rules, false, count},
		{"many rules", "comparing a cluster with all of them takes longer than Apply, which has an index of names", others, false, count},
		{"a step that reads the cluster", "its edits may differ for each cluster", nil, true, count},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var ran atomic.Int32
			step := override.OverriderFunc(func(in override.Input, out *override.Edits) error {
				ran.Add(1)
				if c.reads {
					return out.Set(overridetest.At("/cluster"), in.Cluster().Name)
				}
				return out.Set(overridetest.At("/b"), true)
			})
			p := overridetest.Policy{Name: "p", Rules: append([]overridetest.Rule{{Steps: overridetest.Do("set /set {}")}, {Steps: overridetest.One(step)}}, c.rules...)}
			selection := override.NewSet(loosely(t, []overridetest.Policy{p})...).Select(shopped)
			for _, cluster := range clusters {
				result, err := selection.Apply(cluster)
				require.NoError(t, err)
				require.Equal(t, cluster.Name, result.Cluster())
			}
			require.Equal(t, c.runs, int(ran.Load()), c.reason)
		})
	}
}

// marks has a mark for each outcome, which lives as long as the outcome.
type marks []weak.Pointer[[64]byte]

// mark adds a rule that makes the marks to the first policy.
func mark(policies []overridetest.Policy) *marks {
	made := &marks{}
	policies[0].Rules = append(policies[0].Rules, overridetest.Rule{Steps: overridetest.One(override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
		m := new([64]byte)
		*made = append(*made, weak.Make(m))
		out.Skip("%v", m)
		return nil
	}))})
	return made
}

// alive returns how many outcomes are kept.
func (m *marks) alive() int {
	runtime.GC()
	n := 0
	for _, mark := range *m {
		if mark.Value() != nil {
			n++
		}
	}
	return n
}

// TestApplyForgets shows that a Selection keeps few outcomes of Apply.
func TestApplyForgets(t *testing.T) {
	for _, name := range []string{"p", "shop/p"} {
		t.Run(name, func(t *testing.T) {
			clusters, policies := bits(name, 1024)
			marks := mark(policies)
			selection := override.NewSet(loosely(t, policies)...).Select(shopped)
			for _, cluster := range clusters {
				for range 3 { // enough hits, so that outcomes are kept
					_, err := selection.Apply(cluster)
					require.NoError(t, err)
				}
			}
			alive := marks.alive()
			require.Greater(t, alive, 0, "outcomes are kept")
			require.LessOrEqual(t, alive, 65)
			require.Less(t, len(*marks), 1100, "clusters that come again have their outcome")
			runtime.KeepAlive(&selection)
		})
	}
}

// TestApplySharesConcurrently applies one selection in many goroutines. The race detector finds writes.
func TestApplySharesConcurrently(t *testing.T) {
	t.Parallel()
	clusters, policies := bits("shop/p", 16)
	policies[0].Rules = append(policies[0].Rules, overridetest.Rule{Clusters: byName("member3"), Steps: overridetest.Do("remove /nowhere")},
		overridetest.Rule{Clusters: byName("member4"), Steps: reading()})
	set := override.NewSet(loosely(t, policies)...)
	describe := func(result *override.Result, err error) string {
		if err != nil {
			return err.Error()
		}
		object, err := result.Object()
		if err != nil {
			return err.Error()
		}
		text := overridetest.AsJSON(t, object.Object)
		overridetest.Scribble(object.Object)
		return text
	}
	want := make([]string, len(clusters))
	for i, cluster := range clusters {
		want[i] = describe(set.Select(shopped).Apply(cluster))
	}
	selection := set.Select(shopped)
	var done sync.WaitGroup
	for range 8 {
		done.Go(func() {
			for range 10 {
				for i, cluster := range clusters {
					if got := describe(selection.Apply(cluster)); got != want[i] {
						t.Errorf("%s, expected %s", got, want[i])
					}
				}
			}
		})
	}
	done.Wait()
}
