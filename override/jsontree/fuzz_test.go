package jsontree_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/stretchr/testify/require"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value"`
}

// TestAgainstJSONPatch has a patch for each rule of the package comment.
func TestAgainstJSONPatch(t *testing.T) {
	const doc = `{"kind":"Deployment","metadata":{"name":"web","labels":{"a/b":"c","x~y":""},"":"e"},"spec":{"replicas":3,
		"containers":[{"name":"a","args":["--x",1.5,null,true]},{"name":"b"}],"nothing":null,"empty":{},"none":[]},"":"root"}`
	for _, c := range []struct{ reason, patch string }{
		{"escaped keys", `[{"op":"add","path":"/metadata/labels/a~1b","value":"d"},{"op":"remove","path":"/metadata/labels/x~0y"}]`},
		{"indexes count from either end", `[{"op":"add","path":"/spec/containers/0","value":{"name":"z"}},{"op":"replace","path":"/spec/containers/-1/name","value":"last"},{"op":"remove","path":"/spec/containers/+01"}]`},
		{"appending, and edits inside an added value", `[{"op":"add","path":"/spec/containers/-","value":[]},{"op":"add","path":"/spec/containers/2/-1","value":1},{"op":"add","path":"/spec/containers/2/-2","value":2},{"op":"add","path":"/spec/containers/2/-9","value":1}]`},
		{"tests", `[{"op":"test","path":"/spec/replicas","value":3},{"op":"test","path":"/spec/absent","value":null},{"op":"test","path":"/spec/containers/0/name","value":"b"},{"op":"test","path":"/spec/containers/1","value":{"name":"b"}}]`},
		{"a null inside a list", `[{"op":"test","path":"/spec/containers/0/args","value":["--x",1.5,null,true]}]`},
		{"another document", `[{"op":"replace","path":"","value":[1]},{"op":"add","path":"/1","value":{"a":null}},{"op":"replace","path":"","value":5}]`},
		{"null has no children", `[{"op":"replace","path":"","value":null},{"op":"add","path":"/-","value":1},{"op":"add","path":"","value":{"a":1}}]`},
		{"empty last tokens", `[{"op":"replace","path":"/metadata/","value":1},{"op":"remove","path":""},{"op":"test","path":"/metadata/","value":null},{"op":"replace","path":"/spec/","value":2}]`},
		{"empty tokens in the middle", `[{"op":"add","path":"/spec//x","value":1},{"op":"add","path":"//x","value":1}]`},
		{"missing and scalar parents", `[{"op":"add","path":"/spec/nothing/x","value":1},{"op":"add","path":"/spec/replicas/x","value":1},{"op":"add","path":"/spec/absent/x","value":1}]`},
		{"beyond the end", `[{"op":"remove","path":"/spec/containers/-3"},{"op":"remove","path":"/spec/containers/5"},{"op":"replace","path":"/spec/none/0","value":1},{"op":"add","path":"/spec/none/1","value":1}]`},
		{"no slash", `[{"op":"add","path":"spec/x","value":1},{"op":"copy","path":"/a","value":1}]`},
	} {
		t.Run(c.reason, func(t *testing.T) {
			var input map[string]any
			var ops []operation
			require.NoError(t, utiljson.Unmarshal([]byte(doc), &input))
			require.NoError(t, utiljson.Unmarshal([]byte(c.patch), &ops))
			check(t, input, ops)
		})
	}
}

// FuzzAgainstJSONPatch compares Tree with json-patch for a document and operations made from the input.
func FuzzAgainstJSONPatch(f *testing.F) {
	for _, seed := range []string{"", "a document", "\x05\x04\x03\x02\x01\x00\x01\x02\x03\x04\x05\x06\x07",
		strings.Repeat("\x06\x01\x04\x02", 40), strings.Repeat("\x05\x13\x02\x06\x01", 60)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		s := &source{data}
		doc := map[string]any{}
		for range s.below(5) {
			doc[s.token()] = s.value(4)
		}
		var ops []operation
		for range 1 + s.below(8) {
			ops = append(ops, operation{[]string{"add", "remove", "replace", "test"}[s.below(4)], s.path(doc), s.value(3)})
		}
		check(t, doc, ops)
	})
}

// check applies the operations one by one. For json-patch each is a patch of its own, because json-patch keeps state
// between the operations of a patch (rules 2 and 6 of the package comment).
func check(t *testing.T, doc map[string]any, ops []operation) {
	before := encode(t, doc)
	tree, want := jsontree.New(doc), before
	var changes []jsontree.Change
	for _, op := range ops {
		change, changed, err := apply(tree, op)
		patched, oracleErr := oracle(t, want, op)
		if strings.HasPrefix(op.Path, "//") {
			require.Error(t, err, "rule 2")
			continue
		}
		if op.Op == "test" && op.Path == "/" {
			continue // json-patch compares the whole document
		}
		require.Equal(t, oracleErr == nil, err == nil, "%+v on %s\njson-patch: %v\njsontree: %v", op, want, oracleErr, err)
		require.Equal(t, string(before), string(encode(t, doc)), "the input was written")
		after := encode(t, tree.Root())
		if err != nil {
			require.Equal(t, string(want), string(after), "a failed edit altered the tree")
			continue
		}
		if op.Op != "test" {
			require.Equal(t, sorted(t, patched), string(after), "%+v on %s", op, want)
		}
		require.Equal(t, changed, string(want) != string(after), "changed is true if and only if the JSON differs: %+v on %s", op, want)
		if changed {
			changes = append(changes, change)
		}
		want = after
	}
	// The changes are the whole difference: applied to a new view they give the same document.
	again := jsontree.New(doc)
	for _, c := range changes {
		_, changed, err := apply(again, operation{string(c.Op), c.Pointer.String(), c.New})
		require.NoError(t, err)
		require.True(t, changed)
	}
	require.Equal(t, string(want), string(encode(t, again.Root())))
	// Reverted from the last to the first they give the original document, and applied again the same as before.
	for range 2 {
		for _, c := range slices.Backward(changes) {
			require.NoError(t, again.Revert(c))
		}
		require.Equal(t, string(before), string(encode(t, again.Root())))
		for _, c := range changes {
			_, _, err := apply(again, operation{string(c.Op), c.Pointer.String(), c.New})
			require.NoError(t, err)
		}
		require.Equal(t, string(want), string(encode(t, again.Root())))
	}
	require.Equal(t, string(before), string(encode(t, doc)), "the input was written")
	for _, view := range []*jsontree.Tree{tree, again} {
		checkDetach(t, view, doc, changes, want)
	}
}

// checkDetach checks that Detach returns the document want, and shares nothing with doc and the changes.
func checkDetach(t *testing.T, view *jsontree.Tree, doc map[string]any, changes []jsontree.Change, want []byte) {
	before, encoded := encode(t, doc), encode(t, changes)
	detached, err := view.Detach()
	require.NoError(t, err)
	require.Equal(t, string(want), string(encode(t, detached)))
	spoil(detached)
	require.Equal(t, string(before), string(encode(t, doc)), "the original document is shared")
	require.Equal(t, string(encoded), string(encode(t, changes)), "a change is shared")
}

func sorted(t *testing.T, text []byte) string {
	v, err := decode(text)
	require.NoError(t, err)
	return string(encode(t, v))
}

func apply(t *jsontree.Tree, op operation) (jsontree.Change, bool, error) {
	p, err := jsontree.Parse(op.Path)
	if err != nil {
		return jsontree.Change{}, false, err
	}
	switch op.Op {
	case "add":
		return t.Add(p, op.Value)
	case "remove":
		return t.Remove(p)
	case "replace":
		return t.Replace(p, op.Value)
	case "test":
		return jsontree.Change{}, false, t.Test(p, op.Value)
	}
	return jsontree.Change{}, false, fmt.Errorf("unknown operation %q", op.Op)
}

// oracle applies json-patch. It returns an error for a panic, and for a path without a leading slash.
func oracle(t *testing.T, doc []byte, op operation) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("json-patch panics: %v", p)
		}
	}()
	if op.Path != "" && op.Path[0] != '/' {
		return nil, fmt.Errorf("no leading slash")
	}
	if string(doc) == "null" {
		if op.Path != "" || op.Op == "remove" || op.Op == "test" && op.Value != nil {
			return nil, fmt.Errorf("rule 5: null has no children")
		}
		if op.Op == "test" {
			return doc, nil
		}
		doc = []byte("{}")
	}
	if op.Path == "" && op.Value == nil && (op.Op == "add" || op.Op == "replace") {
		return []byte("null"), nil // rule 5: json-patch fails only when it writes the document or edits it again
	}
	patch, err := jsonpatch.DecodePatch(encode(t, []operation{op}))
	if err != nil {
		return nil, err
	}
	return patch.Apply(doc)
}

func encode(t *testing.T, v any) []byte {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}

func decode(text []byte) (v any, err error) {
	err = utiljson.Unmarshal(text, &v)
	return v, err
}
