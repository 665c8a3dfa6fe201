package override_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
)

// blameCases are the cases of [TestBlame].
var blameCases = []struct {
	name, reason string
	object       string
	steps        []string
	place        string
	want         string // the step and the change; empty: the value does not differ
}{
	{"a key", "the only change decided it", "{m: {a: 1}}", []string{"set /m/a 2"}, "/m/a", "0: /m/a: 1 -> 2"},
	{"another key", "other keys do not differ", "{m: {a: 1, b: 1}}", []string{"set /m/a 2"}, "/m/b", ""},
	{"nothing there", "a place that neither object has does not differ", "{m: {}}", []string{"set /m/a 2"}, "/m/b", ""},
	{"an added key", "nothing was there", "{m: {}}", []string{"set /m/a 2"}, "/m/a", "0: + /m/a: 2"},
	{"a removed key", "the removal decided it", "{m: {a: 1}}", []string{"remove /m/a"}, "/m/a", "0: - /m/a: 1"},
	{"inside a removed key", "it was removed with its parent", "{m: {a: {b: 1}}}", []string{"remove /m/a"}, "/m/a/b", `0: - /m/a: {"b":1}`},
	{"inside a removed key, removed before", "the first removal decided it", "{m: {a: {b: 1, c: 2}}}", []string{"remove /m/a/b", "remove /m/a"}, "/m/a/b", "0: - /m/a/b: 1"},

	{"written twice", "the later one decided it", "{a: 1}", []string{"set /a 2", "set /a 3"}, "/a", "1: /a: 2 -> 3"},
	{"the same value", "a step that finds its own value changes nothing", "{a: 1}", []string{"set /a 2", "set /a 2"}, "/a", "0: /a: 1 -> 2"},
	{"written back", "it equals the input", "{a: 1}", []string{"set /a 2", "set /a 1"}, "/a", ""},
	{"removed and added", "the last change put it there", "{a: 1}", []string{"remove /a", "set /a 2"}, "/a", "1: + /a: 2"},
	{"removed and added unchanged", "it equals the input", "{a: 1}", []string{"remove /a", "set /a 1"}, "/a", ""},

	{"a whole map, the key that differs", "the write decided it", "{m: {a: 1, b: 1}}", []string{"set /m {a: 2, b: 1}"}, "/m/a", `0: /m: {"a":1,"b":1} -> {"a":2,"b":1}`},
	{"a whole map, the key that does not", "the write did not change it", "{m: {a: 1, b: 1}}", []string{"set /m/b 2", "set /m {a: 2, b: 2}"}, "/m/b", "0: /m/b: 1 -> 2"},
	{"a whole map, a missing key", "the write left it out", "{m: {a: 1, b: 1}}", []string{"set /m {a: 1}"}, "/m/b", `0: /m: {"a":1,"b":1} -> {"a":1}`},
	{"a whole list, the element that differs", "elements of one place are compared", "{l: [1, 2]}", []string{"set /l [1, 3]"}, "/l/1", "0: /l: [1,2] -> [1,3]"},
	{"another type", "a string replaced the map", "{m: {a: 1}}", []string{"set /m x"}, "/m/a", `0: /m: {"a":1} -> "x"`},

	{"a map", "the last change in it decided it", "{m: {a: 1, b: 1}}", []string{"set /m/a 2", "set /m/b 2", "set /c 1"}, "/m", "1: /m/b: 1 -> 2"},
	{"the object", "the last change of all decided it", "{a: 1}", []string{"set /a 2", "set /b 2"}, "", "1: + /b: 2"},

	{"added in front, the new one", "it was added", "{l: [1, 2]}", []string{"add /l/0 0"}, "/l/0", "0: + /l/0: 0"},
	{"added in front, the next one", "no change wrote it, but one moved it", "{l: [1, 2]}", []string{"add /l/0 0"}, "/l/1", "0: + /l/0: 0"},
	{"moved twice", "the last change that moved it decided its index", "{l: [1]}", []string{"add /l/0 0", "add /l/0 -1"}, "/l/2", "1: + /l/0: -1"},
	{"written, then moved", "a write counts more than a move", "{l: [{a: 1}]}", []string{"set /l/0/a 2", "add /l/0 0"}, "/l/1/a", "0: /l/0/a: 1 -> 2"},
	{"moved, then written", "the pointer is that of the current index", "{l: [{a: 1}]}", []string{"add /l/0 0", "set /l/1/a 2"}, "/l/1/a", "1: /l/1/a: 1 -> 2"},
	{"moved away and back", "it is where it was", "{l: [1]}", []string{"add /l/0 0", "remove /l/0"}, "/l/0", ""},
	{"removed in front, the next one", "it moved", "{l: [1, 2, 3]}", []string{"remove /l/0"}, "/l/1", "0: - /l/0: 1"},
	{"removed in front, the end", "there is one element less", "{l: [1, 2, 3]}", []string{"remove /l/0"}, "/l/2", "0: - /l/0: 1"},
	{"the last one removed", "it was removed", "{l: [1, 2]}", []string{"remove /l/1"}, "/l/1", "0: - /l/1: 2"},
	{"an element between, a key of the old one", "the new element does not have it", "{l: [{x: 0}, {x: 1}]}", []string{"set /l/0/x 5", "add /l/1 {z: 2}"}, "/l/1/x", `1: + /l/1: {"z":2}`},
	{"an element between, moved on", "the new element does not have it, at any index", "{l: [{x: 0}, {x: 1}, {x: 2}]}", []string{"set /l/0/x 5", "add /l/1 {z: 2}", "add /l/1 {x: 1}"}, "/l/2/x", `2: + /l/1: {"x":1}`},
	{"a list in a list", "both are followed", "{l: [[1]]}", []string{"add /l/0/0 0", "add /l/0 []"}, "/l/1/0", "0: + /l/0/0: 0"},

	{"+0", "an index may be written in any way", "{l: [1, 2]}", []string{"set /l/0 3"}, "/l/+0", "0: /l/0: 1 -> 3"},
	{"-1", "it may be counted from the end", "{l: [1, 2]}", []string{"set /l/1 3"}, "/l/-1", "0: /l/1: 2 -> 3"},
	{"-", "there is nothing after the end", "{l: [1, 2]}", []string{"add /l/- 3"}, "/l/-", ""},
	{"no index", "a list has no keys", "{l: [1, 2]}", []string{"add /l/- 3"}, "/l/a", ""},
}

// TestBlame shows which change decided a value. The steps of a case are numbered from 0.
func TestBlame(t *testing.T) {
	t.Parallel()
	for _, c := range blameCases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			obj := overridetest.Object(c.object)
			obj.SetKind("Test")
			p := overridetest.Policy{Name: "p", Steps: overridetest.Do(c.steps...)}
			result, err := overridetest.Apply(t, obj, overridetest.Member1, p)
			require.NoError(t, err)
			change, found := result.Blame(overridetest.At(c.place))
			require.Equal(t, c.want != "", found, c.reason)
			if c.want == "" {
				require.Equal(t, override.Change{}, change, c.reason)
				return
			}
			require.Equal(t, p.Ref(), change.Origin.Policy)
			require.Equal(t, "rules[0].steps["+c.want[:1]+"]", change.Origin.At, c.reason)
			require.Equal(t, c.want[3:], change.String(), c.reason)
		})
	}
}

// TestBlameCopies shows that the blamed change is a copy, before and after a call of Object.
func TestBlameCopies(t *testing.T) {
	t.Parallel()
	result, err := override.Apply(overridetest.Object("{kind: Test, m: {a: [1]}}"), overridetest.Member1,
		overridetest.Policy{Name: "p", Steps: overridetest.Do("set /m {a: [2]}")}.Compile(t))
	require.NoError(t, err)
	for range 2 {
		c, found := result.Blame(overridetest.At("/m/a/0"))
		require.True(t, found)
		require.Equal(t, `/m: {"a":[1]} -> {"a":[2]}`, c.String())
		overridetest.Scribble(c.Old)
		overridetest.Scribble(c.New)
		overridetest.ScribbleOn(c.Pointer)
		_, err := result.Object()
		require.NoError(t, err)
	}
}
