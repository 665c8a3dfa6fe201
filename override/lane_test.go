package override_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
)

// note returns an overrider that copies the value at one place to another.
func note(from, to string) override.Overrider {
	return override.OverriderFunc(func(in override.Input, out *override.Edits) error {
		v, exists := in.Get(overridetest.At(from))
		if !exists {
			v = "absent"
		}
		return out.Set(overridetest.At(to), v)
	})
}

// broken returns an overrider that writes a value and rejects it.
func broken(place, v string) override.Overrider {
	return override.OverriderFunc(func(_ override.Input, out *override.Edits) error {
		if err := out.Set(overridetest.At(place), overridetest.Value(v)); err != nil {
			return err
		}
		out.Reject(overridetest.At(place), fmt.Errorf("it must not be %s", v))
		return nil
	})
}

// TestLanes shows what the steps of a stage see, and the order in which their edits are applied.
func TestLanes(t *testing.T) {
	t.Parallel()
	type lanes = [][]override.Overrider
	for _, c := range []struct {
		name, reason string
		lanes        lanes
		steps        []override.Overrider
		want         string
		skips        map[string]string
	}{
		{
			"each sees the object from before the stage", "a lane does not see the edits of another",
			lanes{overridetest.Do("set /a 2"), {note("/a", "/seen")}}, nil,
			"{kind: Test, a: 2, list: [x, w], seen: 1}", nil,
		}, {
			"a lane sees itself", "the steps of a lane see each other",
			lanes{{overridetest.Do("set /a 2")[0], note("/a", "/seen")}, {}}, nil,
			"{kind: Test, a: 2, list: [x, w], seen: 2}", nil,
		}, {
			"the only lane", "it is like any other",
			lanes{{overridetest.Do("set /a 2")[0], note("/a", "/seen")}}, nil,
			"{kind: Test, a: 2, list: [x, w], seen: 2}", nil,
		}, {
			"the next stage", "it sees the edits of all lanes",
			lanes{overridetest.Do("set /a 2"), overridetest.Do("set /b 3")}, []override.Overrider{note("/a", "/seen"), note("/b", "/also")},
			"{kind: Test, a: 2, b: 3, list: [x, w], seen: 2, also: 3}", nil,
		}, {
			"no lanes", "there is nothing to do",
			lanes{}, nil,
			"{kind: Test, a: 1, list: [x, w]}", nil,
		}, {
			"the later lane wins", "edits are applied lane by lane",
			lanes{overridetest.Do("set /a 2", "set /b 2"), overridetest.Do("set /a 3")}, nil,
			"{kind: Test, a: 3, b: 2, list: [x, w]}", nil,
		}, {
			"lists shift between lanes", "a pointer is resolved when the edit is applied: the first lane removes x, so 0 is w then",
			lanes{overridetest.Do("remove /list/0"), overridetest.Do("replace /list/0 z")}, nil,
			"{kind: Test, a: 1, list: [z]}", nil,
		}, {
			"appended by both", "the end is that of the list when the edit is applied",
			lanes{overridetest.Do("add /list/- p", "add /list/- q"), overridetest.Do("add /list/- r")}, nil,
			"{kind: Test, a: 1, list: [x, w, p, q, r]}", nil,
		}, {
			"made by one, filled by another", "a lane may write into its own map; the map of the other lane replaces it",
			lanes{overridetest.Do("set /m {}", "set /m/a 1"), overridetest.Do("set /m {}", "set /m/b 2")}, nil,
			"{kind: Test, a: 1, list: [x, w], m: {b: 2}}", nil,
		}, {
			"without effect", "a step without changes has a reason, in a lane as elsewhere",
			lanes{overridetest.Do("set /a 1"), overridetest.Do("set /b 2"), overridetest.Do("set /b 2", "test /a 1")}, nil,
			"{kind: Test, a: 1, b: 2, list: [x, w]}",
			map[string]string{"lanes[0].steps[0]": "already up to date", "lanes[2].steps[0]": "already up to date", "lanes[2].steps[1]": "the test of /a passed"},
		}, {
			"undone by another lane", "both have changed something, even if nothing remains of it",
			lanes{overridetest.Do("set /a 2"), overridetest.Do("set /a 1")}, nil,
			"{kind: Test, a: 1, list: [x, w]}", nil,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, a: 1, list: [x, w]}"), overridetest.Member1,
				overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Lanes: c.lanes, Steps: c.steps}}})
			require.NoError(t, err, c.reason)
			got, err := result.Object()
			require.NoError(t, err)
			require.Equal(t, overridetest.Object(c.want).Object, got.Object, c.reason)
			skips := map[string]string{}
			for _, s := range result.Skips() {
				skips[s.Origin.At[len("rules[0]."):]] = s.Reason
			}
			if c.skips == nil {
				c.skips = map[string]string{}
			}
			require.Equal(t, c.skips, skips, c.reason)
		})
	}
}

// TestLaneErrors shows which step the error of a stage names.
func TestLaneErrors(t *testing.T) {
	t.Parallel()
	type lanes = [][]override.Overrider
	for _, c := range []struct {
		name, reason string
		lanes        lanes
		at, err      string // empty: no error
	}{
		{
			"in a lane's own view", "an edit must fit the object from before the stage",
			lanes{overridetest.Do("set /m {}"), overridetest.Do("set /b 1", "set /m/x 1")},
			"lanes[1].steps[1]", `set /m/x: the document has no key "m"; add /m with the value {} before`,
		}, {
			"when applied", "an edit must also fit the object after the previous lanes",
			lanes{overridetest.Do("remove /a"), overridetest.Do("set /b 1", "remove /a")},
			"lanes[1].steps[1]", `remove /a: the document has no key "a"`,
		}, {
			"a test when applied", "a test must pass in its own lane and when it is applied",
			lanes{overridetest.Do("set /a 2"), overridetest.Do("test /a 1")},
			"lanes[1].steps[0]", `test /a: /a is 2, expected 1`,
		}, {
			"the order of lanes", "all lanes run before any edit is applied, and the first error counts",
			lanes{overridetest.Do("remove /a"), overridetest.Do("remove /a"), overridetest.Do("remove /b")},
			"lanes[2].steps[0]", `remove /b: the document has no key "b"`,
		}, {
			"rejected in a lane", "a value that a lane rejects must not remain",
			lanes{{broken("/a", "2")}, overridetest.Do("set /b 1")},
			"lanes[0].steps[0]", "/a: it must not be 2",
		}, {
			"repaired in the same lane", "another value replaced it",
			lanes{{broken("/a", "2"), overridetest.Do("set /a 3")[0]}, overridetest.Do("set /b 1")}, "", "",
		}, {
			"repaired by a later lane", "another value replaced it when all edits were applied",
			lanes{{broken("/a", "2")}, overridetest.Do("set /a 3")}, "", "",
		}, {
			"written before it was rejected", "the value of the earlier lane was not rejected, and is overwritten",
			lanes{overridetest.Do("set /a 3"), {broken("/a", "2")}},
			"lanes[1].steps[0]", "/a: it must not be 2",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := overridetest.Apply(t, overridetest.Object("{kind: Test, a: 1}"), overridetest.Member1,
				overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{Lanes: c.lanes}}})
			if c.err == "" {
				require.NoError(t, err, c.reason)
				return
			}
			var e *override.Error
			require.ErrorAs(t, err, &e, c.reason)
			require.Equal(t, "rules[0]."+c.at, e.At, c.reason)
			require.Equal(t, c.err, e.Err.Error(), c.reason)
		})
	}
}

// TestLaneView shows that a lane does not see the writes of other lanes.
func TestLaneView(t *testing.T) {
	t.Parallel()
	deep := overridetest.Do("set /m/list/0/x 1", "add /m/list/0/w [1]", "add /m/list/0/w/- 2")
	result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, m: {list: [{x: 0}]}}"), overridetest.Member1, overridetest.Policy{Name: "p", Rules: []overridetest.Rule{{
		Lanes: [][]override.Overrider{deep, {note("/m", "/before")}, overridetest.Do("set /m/list/0/x 5", "add /m/list/0/z 3")},
		Steps: []override.Overrider{note("/m", "/after")},
	}}})
	require.NoError(t, err)
	got, err := result.Object()
	require.NoError(t, err)
	require.Equal(t, overridetest.Object("{kind: Test, m: {list: [{x: 5, w: [1, 2], z: 3}]}, before: {list: [{x: 0}]}, after: {list: [{x: 5, w: [1, 2], z: 3}]}}").Object, got.Object)
	change := result.Changes()[len(result.Changes())-1]
	require.Equal(t, jsontree.Pointer{"after"}, change.Pointer, "edits are applied in the order of lanes, then those of later stages")
}
