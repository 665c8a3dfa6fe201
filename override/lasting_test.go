package override_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// imitating makes edits here, and other edits in its own system.
type imitating struct {
	here, upstream []override.Overrider
	places         []jsontree.Pointer
	fails          bool // in its own system
}

// differs returns a step that differs from its own system at places. Edits are separated by "; ".
func differs(here, upstream string, places ...string) imitating {
	split := func(edits string) []override.Overrider {
		if edits == "" {
			return nil
		}
		return overridetest.Do(strings.Split(edits, "; ")...)
	}
	o := imitating{here: split(here), upstream: split(upstream), fails: upstream == "fails"}
	for _, place := range places {
		o.places = append(o.places, overridetest.At(place))
	}
	return o
}

func each(all []override.Overrider, in override.Input, out *override.Edits) error {
	for _, o := range all {
		if err := o.Override(in, out); err != nil {
			return err
		}
	}
	return nil
}

func (o imitating) Override(in override.Input, out *override.Edits) error {
	out.DivergeAt("X", "other", "this", o.places...)
	return each(o.here, in, out)
}

func (o imitating) Imitate(in override.Input, out *override.Edits) error {
	if o.fails {
		return errors.New("this system fails")
	}
	return each(o.upstream, in, out)
}

// copies sets a place to the value of another one.
func copies(from, to string) override.Overrider {
	return override.OverriderFunc(func(in override.Input, out *override.Edits) error {
		v, _ := in.Get(overridetest.At(from))
		return out.Set(overridetest.At(to), v)
	})
}

// TestLastingDivergences shows which divergences a result has: those that make it differ from the one of the policies' own systems.
func TestLastingDivergences(t *testing.T) {
	t.Parallel()
	step := func(o override.Overrider) []override.Overrider { return []override.Overrider{o} }
	do := overridetest.Do
	cluster := func(name string, steps ...override.Overrider) overridetest.Policy {
		return overridetest.Policy{Name: name, Steps: steps}
	}
	namespaced := func(name string, steps ...override.Overrider) overridetest.Policy {
		return overridetest.Policy{Name: "team/" + name, Steps: steps}
	}
	chosen := namespaced("q", do("set /a 7", "remove /metadata/labels/app")...)
	chosen.Objects = overridetest.Labelled("web")
	both := differs("set /a 2", "set /a 3", "/a")
	for _, c := range []struct {
		name, reason string
		policies     []overridetest.Policy
		want         string // step and place of each divergence
	}{
		{"nothing later", "the object differs", []overridetest.Policy{cluster("p", both)}, "p.0 /a"},
		{"overwritten", "by the same value in both", []overridetest.Policy{cluster("p", both, do("set /a 5")[0])}, ""},
		{"overwritten by the next policy", "it does not matter who erases it", []overridetest.Policy{cluster("p", both), cluster("q", do("set /a 5")...)}, ""},
		{"overwritten by the next tier", "a namespaced policy acts later", []overridetest.Policy{cluster("p", both), namespaced("q", do("set /a 5")...)}, ""},
		{"overwritten before", "an earlier value is not a later one", []overridetest.Policy{cluster("p", do("set /a 5")[0], both)}, "p.1 /a"},
		{"overwritten by our value", "the step is the same in both, the object too", []overridetest.Policy{cluster("p", both, do("set /a 2")[0])}, ""},
		{"removed", "the place is gone in both", []overridetest.Policy{cluster("p", both, do("remove /a")[0])}, ""},
		{"an ancestor is written", "what is inside is gone", []overridetest.Policy{cluster("p", differs("set /map/x 1", "set /map/x 2", "/map/x"), do("set /map {z: 1}")[0])}, ""},
		{"an ancestor is removed", "what is inside is gone", []overridetest.Policy{cluster("p", differs("set /map/x 1", "set /map/x 2", "/map/x"), do("remove /map")[0])}, ""},
		{"a descendant is written", "the rest of the place still differs", []overridetest.Policy{cluster("p", differs("set /map {x: 1, z: 1}", "set /map {x: 2, z: 2}", "/map"), do("set /map/x 3")[0])}, "p.0 /map"},
		{"all descendants are written", "nothing differs", []overridetest.Policy{cluster("p", differs("set /map {x: 1, z: 1}", "set /map {x: 2, z: 2}", "/map"), do("set /map/x 3")[0], do("set /map/z 3")[0])}, ""},
		{"read and written elsewhere", "the difference is elsewhere now", []overridetest.Policy{cluster("p", both, copies("/a", "/b"), do("set /a 5")[0])}, "p.0 /a"},
		{"read and written elsewhere, then erased", "nothing differs", []overridetest.Policy{cluster("p", both, copies("/a", "/b"), do("set /a 5")[0], do("set /b 5")[0])}, ""},
		{"elsewhere, and one that is erased", "the step that makes the difference counts", []overridetest.Policy{cluster("p", differs("set /c 1", "set /c 2", "/c"), both, copies("/a", "/b"), do("set /a 5")[0], do("set /c 5")[0])}, "p.1 /a"},
		{"twice, erased between", "only the second one differs", []overridetest.Policy{cluster("p", both, do("set /a 5")[0], both)}, "p.2 /a"},
		{"twice", "the second one writes over the first one", []overridetest.Policy{cluster("p", both, differs("set /a 4", "set /a 6", "/a"))}, "p.1 /a"},
		{"they cancel out", "each alone makes a difference, both do not", []overridetest.Policy{cluster("p", differs("set /x 2", "set /z 2", "/x", "/z"), differs("remove /x", "remove /z", "/x", "/z"))}, ""},
		{"one of two places", "the other place is the first one's", []overridetest.Policy{cluster("p", differs("set /a 2; set /b 2", "set /a 3; set /b 3", "/a", "/b"), do("set /a 5")[0])}, "p.0 /a"},
		{"an element moves", "the divergence moves with it", []overridetest.Policy{cluster("p", differs("set /list/0 x", "set /list/0 y", "/list/0"), do("add /list/0 first")[0])}, "p.0 /list/1"},
		{"an element before it is removed", "the divergence moves with it", []overridetest.Policy{cluster("p", differs("set /list/1 x", "set /list/1 y", "/list/1"), do("remove /list/0")[0])}, "p.0 /list/0"},
		{"an element is removed", "nothing differs", []overridetest.Policy{cluster("p", differs("set /list/0 x", "set /list/0 y", "/list/0"), do("remove /list/0")[0])}, ""},
		{"two elements, one removed", "one is left", []overridetest.Policy{cluster("p", differs("set /list/0 x", "set /list/0 y", "/list/0"), differs("set /list/1 x", "set /list/1 y", "/list/1"), do("remove /list/0")[0])}, "p.1 /list/0"},
		{"another choice of policies", "the own system does not apply q", []overridetest.Policy{cluster("p", differs("set /metadata/labels/app web", "set /metadata/labels/app api", "/metadata/labels/app")), chosen}, "p.0 /metadata/labels/app"},
		{"another choice, and one that is erased", "only the label matters", []overridetest.Policy{cluster("p", differs("set /b 1", "set /b 2", "/b"), differs("set /metadata/labels/app web", "remove /metadata/labels/old", "/metadata/labels/app"), do("set /b 5")[0]), chosen}, "p.1 /metadata/labels/app"},
		{"it fails", "the own system gives an error", []overridetest.Policy{cluster("p", differs("set /a 2", "fails", "/a"), do("set /a 5")[0])}, "p.0 /a"},
		{"it fails, and one that is erased", "the other one does not matter", []overridetest.Policy{cluster("p", differs("set /b 2", "set /b 3", "/b"), differs("set /a 2", "fails", "/a"), do("set /a 5")[0], do("set /b 5")[0])}, "p.1 /a"},
		{"a later step fails", "because of the earlier one", []overridetest.Policy{cluster("p", differs("set /b 2", "", "/b"), do("remove /b")[0])}, "p.0 /b"},
		{"a wrapper that does not imitate", "nobody knows its value", []overridetest.Policy{cluster("p", override.OverriderFunc(both.Override), do("set /a 5")[0])}, "p.0 /a"},
		{"a divergence that is not imitated", "nobody knows its value", []overridetest.Policy{cluster("p", diverges("Y", "set /a 2", false), do("set /a 5")[0])}, "p.0 /a"},
		{"in lanes", "a lane does not erase what another one does not write", []overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Lanes: [][]override.Overrider{step(both), do("set /b 1")}}}}}, "p.0 /a"},
		{"erased by a lane", "the last lane wins in both", []overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Lanes: [][]override.Overrider{step(both), do("set /a 5")}}}}}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			object := overridetest.Object("{kind: Test, metadata: {name: one, namespace: team, labels: {old: x}}, a: 1, map: {x: 0}, list: [a, b]}")
			result, err := overridetest.Apply(t, object, overridetest.Member1, c.policies...)
			require.NoError(t, err, c.reason)
			var got []string
			for _, d := range result.Divergences() {
				at := d.Origin.At
				got = append(got, fmt.Sprintf("%s.%s %s", d.Origin.Policy.Name, at[strings.LastIndex(at, "[")+1:len(at)-1], d.Pointer))
			}
			require.Equal(t, c.want, strings.Join(got, ", "), c.reason)
			again := result.Divergences()
			taken, err := result.Object()
			require.NoError(t, err)
			taken.Object["a"], taken.Object["list"] = "mine", nil
			require.Equal(t, again, result.Divergences(), "the object is the caller's")
		})
	}
}

// TestDivergencesOfManySteps has more steps than are compared one by one, and more places than moves.
func TestDivergencesOfManySteps(t *testing.T) {
	t.Parallel()
	const n = 300
	var steps []override.Step
	add := func(o override.Overrider) {
		steps = append(steps, override.Step{At: fmt.Sprintf("steps[%d]", len(steps)), Overrider: o})
	}
	for i := range n {
		add(differs(fmt.Sprintf("set /map/k%d 1", i), fmt.Sprintf("set /map/k%d 2", i), fmt.Sprintf("/map/k%d", i)))
	}
	for i := range n {
		if i%3 > 0 {
			add(overridetest.Do(fmt.Sprintf("set /map/k%d 5", i))[0])
		}
	}
	p, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Kind: "P", Name: "p"}, Rules: []override.Rule{{Stages: override.Steps(steps...)}}})
	require.NoError(t, err)
	result, err := override.Apply(overridetest.Object("{kind: Test, map: {}}"), selector.Cluster{}, p)
	require.NoError(t, err)
	require.Len(t, result.Divergences(), n/3)
	for i, d := range result.Divergences() {
		require.Equal(t, fmt.Sprintf("/map/k%d", 3*i), d.Pointer.String())
	}
}
