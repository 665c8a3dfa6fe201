package overrider_test

import (
	"testing"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
)

// TestPatch shows the effect of each operation, with and without an existing value. The tests of jsontree compare unusual pointers with
// json-patch.
func TestPatch(t *testing.T) {
	t.Parallel()
	const obj = "{m: {a: 1}, list: [x], nothing: null}"
	for _, c := range []struct {
		name, reason string
		operation    string
		want         string // empty: no change
		skips        []string
		err          string
	}{
		{"add a key", "it is set", "add /m/b 2", "{m: {a: 1, b: 2}, list: [x], nothing: null}", nil, ""},
		{"add over a key", "it is set, whether or not it was there", "add /m/a {c: 2}", "{m: {a: {c: 2}}, list: [x], nothing: null}", nil, ""},
		{"add to a list", "elements move up", "add /list/0 w", "{m: {a: 1}, list: [w, x], nothing: null}", nil, ""},
		{"add after a list", "a dash is the end", "add /list/- w", "{m: {a: 1}, list: [x, w], nothing: null}", nil, ""},
		{"add far after a list", "an index has at most the list's length", "add /list/2 w", "", nil, "add /list/2: /list has 1 elements, index 2 is out of range"},
		{"add without a parent", "parents are not created", "add /new/b 2", "", nil, `add /new/b: the document has no key "new"; add /new with the value {} before`},
		{"add below null", "null has no places", "add /nothing/b 2", "", nil, "add /nothing/b: /nothing is null, expected an object or a list"},
		{"add below a number", "a number has no places", "add /m/a/b 2", "", nil, "add /m/a/b: /m/a is the number 1, expected an object or a list"},
		{"add the same", "an equal value is not a change", "add /m/a 1.0", "", []string{"already up to date"}, ""},

		{"remove a key", "it is removed", "remove /m/a", "{m: {}, list: [x], nothing: null}", nil, ""},
		{"remove an element", "the value does not count", "remove /list/0 w", "{m: {a: 1}, list: [], nothing: null}", nil, ""},
		{"remove null", "null is a value", "remove /nothing", "{m: {a: 1}, list: [x]}", nil, ""},
		{"remove nothing", "a removed value must exist", "remove /m/b", "", nil, `remove /m/b: /m has no key "b"`},

		{"replace a key", "it is written", "replace /m/a null", "{m: {a: null}, list: [x], nothing: null}", nil, ""},
		{"replace nothing", "a replaced value must exist", "replace /m/b 2", "", nil, `replace /m/b: /m has no key "b"`},
		{"replace after a list", "a replaced value must exist", "replace /list/1 w", "", nil, "replace /list/1: /list has 1 elements, index 1 is out of range"},

		{"set a key", "it is written", "set /m/a 2", "{m: {a: 2}, list: [x], nothing: null}", nil, ""},
		{"set a missing key", "set inserts it", "set /m/b 2", "{m: {a: 1, b: 2}, list: [x], nothing: null}", nil, ""},
		{"set an element", "it is written, and nothing moves", "set /list/0 w", "{m: {a: 1}, list: [w], nothing: null}", nil, ""},
		{"set after a list", "the element must exist", "set /list/- w", "", nil, `set /list/-: /list is a list, "-" is not an index`},
		{"set without a parent", "parents are not created", "set /new/b 2", "", nil, `set /new/b: the document has no key "new"; add /new with the value {} before`},

		{"set the document", "only places in it can be set", "set  {}", "", nil, "set the document: the document cannot be set, only values inside"},

		{"a test that passes", "a test changes nothing", "test /m {a: 1}", "", []string{"the test of /m passed"}, ""},
		{"test a missing key", "it equals null", "test /m/b null", "", []string{"the test of /m/b passed"}, ""},
		{"a test that fails", "the step fails", "test /list [w]", "", nil, `test /list: /list is ["x"], expected ["w"]`},
	} {
		code, want := override.CodePath, ""
		if c.want != "" {
			want = c.want
		}
		t.Run(c.name, trial{reason: c.reason, object: obj, steps: overridetest.Do(c.operation), want: want, skips: c.skips, code: code, err: c.err}.run)
	}
}

// TestPatchValue shows that the value of a patch is never written, even when it becomes a part of an object.
func TestPatchValue(t *testing.T) {
	t.Parallel()
	t.Run("edited later", trial{
		reason: "later steps write into a copy, so that every object gets the value that the policy has",
		object: "{m: {}}", steps: overridetest.Do("set /m {deep: {list: []}}", "add /m/deep/list/- 1", "set /m/deep/b 2"),
		want: "{m: {deep: {list: [1], b: 2}}}",
	}.run)
	shared := map[string]any{"list": []any{}}
	t.Run("written twice", trial{
		reason: "each place gets its own copy",
		object: "{}", steps: append([]override.Overrider{
			overrider.Patch{Op: jsontree.Set, Pointer: overridetest.At("/a"), Value: shared},
			overrider.Patch{Op: jsontree.Set, Pointer: overridetest.At("/b"), Value: shared},
		}, overridetest.Do("add /a/list/- 1")...),
		want: "{a: {list: [1]}, b: {list: []}}",
	}.run)
}
