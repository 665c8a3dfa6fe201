package jsontree_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// web is a document with sorted keys, as encode writes them.
const web = `{"kind":"Deployment","spec":{"containers":[{"args":["x"],"name":"a"},{"name":"b"}],"nothing":null,"replicas":3}}`

// load decodes text.
func load(t testing.TB, text string) any {
	t.Helper()
	v, err := decode([]byte(text))
	require.NoError(t, err)
	return v
}

func TestGet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		at, want     string // want "": not found
	}{
		{"the document", "the empty pointer is the whole document", "", web},
		{"a key", "a value of a map", "/spec/replicas", "3"},
		{"an element", "an index counts from 0", "/spec/containers/1/name", `"b"`},
		{"null", "null is a value", "/spec/nothing", "null"},
		{"a missing key", "it is not found", "/spec/absent", ""},
		{"below null", "null has no children", "/spec/nothing/x", ""},
		{"below a number", "a number has no children", "/spec/replicas/0", ""},
		{"after the end", "it is not found", "/spec/containers/2", ""},
		{"from the end", "only edits allow negative indexes", "/spec/containers/-1", ""},
		{"the dash", "only Add appends", "/spec/containers/-", ""},
		{"not an index", "a list has no keys", "/spec/containers/a", ""},
		{"the empty key", "it is an ordinary key", "/", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			v, found := jsontree.Get(load(t, web), parse(t, c.at))
			require.Equal(t, c.want != "", found, c.reason)
			if found {
				require.Equal(t, c.want, string(encode(t, v)), c.reason)
			}
			w, foundInTree := jsontree.New(load(t, web)).Get(parse(t, c.at))
			require.Equal(t, []any{v, found}, []any{w, foundInTree}, "a view reads like a document")
		})
	}
}

func TestZeroTree(t *testing.T) {
	t.Parallel()
	var tree jsontree.Tree
	require.Nil(t, tree.Root(), "the zero value views null")
	_, changed, err := tree.Add(nil, map[string]any{"a": "b"})
	require.NoError(t, err)
	require.True(t, changed)
	require.Equal(t, `{"a":"b"}`, string(encode(t, tree.Root())))
}

func TestNilMap(t *testing.T) {
	t.Parallel()
	tree := jsontree.New(map[string]any(nil))
	require.NoError(t, add(tree, "/a", "b"), "a nil map is an empty map")
	require.Equal(t, `{"a":"b"}`, string(encode(t, tree.Root())))
}

// TestSet checks the verb that json-patch does not have.
func TestSet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, at, want string }{
		{"a key", "it is written", "/a", `{"":{"b":"x"},"a":"new","list":["x"]}`},
		{"a missing key", "it is inserted", "/c", `{"":{"b":"x"},"a":"x","c":"new","list":["x"]}`},
		{"an element", "it is written, and other elements do not move", "/list/-1", `{"":{"b":"x"},"a":"x","list":["new"]}`},
		{"the empty key", "it is an ordinary key", "/", `{"":"new","a":"x","list":["x"]}`},
		{"below the empty key", "it is an ordinary key in the middle, too", "//b", `{"":{"b":"new"},"a":"x","list":["x"]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			tree := jsontree.New(load(t, `{"":{"b":"x"},"a":"x","list":["x"]}`))
			_, changed, err := tree.Set(parse(t, c.at), "new")
			require.NoError(t, err, c.reason)
			require.True(t, changed)
			require.Equal(t, c.want, string(encode(t, tree.Root())), c.reason)
			_, changed, err = tree.Set(parse(t, c.at), "new")
			require.NoError(t, err)
			require.False(t, changed, "the second Set is not a change")
		})
	}
}

// TestViewWritesNothing checks that the document is not written, and that values without edits are shared with it.
func TestViewWritesNothing(t *testing.T) {
	t.Parallel()
	doc := load(t, web)
	tree := jsontree.New(doc)
	for _, at := range []string{"/spec/containers/0/args/-", "/spec/containers/0/args/-", "/spec/containers/-", "/spec/labels"} {
		_, changed, err := tree.Add(parse(t, at), map[string]any{})
		require.NoError(t, err)
		require.True(t, changed)
	}
	require.Equal(t, web, string(encode(t, doc)), "the document is not written")
	b := parse(t, "/spec/containers/1")
	before, _ := jsontree.Get(doc, b)
	after, _ := tree.Get(b)
	before.(map[string]any)["name"] = "shared"
	require.Equal(t, "shared", after.(map[string]any)["name"], "a value without edits is shared with the document")
}

// TestValuesAreNotWritten checks that later edits copy the value of an edit before they write to it.
func TestValuesAreNotWritten(t *testing.T) {
	t.Parallel()
	value := load(t, `{"list":[1,{"x":[]}]}`)
	tree := jsontree.New(load(t, `{}`))
	first, _, err := tree.Add(parse(t, "/a"), value)
	require.NoError(t, err)
	for _, at := range []string{"/a/list/1/x/-", "/a/list/0", "/a/b"} {
		_, _, err = tree.Add(parse(t, at), "new")
		require.NoError(t, err)
	}
	require.Equal(t, `{"list":[1,{"x":[]}]}`, string(encode(t, value)), "the value is not written")
	require.Equal(t, `{"list":[1,{"x":[]}]}`, string(encode(t, first.New)), "the value of the change is not written")
	last, _, err := tree.Remove(parse(t, "/a"))
	require.NoError(t, err)
	want := `{"b":"new","list":["new",1,{"x":["new"]}]}`
	require.Equal(t, want, string(encode(t, last.Old)))
	_, _, err = tree.Add(parse(t, "/a"), last.Old)
	require.NoError(t, err)
	_, _, err = tree.Add(parse(t, "/a/list/-"), "more")
	require.NoError(t, err)
	require.Equal(t, want, string(encode(t, last.Old)), "a removed value is not written after it was added again")
}

// TestMarksMoveWithElements checks that a view writes only to its own copies when the elements of lists move, and neither
// to the document nor to the values of edits and changes.
func TestMarksMoveWithElements(t *testing.T) {
	t.Parallel()
	const text = `{"list":[{"n":0},{"n":1},{"n":2}]}`
	for _, c := range []struct{ name, edits, want string }{
		{"an insertion before", "r/1/n a/0 r/2/n r/1/n r/3/n", `{"list":[{"n":"new"},{"n":"3"},{"n":"2"},{"n":"4"}]}`},
		{"an insertion at", "r/1/n a/1 r/1/n r/2/n", `{"list":[{"n":0},{"n":"2"},{"n":"3"},{"n":2}]}`},
		{"an insertion after", "r/1/n a/2 r/1/n r/2/n", `{"list":[{"n":0},{"n":"2"},{"n":"3"},{"n":2}]}`},
		{"a removal before", "r/1/n d/0 r/0/n r/1/n", `{"list":[{"n":"2"},{"n":"3"}]}`},
		{"a removal at", "r/1/n d/1 r/1/n r/0/n", `{"list":[{"n":"3"},{"n":"2"}]}`},
		{"a removal after", "r/0/n d/1 r/0/n r/1/n", `{"list":[{"n":"2"},{"n":"3"}]}`},
		{"an element replaced", "r/1/n r/1 r/1/n", `{"list":[{"n":0},{"n":"2"},{"n":2}]}`},
		{"all copied, then moved", "r/0/n r/1/n r/2/n d/1 a/0 a/2 r/0/n r/1/n r/2/n r/3/n", `{"list":[{"n":"6"},{"n":"7"},{"n":"8"},{"n":"9"}]}`},
		{"all copied, then replaced", "r/0/n r/1/n r/2/n r/0 r/2 r/0/n r/1/n r/2/n", `{"list":[{"n":"5"},{"n":"6"},{"n":"7"}]}`},
		{"marked, unmarked, marked", "r/0/n r/1/n d/0 d/0 a/0 r/0/n r/1/n a/0 r/0/n r/1/n r/2/n", `{"list":[{"n":"8"},{"n":"9"},{"n":"10"}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			doc := load(t, text)
			tree := jsontree.New(doc)
			var values []any // of the changes, with their JSON at that time
			var texts []string
			for i, edit := range strings.Fields(c.edits) {
				place := at("/list" + edit[1:])
				var v any = fmt.Sprint(i)
				if len(place) == 2 {
					v = map[string]any{"n": "new"}
				}
				var change jsontree.Change
				var err error
				switch edit[0] {
				case 'a':
					change, _, err = tree.Add(place, v)
				case 'd':
					change, _, err = tree.Remove(place)
				case 'r':
					change, _, err = tree.Replace(place, v)
				}
				require.NoError(t, err, edit)
				values = append(values, change.Old, change.New)
				texts = append(texts, string(encode(t, change.Old)), string(encode(t, change.New)))
			}
			require.Equal(t, c.want, string(encode(t, tree.Root())))
			require.Equal(t, text, string(encode(t, doc)), "the document was written")
			for i := range values {
				require.Equal(t, texts[i], string(encode(t, values[i])), "a value of edit %d was written", i/2)
			}
		})
	}
}

// TestManyMarks does the same with more marks than a linked list holds.
func TestManyMarks(t *testing.T) {
	t.Parallel()
	list := make([]any, 20)
	for i := range list {
		list[i] = map[string]any{"n": "given"}
	}
	doc := map[string]any{"list": list}
	given := encode(t, doc)
	tree := jsontree.New(doc)
	for i := 0; i < 20; i += 2 {
		require.NoError(t, replace(tree, fmt.Sprintf("/list/%d/n", i), "even"))
	}
	first, brought := map[string]any{"n": "first"}, map[string]any{"n": "brought"}
	require.NoError(t, add(tree, "/list/0", first))
	taken, _, err := tree.Remove(at("/list/19")) // index 18 before the insertion
	require.NoError(t, err)
	require.NoError(t, add(tree, "/list/19", brought))
	want := make([]any, 21)
	for i := range want {
		want[i] = map[string]any{"n": fmt.Sprint(i)}
		require.NoError(t, replace(tree, fmt.Sprintf("/list/%d/n", i), fmt.Sprint(i)))
	}
	require.Equal(t, map[string]any{"list": want}, tree.Root())
	require.Equal(t, string(given), string(encode(t, doc)), "the document was written")
	require.Equal(t, []any{"first", "even", "brought"}, []any{first["n"], taken.Old.(map[string]any)["n"], brought["n"]}, "a value of an edit was written")
}

func at(text string) jsontree.Pointer { p, _ := jsontree.Parse(text); return p }

func add(tree *jsontree.Tree, place string, v any) error {
	_, _, err := tree.Add(at(place), v)
	return err
}

func remove(tree *jsontree.Tree, place string) error { _, _, err := tree.Remove(at(place)); return err }

func replace(tree *jsontree.Tree, place string, v any) error {
	_, _, err := tree.Replace(at(place), v)
	return err
}

func TestPlain(t *testing.T) {
	t.Parallel()
	tree := jsontree.New(map[string]any{"list": []any{map[string]any{"01": []any{int64(1)}}}})
	for given, want := range map[string]string{
		"/list/+0/01/00": "/list/0/01/0", // 01 is a key, not an index
		"/list/0":        "/list/0",
		"/list/-1/01/-1": "/list/0/01/0", // from the end
		"/list/-2":       "/list/-2",
		"/list/x/01":     "/list/x/01",
		"/none/01":       "/none/01",
		"":               "",
		"/list/+7/+1":    "/list/7/+1", // after the end of the list
		"/list/+0/x/+0":  "/list/0/x/+0",
	} {
		p, err := jsontree.Parse(given)
		require.NoError(t, err)
		require.Equal(t, want, tree.Plain(p).String())
		require.Equal(t, given, p.String(), "the argument was written")
	}
}
