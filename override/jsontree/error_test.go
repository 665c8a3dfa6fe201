package jsontree_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// TestErrors checks the message of each kind of failure, and its Where.
func TestErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		edit       func(tree *jsontree.Tree) error
		where, err string
	}{
		{"a missing key", func(tree *jsontree.Tree) error { return replace(tree, "/spec/replicaz", 1) }, "/spec", `replace /spec/replicaz: /spec has no key "replicaz"`},
		{"a missing key in the middle", func(tree *jsontree.Tree) error { return add(tree, "/spec/pod/x", 1) }, "/spec", `add /spec/pod/x: /spec has no key "pod"; add /spec/pod with the value {} before`},
		{"a missing key at the root", func(tree *jsontree.Tree) error { return remove(tree, "/status") }, "", `remove /status: the document has no key "status"`},
		{"below null", func(tree *jsontree.Tree) error { return add(tree, "/spec/nothing/x", 1) }, "/spec/nothing", `add /spec/nothing/x: /spec/nothing is null, expected an object or a list`},
		{"below a number", func(tree *jsontree.Tree) error { return add(tree, "/spec/replicas/x", 1) }, "/spec/replicas", `add /spec/replicas/x: /spec/replicas is the number 3, expected an object or a list`},
		{"below a string", func(tree *jsontree.Tree) error { return remove(tree, "/kind/x") }, "/kind", `remove /kind/x: /kind is the string "Deployment", expected an object or a list`},
		{"not an index", func(tree *jsontree.Tree) error { return remove(tree, "/spec/containers/name") }, "/spec/containers", `remove /spec/containers/name: /spec/containers is a list, "name" is not an index`},
		{"replace at the end", func(tree *jsontree.Tree) error { return replace(tree, "/spec/containers/-", 1) }, "/spec/containers", `replace /spec/containers/-: /spec/containers is a list, "-" is not an index`},
		{"after the end", func(tree *jsontree.Tree) error { return remove(tree, "/spec/containers/2") }, "/spec/containers", `remove /spec/containers/2: /spec/containers has 2 elements, index 2 is out of range`},
		{"before the start", func(tree *jsontree.Tree) error { return remove(tree, "/spec/containers/-3") }, "/spec/containers", `remove /spec/containers/-3: /spec/containers has 2 elements, index -3 is out of range`},
		{"far after the end", func(tree *jsontree.Tree) error { return add(tree, "/spec/containers/3", 1) }, "/spec/containers", `add /spec/containers/3: /spec/containers has 2 elements, index 3 is out of range`},
		{"an index that is too large", func(tree *jsontree.Tree) error { return add(tree, "/spec/containers/99999999999999999999", 1) }, "/spec/containers", `add /spec/containers/99999999999999999999: /spec/containers is a list, "99999999999999999999" is not an index`},
		{"not an index in the middle", func(tree *jsontree.Tree) error { return replace(tree, "/spec/containers/a/name", 1) }, "/spec/containers", `replace /spec/containers/a/name: /spec/containers is a list, "a" is not an index`},
		{"an empty token in the middle", func(tree *jsontree.Tree) error { return add(tree, "/spec//x", 1) }, "/spec", `add /spec//x: /spec has no key ""`},
		{"an empty token for a list", func(tree *jsontree.Tree) error { return remove(tree, "/spec/containers/") }, "/spec/containers", `remove /spec/containers/: /spec/containers is a list, "" is not an index`},
		{"set the document", func(tree *jsontree.Tree) error { _, _, err := tree.Set(nil, map[string]any{}); return err }, "", `set the document: the document cannot be set, only values inside`},
		{"a string as the document", func(tree *jsontree.Tree) error { return replace(tree, "", "x") }, "", `replace the document: the document cannot become the string "x", expected an object or a list`},
		{"an escape", func(tree *jsontree.Tree) error { return replace(tree, "/spec/a~1b", 1) }, "/spec", `replace /spec/a~1b: /spec has no key "a/b"`},
		{"a long key", func(tree *jsontree.Tree) error {
			return tree.Test(jsontree.Pointer{strings.Repeat("x", 200), "a"}, nil)
		}, "", `test /` + strings.Repeat("x", 200) + `/a: the document has no key "` + strings.Repeat("x", 80) + `"…`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tree := jsontree.New(load(t, web))
			err := c.edit(tree)
			require.EqualError(t, err, c.err)
			var e *jsontree.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, c.where, e.Where.String())
			require.True(t, e.Pointer.HasPrefix(e.Where), "Where is a prefix of Pointer")
			require.Equal(t, encode(t, load(t, web)), encode(t, tree.Root()), "an edit that fails alters nothing")
		})
	}
}

// TestTest checks which values Test finds equal, and its message for others.
func TestTest(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100)
	for _, c := range []struct {
		name, reason string
		at           string
		value        any
		err          string // empty: they are equal
	}{
		{"a number", "numbers are compared as an encoder writes them", "/spec/replicas", 3.0, ""},
		{"the document", "the whole document can be tested", "", load(t, web), ""},
		{"a missing key", "it equals null", "/spec/absent", nil, ""},
		{"null", "it equals null", "/spec/nothing", nil, ""},
		{"an empty token", "it names nothing, which equals null", "/spec/", nil, ""},
		{"an empty token for a list", "it names nothing, which equals null", "/spec/containers/", nil, ""},
		{"another type", "a number is not a string", "/spec/replicas", "3", `test /spec/replicas: /spec/replicas is 3, expected "3"`},
		{"a missing key and a number", "a missing key equals null only", "/spec/absent", int64(3), `test /spec/absent: /spec/absent is null, expected 3`},
		{"null in a list", "it equals nothing", "/spec/containers/1", []any{nil}, `test /spec/containers/1: /spec/containers/1 is {"name":"b"}, expected [null]`},
		{"a long value", "the message shortens it", "/kind", long, `test /kind: /kind is "Deployment", expected "` + long[:79] + `…`},
		{"not JSON", "the message has the type", "/kind", func() {}, `test /kind: /kind is "Deployment", expected a Go func()`},
		{"a missing parent", "the parent must exist", "/absent/x", nil, `test /absent/x: the document has no key "absent"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			err := jsontree.New(load(t, web)).Test(parse(t, c.at), c.value)
			if c.err == "" {
				require.NoError(t, err, c.reason)
				return
			}
			require.EqualError(t, err, c.err, c.reason)
		})
	}
}

func TestDescribe(t *testing.T) {
	t.Parallel()
	for want, v := range map[string]any{
		"null": nil, `the string "x"`: "x", "the boolean true": true, "the number 5": int64(5), "the number 1.5": 1.5, "the number 1e+21": 1e21,
		"a list": []any{}, "an object": map[string]any{}, "a Go int": 5, "a Go []string": []string{},
		`the string "` + strings.Repeat("é", 40) + `"…`: strings.Repeat("é", 50),
	} {
		require.Equal(t, want, jsontree.Describe(v))
	}
}

// TestHints checks what the message proposes for a missing key in the middle of a pointer.
func TestHints(t *testing.T) {
	t.Parallel()
	const host = "nginx.ingress.kubernetes.io"
	long := strings.Repeat("x", 200)
	for _, c := range []struct {
		name, pointer, want string
		verb                jsontree.Verb
	}{
		{"a slash in a key that is there", "/annotations/" + host + "/rewrite", "; a slash in a key is written ~1, did you mean /annotations/" + host + "~1rewrite?", jsontree.Replace},
		{"a slash without a dot", "/annotations/app/name", "; a slash in a key is written ~1, did you mean /annotations/app~1name?", jsontree.Remove},
		{"two slashes", "/annotations/a/b/c", "; a slash in a key is written ~1, did you mean /annotations/a~1b~1c?", jsontree.Test},
		{"a tilde in the key", "/annotations/x.io/a~0b", "; a slash in a key is written ~1, did you mean /annotations/x.io~1a~0b?", jsontree.Add},
		{"a key with a dot that is to be added", "/annotations/example.com/new", "; a slash in a key is written ~1, did you mean /annotations/example.com~1new?", jsontree.Add},
		{"a missing parent", "/labels/app", "; add /labels with the value {} before", jsontree.Add},
		{"two missing parents: the outer one first", "/spec/template/metadata", "; add /spec with the value {} before", jsontree.Set},
		{"a missing list", "/tolerations/-", "; add /tolerations with the value [] before", jsontree.Add},
		{"a missing list, with an index", "/tolerations/0", "; add /tolerations with the value [] before", jsontree.Add},
		{"an index that a new list does not have", "/tolerations/1", "", jsontree.Add},
		{"a number as a key", "/data/0", "; add /data with the value {} before", jsontree.Add},
		{"a key in a map of strings", "/nodeSelector/-", "; add /nodeSelector with the value {} before", jsontree.Set},
		{"the status, which is not for edits", "/status/phase", "", jsontree.Add},
		{"a field with this name elsewhere", "/spec/status/phase", "; add /spec with the value {} before", jsontree.Add},
		{"nothing can be replaced in a missing parent", "/labels/app", "", jsontree.Replace},
		{"nothing can be removed from one", "/labels/app", "", jsontree.Remove},
		{"a long pointer", "/labels/" + long, "", jsontree.Add},
	} {
		tree := jsontree.New(map[string]any{"annotations": map[string]any{host + "/rewrite": "/", "app/name": "web", "a/b/c": "d"}})
		p, err := jsontree.Parse(c.pointer)
		require.NoError(t, err)
		_, _, err = tree.Edit(c.verb, p, "v")
		require.Error(t, err, c.name)
		_, hint, _ := strings.Cut(err.Error(), ";")
		require.Equal(t, strings.TrimPrefix(c.want, ";"), hint, "%s: %v", c.name, err)
	}
}

// TestLongPointers has pointers whose text does not fit into an error. All errors are short, and have one line.
func TestLongPointers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		pointer      jsontree.Pointer
		at           string
	}{
		{"just short enough", "all of it is there", jsontree.Pointer{strings.Repeat("k", 999)}, "/" + strings.Repeat("k", 999)},
		{"a byte too long", "the end is cut", jsontree.Pointer{strings.Repeat("k", 1000)}, "/" + strings.Repeat("k", 999) + "…"},
		{"many tokens", "the depth of an object has a limit, and the error another", slices.Repeat(jsontree.Pointer{"k"}, 20_000), strings.Repeat("/k", 500) + "…"},
		{"empty tokens", "each of them has a slash", make(jsontree.Pointer, 1001), strings.Repeat("/", 1000) + "…"},
		{"tokens that share a long string", "the text would have 20 GiB", slices.Repeat(jsontree.Pointer{strings.Repeat("k", 1<<20)}, 20_000), "/" + strings.Repeat("k", 999) + "…"},
		{"line breaks", "a key must not begin a line or control the terminal", jsontree.Pointer{"a\nb", "\x1b[31m"}, "/a\ufffdb/\ufffd[31m"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.EqualError(t, &jsontree.Error{Where: c.pointer, Reason: "is NaN"}, c.at+" is NaN", c.reason)
			require.EqualError(t, &jsontree.Error{Op: jsontree.Add, Pointer: c.pointer, Reason: "is NaN"}, "add "+c.at+": the document is NaN", c.reason)
			require.EqualError(t, jsontree.NotA(c.pointer, nil, false, "a list"), c.at+" is missing, expected a list", c.reason)
		})
	}
}
