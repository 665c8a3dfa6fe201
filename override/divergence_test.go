package override_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/distribution/reference"
	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// looking is an overrider that reports divergences only in Diverge.
type looking struct {
	override.Overrider
	look func(in override.Input, out *override.Edits)
}

// Diverge implements override.Diverger.
func (o looking) Diverge(in override.Input, out *override.Edits) { o.look(in, out) }

// diverges makes edits. Its Diverge reports the value of /a.
func diverges(code, edit string, cluster bool) override.Overrider {
	return looking{overridetest.Do(edit)[0], func(in override.Input, out *override.Edits) {
		v, _ := in.Get(overridetest.At("/a"))
		found := fmt.Sprint(v)
		if cluster {
			found += " in " + in.Cluster().Name
		}
		out.Diverge(code, overridetest.At("/a"), found, "something else")
	}}
}

// TestDivergences shows the reported differences from another system.
func TestDivergences(t *testing.T) {
	t.Parallel()
	reported := override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
		out.Diverge("X1", overridetest.At("/a"), "crashes", "1")
		out.Diverge("X2", nil, "two", "one")
		out.Skip("nothing to do")
		return nil
	})
	for _, c := range []struct {
		name, reason string
		rule         overridetest.Rule
		want         []string
	}{
		{
			"none", "there may be none",
			overridetest.Rule{Steps: overridetest.Do("set /a 2")},
			[]string{},
		}, {
			"reported", "an empty pointer is left out",
			overridetest.Rule{Steps: []override.Overrider{reported}},
			[]string{
				"X1: ClusterPolicy p: rules[0].steps[0]: /a: upstream crashes; here 1",
				"X2: ClusterPolicy p: rules[0].steps[0]: upstream two; here one",
			},
		}, {
			"in Diverge", "Diverge sees the object before its step, not later changes",
			overridetest.Rule{Steps: append(overridetest.Do("set /a 2"), diverges("Y", "set /a 3", false), diverges("Z", "remove /a", true), overridetest.Do("set /a 5")[0])},
			[]string{
				"Y: ClusterPolicy p: rules[0].steps[1]: /a: upstream 2; here something else",
				"Z: ClusterPolicy p: rules[0].steps[2]: /a: upstream 3 in member1; here something else",
			},
		}, {
			"after every kind of change", "earlier changes are replayed for Diverge",
			overridetest.Rule{Lanes: [][]override.Overrider{append(overridetest.Do("remove /a", "replace  [x]", "add /0 w", "remove /1", "replace  {kind: Test, a: [1, 3]}", "add /a/1 2", "remove /a/2", "set /a/0 0"), diverges("Y", "set /b 1", false))}},
			[]string{"Y: ClusterPolicy p: rules[0].lanes[0].steps[8]: /a: upstream [0 2]; here something else"},
		}, {
			"in Override and in Diverge", "they come in the order of the steps",
			overridetest.Rule{Steps: []override.Overrider{diverges("Y", "set /a [1]", false), reported, diverges("Z", "set /a/0 2", false)}},
			[]string{
				"Y: ClusterPolicy p: rules[0].steps[0]: /a: upstream 1; here something else",
				"X1: ClusterPolicy p: rules[0].steps[1]: /a: upstream crashes; here 1",
				"X2: ClusterPolicy p: rules[0].steps[1]: upstream two; here one",
				"Z: ClusterPolicy p: rules[0].steps[2]: /a: upstream [1]; here something else",
			},
		}, {
			"in lanes", "in a stage of several lanes, Diverge sees the object before the stage",
			overridetest.Rule{
				Lanes: [][]override.Overrider{{diverges("Y", "set /a 2", false)}, {diverges("Z", "set /a 3", false)}},
				Steps: []override.Overrider{diverges("W", "remove /a", false)},
			},
			[]string{
				"Y: ClusterPolicy p: rules[0].lanes[0].steps[0]: /a: upstream 1; here something else",
				"Z: ClusterPolicy p: rules[0].lanes[1].steps[0]: /a: upstream 1; here something else",
				"W: ClusterPolicy p: rules[0].steps[0]: /a: upstream 3; here something else",
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, a: 1}"), overridetest.Member1, overridetest.Policy{Name: "p", Rules: []overridetest.Rule{c.rule}})
			require.NoError(t, err, c.reason)
			got := []string{}
			for _, d := range result.Divergences() {
				got = append(got, d.String())
			}
			require.Equal(t, c.want, got, c.reason)
		})
	}
}

// TestDivergenceOfError shows the note on an error where the other system does not fail.
func TestDivergenceOfError(t *testing.T) {
	t.Parallel()
	cause := errors.New("it is too much")
	brokenImage := overrider.Image{Where: overrider.ImageAt(overridetest.At("/image")),
		Operations: []overrider.ImageOperation{overridetest.ImageOp(imageparser.Repository, overrider.ImageSet, "App")}}
	brokenImage.Invalid = func(err error) error { return override.Diverged("X1", "leaves it", err) }
	fails := func(err error) overridetest.Policy {
		return overridetest.Policy{Name: "p", Steps: []override.Overrider{override.OverriderFunc(func(override.Input, *override.Edits) error { return err })}}
	}
	for _, c := range []struct {
		name, reason string
		policy       overridetest.Policy
		code         override.Code
		want         string // empty: no note
	}{
		{"none", "the other system fails, too", fails(cause), override.CodeStep, ""},
		{
			"an error", "the error itself is unchanged",
			fails(override.Diverged("X1", "writes it all the same", cause)), override.CodeStep,
			"X1: ClusterPolicy p: rules[0].steps[0]: upstream writes it all the same; here an error",
		}, {
			"wrapped", "the note and the pointer are found inside other errors",
			fails(fmt.Errorf("sorry: %w", override.Diverged("X1", "crashes",
				&jsontree.ValueError{Pointer: overridetest.At("/a"), Found: "null", Expected: "a list", Err: cause}))), override.CodeValue,
			"X1: ClusterPolicy p: rules[0].steps[0]: /a: upstream crashes; here an error",
		}, {
			"of a fault", "an invalid entry may have one",
			overridetest.Policy{Name: "p", Steps: []override.Overrider{override.Fail(override.Diverged("X1", "guesses", cause))}}, override.CodeFault,
			"X1: ClusterPolicy p: rules[0].steps[0]: upstream guesses; here an error",
		}, {
			"of a rejection", "the other system may accept the invalid value",
			overridetest.Policy{Name: "p", Steps: []override.Overrider{override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
				out.Reject(overridetest.At("/a"), override.Diverged("X1", "leaves it", cause))
				return out.Set(overridetest.At("/b"), true)
			})}}, override.CodeInvalid,
			"X1: ClusterPolicy p: rules[0].steps[0]: /a: upstream leaves it; here an error",
		}, {
			"of a broken image", "Image adds the note, if Invalid is set",
			overridetest.Policy{Name: "p", Steps: overridetest.One(brokenImage)}, override.CodeInvalid,
			"X1: ClusterPolicy p: rules[0].steps[0]: /image: upstream leaves it; here an error",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := overridetest.Apply(t, overridetest.Object("{kind: Test, a: 1, image: app}"), overridetest.Member1, c.policy)
			var e *override.Error
			require.ErrorAs(t, err, &e, c.reason)
			require.True(t, errors.Is(err, cause) || errors.Is(err, reference.ErrNameContainsUppercase), c.reason)
			require.Equal(t, c.code, e.Code, c.reason)
			if c.want == "" {
				require.Nil(t, e.Divergence, c.reason)
				return
			}
			require.NotNil(t, e.Divergence, c.reason)
			require.Equal(t, c.want, e.Divergence.String(), c.reason)
			require.NotContains(t, err.Error(), "X1", "the note is not in the message")
		})
	}
}

// TestDivergenceIdentity shows that Diverge also sees the identity of the object as it was before its step.
func TestDivergenceIdentity(t *testing.T) {
	t.Parallel()
	rename := func(name string) override.Overrider {
		return looking{overridetest.Do("set /metadata/name " + name)[0], func(in override.Input, out *override.Edits) { out.Diverge("X", nil, in.Object().Name, name) }}
	}
	result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, metadata: {name: one}}"), overridetest.Member1, overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{
		Lanes: [][]override.Overrider{{rename("two"), rename("three")}, {rename("four")}}, Steps: []override.Overrider{rename("five"), rename("six")},
	}}})
	require.NoError(t, err)
	var names []string
	for _, d := range result.Divergences() {
		names = append(names, d.Upstream)
	}
	require.Equal(t, []string{"one", "one", "one", "four", "five"}, names)
}

// TestDivergenceAfterUnusualPlaces shows that Diverge sees every earlier change, even at a place that only Set reaches.
func TestDivergenceAfterUnusualPlaces(t *testing.T) {
	t.Parallel()
	var found any
	look := looking{overridetest.Do("set /seen true")[0], func(in override.Input, _ *override.Edits) { found, _ = in.Get(overridetest.At("/")) }}
	p := overridetest.Policy{Name: "p", Steps: append(overridetest.Do("set //a 2", "set //b 3", "set //list/0 w"), look)}
	result, err := override.Apply(overridetest.Object(`{kind: Test, "": {a: 1, list: [x]}}`), overridetest.Member1, p.Compile(t))
	require.NoError(t, err)
	require.Empty(t, result.Divergences())
	require.Equal(t, overridetest.Value("{a: 2, b: 3, list: [w]}"), found)
}

// TestDivergeEdits checks that a Diverger cannot edit the object that other Divergers see.
func TestDivergeEdits(t *testing.T) {
	t.Parallel()
	var refused error
	editing := looking{overridetest.Do("set /b 2")[0], func(_ override.Input, out *override.Edits) {
		refused = out.Set(overridetest.At("/a"), "changed")
	}}
	p, err := override.NewPolicy(override.PolicySpec{
		Ref:   override.Ref{Kind: "Policy", Name: "p"},
		Rules: []override.Rule{{Stages: override.Steps(override.Step{Overrider: editing}, override.Step{Overrider: diverges("X1", "set /c 3", false)})}},
	})
	require.NoError(t, err)
	object := overridetest.Object("a: 1")
	result, err := override.Apply(object, selector.Cluster{}, p)
	require.NoError(t, err)
	require.Len(t, result.Divergences(), 1)
	require.Equal(t, "1", result.Divergences()[0].Upstream, "the next Diverger sees the object")
	require.EqualError(t, refused, "set /a: a Diverger must not edit the object")
}
