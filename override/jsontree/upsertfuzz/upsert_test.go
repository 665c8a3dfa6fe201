package upsertfuzz

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch"
	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// operation is an operation of a JSON patch; replace is Set.
type operation struct {
	Op    string `json:"op"`
	Path  string `json:"path"`
	Value any    `json:"value"`
}

// TestSet has a patch for each rule that FuzzSet checks.
func TestSet(t *testing.T) {
	t.Parallel()
	const doc = `{"kind":"Pod","metadata":{"name":"web","labels":{"a/b":"c","x~y":""},"":{"":"e"}},"spec":{"replicas":3,
		"containers":[{"name":"a","args":["--x",1.5,null,true]},{"name":"b"}],"nothing":null,"none":[]},"":"root"}`
	for _, c := range []struct{ name, reason, patch string }{
		{"missing key", "it is inserted, and the next one finds it", `[{"op":"replace","path":"/metadata/annotations","value":{}},{"op":"replace","path":"/metadata/annotations/a~1b","value":"c"}]`},
		{"missing parent", "parents are not inserted", `[{"op":"replace","path":"/metadata/annotations/a","value":"c"}]`},
		{"present key", "it is replaced, even by null", `[{"op":"replace","path":"/spec/replicas","value":5},{"op":"replace","path":"/spec/replicas","value":null}]`},
		{"index", "the element must exist", `[{"op":"replace","path":"/spec/containers/1","value":{}},{"op":"replace","path":"/spec/containers/2","value":{}},{"op":"replace","path":"/spec/containers/-","value":{}}]`},
		{"negative index", "it counts from the end", `[{"op":"replace","path":"/spec/containers/-1/name","value":"z"},{"op":"replace","path":"/spec/containers/-2","value":1},{"op":"replace","path":"/spec/containers/-3","value":1}]`},
		{"unusual index", "it is whatever Atoi parses", `[{"op":"replace","path":"/spec/containers/+01/name","value":"z"},{"op":"replace","path":"/spec/containers/1.0","value":1},{"op":"replace","path":"/spec/containers/","value":1}]`},
		{"empty tokens", "they are keys", `[{"op":"replace","path":"/","value":1},{"op":"replace","path":"/metadata//","value":1},{"op":"replace","path":"/metadata//x","value":1},{"op":"replace","path":"/metadata//x/","value":1}]`},
		{"the whole document", "it cannot be set", `[{"op":"replace","path":"","value":{}}]`},
		{"no slash", "it is an error", `[{"op":"replace","path":"spec/x","value":1}]`},
		{"below scalars", "null, a number and a string have no children", `[{"op":"replace","path":"/spec/nothing/x","value":1},{"op":"replace","path":"/spec/replicas/x","value":1},{"op":"replace","path":"/metadata/name/0","value":1}]`},
		{"inside a written value", "it can be edited again", `[{"op":"replace","path":"/x","value":[{"a":1}]},{"op":"replace","path":"/x/0/b","value":[]},{"op":"add","path":"/x/0/b/-","value":2},{"op":"remove","path":"/x/0/a"}]`},
		{"tests", "a present key, a missing key, and a null in a list", `[{"op":"test","path":"/spec/absent","value":null},{"op":"test","path":"/spec/replicas","value":3},{"op":"test","path":"/spec/containers/0/args","value":["--x",1.5,null,true]}]`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var ops []operation
			require.NoError(t, json.Unmarshal([]byte(c.patch), &ops))
			for i := range ops {
				ops[i].Value = decode(t, encode(t, ops[i].Value))
			}
			check(t, c.reason, decode(t, []byte(doc)).(map[string]any), ops)
		})
	}
}

// FuzzSet compares Tree with json-patch for a document and operations made from the input, most of them replace.
func FuzzSet(f *testing.F) {
	for _, seed := range []string{"", "a document", "\x05\x04\x03\x02\x01\x00\x01\x02\x03\x04\x05\x06\x07",
		strings.Repeat("\x06\x01\x04\x02", 40), strings.Repeat("\x05\x13\x02\x06\x01", 60), strings.Repeat("\x02\x07\x01\x09", 80)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		m := &maker{data}
		doc := map[string]any{}
		for range m.below(5) {
			doc[m.token()] = m.value(4)
		}
		var ops []operation
		for range 1 + m.below(8) {
			ops = append(ops, operation{[]string{"replace", "replace", "replace", "add", "remove", "test"}[m.below(6)], m.path(doc), m.value(3)})
		}
		check(t, "fuzzed", doc, ops)
	})
}

// check applies the operations one by one. For json-patch each is a patch of its own, because json-patch keeps state
// between the operations of a patch.
func check(t *testing.T, reason string, doc map[string]any, ops []operation) {
	before := encode(t, doc)
	tree, want := jsontree.New(doc), before
	var changes []jsontree.Change
	for _, op := range ops {
		change, changed, err := edit(tree, op)
		require.Equal(t, string(before), string(encode(t, doc)), "the original document was written")
		after := encode(t, tree.Root())
		if err != nil {
			require.Equal(t, string(want), string(after), "a failed edit altered the tree")
		}
		if !differs(op) {
			patched, patchErr := patch(t, want, op)
			require.Equal(t, patchErr == nil, err == nil, "%s: %+v on %s\njson-patch: %v\njsontree: %v", reason, op, want, patchErr, err)
			if err == nil {
				require.Equal(t, string(encode(t, decode(t, patched))), string(after), "%s: %+v on %s", reason, op, want)
			}
		}
		require.Equal(t, changed, string(want) != string(after), "changed is true if and only if the JSON differs: %+v on %s", op, want)
		if changed {
			changes = append(changes, change)
		}
		want = after
		if _, ok := tree.Root().(map[string]any); !ok {
			break // rule 2: json-patch cannot replace the document
		}
	}
	again := jsontree.New(doc)
	for _, c := range changes {
		_, changed, err := redo(again, c)
		require.NoError(t, err)
		require.True(t, changed)
	}
	require.Equal(t, string(want), string(encode(t, again.Root())), "the changes are the whole difference")
}

// differs reports whether one of the rules 2 to 4 of the package comment applies to the operation.
func differs(op operation) bool {
	tokens := strings.Split(op.Path, "/")
	emptyInTheMiddle := false
	for i, token := range tokens {
		emptyInTheMiddle = emptyInTheMiddle || token == "" && i > 0 && i < len(tokens)-1
	}
	return op.Op != "replace" && (op.Path == "" || emptyInTheMiddle || op.Op == "test" && strings.HasSuffix(op.Path, "/"))
}

func edit(t *jsontree.Tree, op operation) (jsontree.Change, bool, error) {
	p, err := jsontree.Parse(op.Path)
	if err != nil {
		return jsontree.Change{}, false, err
	}
	switch op.Op {
	case "replace":
		return t.Set(p, op.Value)
	case "add":
		return t.Add(p, op.Value)
	case "remove":
		return t.Remove(p)
	case "test":
		return jsontree.Change{}, false, t.Test(p, op.Value)
	}
	return jsontree.Change{}, false, fmt.Errorf("unknown operation %q", op.Op)
}

// redo applies a change again. Only Set can write below an empty token.
func redo(t *jsontree.Tree, c jsontree.Change) (jsontree.Change, bool, error) {
	switch {
	case c.Op == jsontree.Remove:
		return t.Remove(c.Pointer)
	case len(c.Pointer) == 0 || c.Op == jsontree.Add && c.InList:
		return t.Add(c.Pointer, c.New)
	}
	return t.Set(c.Pointer, c.New)
}

// patch applies json-patch. It returns an error for a panic, and for a path without a leading slash.
func patch(t *testing.T, doc []byte, op operation) (out []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("json-patch panics: %v", p)
		}
	}()
	if op.Path != "" && op.Path[0] != '/' {
		return nil, fmt.Errorf("no leading slash")
	}
	decoded, err := jsonpatch.DecodePatch(encode(t, []operation{op}))
	require.NoError(t, err)
	return decoded.Apply(doc)
}

func encode(t *testing.T, v any) []byte {
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}

// decode decodes numbers as the Kubernetes decoder does: integers that fit as int64, others as float64.
func decode(t *testing.T, text []byte) any {
	var v any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	require.NoError(t, decoder.Decode(&v), "%s", text)
	return numbers(t, v)
}

func numbers(t *testing.T, v any) any {
	switch v := v.(type) {
	case json.Number:
		if i, err := v.Int64(); err == nil {
			return i
		}
		f, err := v.Float64()
		require.NoError(t, err)
		return f
	case map[string]any:
		for key := range v {
			v[key] = numbers(t, v[key])
		}
	case []any:
		for i := range v {
			v[i] = numbers(t, v[i])
		}
	}
	return v
}
