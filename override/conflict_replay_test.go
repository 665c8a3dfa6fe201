package override_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// game makes steps that suit the current object.
type game struct {
	*rand.Rand
	ledger
}

func (g *game) choose(from ...string) string { return from[g.Intn(len(from))] }

// step chooses a place below /spec, and an operation that is possible there.
func (g *game) step() overrider.Patch {
	p, c := jsontree.Pointer{"spec"}, g.root.keys["spec"]
	for {
		var token string
		switch {
		case c.keys != nil:
			token = g.choose("a", "b", "c")
		case c.isList:
			token = strconv.Itoa(g.Intn(len(c.items) + 1))
		}
		child := c.keys[token]
		if i, err := strconv.Atoi(token); err == nil && i < len(c.items) {
			child = c.items[i]
		}
		if child != nil && !child.absent && (child.keys != nil || child.isList) && g.Intn(3) > 0 {
			p, c = p.Child(token), child
			continue
		}
		return g.edit(c, p, token, child)
	}
}

// edit also applies an operation to the ledger.
func (g *game) edit(c *cell, p jsontree.Pointer, token string, child *cell) overrider.Patch {
	v := overridetest.Value(g.choose("1", "1", "2", "{}", "{a: 1}", "{a: 1, b: 2}", "{a: {b: 1}, c: [1]}", "[]", "[1]", "[1, 2]", "[2, 1]", "[{a: 1}, 1]", "[{a: 2}, {b: 1}]"))
	there := child != nil && !child.absent
	if there && g.Intn(4) == 0 {
		v = child.value()
	}
	agree := func() {
		if _, container := v.(map[string]any); !container && !child.isList && jsontree.Equal(child.value(), v) {
			child.writers, child.itself = append(slices.Clone(child.writers), g.by), true
		}
	}
	if c.keys != nil {
		ops := []jsontree.Verb{jsontree.Set, jsontree.Add}
		if there {
			ops = append(ops, jsontree.Replace, jsontree.Remove)
		}
		o := overrider.Patch{Op: ops[g.Intn(len(ops))], Pointer: p.Child(token), Value: v}
		if o.Op == jsontree.Remove {
			g.takeKey(c, p, token)
			return o
		}
		if there {
			agree()
		}
		g.putKey(c, p, token, v)
		return o
	}
	i, _ := strconv.Atoi(token)
	place := p.Child(g.choose(token, "+"+token))
	switch g.Intn(4) {
	case 0:
		g.addItem(c, i, v)
		return overrider.Patch{Op: jsontree.Add, Pointer: place, Value: v}
	case 1:
		if there {
			g.takeItem(c, p, i)
			return overrider.Patch{Op: jsontree.Remove, Pointer: p.Child(g.choose(token, strconv.Itoa(i-len(c.items)-1)))}
		}
	}
	if !there {
		g.addItem(c, i, v)
		return overrider.Patch{Op: jsontree.Add, Pointer: p.Child(g.choose("-", "-1")), Value: v}
	}
	agree()
	c.items[i] = g.put(child, p.Child(token), v)
	if g.Intn(4) == 0 {
		place = p.Child(strconv.Itoa(i - len(c.items)))
	}
	return overrider.Patch{Op: jsontree.Set, Pointer: place, Value: v}
}

// inLines returns each conflict as a line of JSON.
func inLines(t testing.TB, conflicts []override.Conflict) (lines []string) {
	t.Helper()
	for _, c := range conflicts {
		lines = append(lines, overridetest.AsJSON(t, c))
	}
	return lines
}

// TestConflictsReplayed compares the conflicts of policies for the same places with those of a ledger in which every part of the object
// has its writers.
func TestConflictsReplayed(t *testing.T) {
	t.Parallel()
	seeds := int64(4000)
	if testing.Short() {
		seeds /= 20
	}
	total := 0
	for seed := range seeds {
		g := &game{Rand: rand.New(rand.NewSource(seed)), ledger: ledger{conflicts: []override.Conflict{}}}
		obj := overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop, labels: {app: web}}, spec: {a: 1, b: {a: 1, b: {a: 2}}, c: [1, {a: 1}, 2]}}")
		g.root = newCell(obj.Object)
		var policies []overridetest.Policy
		for _, tier := range []string{"", "shop/"} {
			for rank := range 3 {
				for _, name := range []string{"a", "b"} {
					if g.Intn(3) > 0 {
						continue
					}
					p := overridetest.Policy{Name: fmt.Sprintf("%s%s%d", tier, name, 9-rank), Rules: []overridetest.Rule{{}, {}}[:1+g.Intn(2)]}
					p.Objects = [][]selector.ObjectSelector{nil, overridetest.Labelled("web"), overridetest.Named("web")}[rank]
					for i := range p.Rules {
						at := fmt.Sprintf("rules[%d]", i)
						for j := range 1 + g.Intn(3) {
							origin := override.Origin{Policy: p.Ref(), At: fmt.Sprintf("%s.steps[%d]", at, j)}
							g.by = &writer{origin: origin, rule: at, tier: p.Spec(t).Tier, rank: rank}
							p.Rules[i].Steps = append(p.Rules[i].Steps, g.step())
						}
					}
					policies = append(policies, p)
				}
			}
		}
		result, err := override.Apply(obj, overridetest.Member1, overridetest.Compile(t, policies)...)
		require.NoError(t, err)
		got, err := result.Object()
		require.NoError(t, err)
		require.Equal(t, overridetest.AsJSON(t, g.root.value()), overridetest.AsJSON(t, got.Object), "seed %d: the replay is wrong", seed)
		require.Equal(t, inLines(t, g.conflicts), inLines(t, result.Conflicts()), "seed %d: %+v", seed, result.Changes())
		total += len(g.conflicts)
	}
	require.Greater(t, total, int(seeds), "there should be many")
}
