package jsontree_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// TestDiff lists the changes between two documents, and carries them out.
func TestDiff(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, before, after string
		want                        []string
	}{
		{"equal", "there are no changes", `{"a":[1,{"b":null}]}`, `{"a":[1.0,{"b":null}]}`, nil},
		{"keys", "in the order of the keys, removed ones last, as deep as possible", `{"b":{"x":1},"a":1,"c":2}`, `{"b":{"y":2},"a":2,"d":3}`, []string{"replace /a", "add /b/y", "remove /b/x", "add /d", "remove /c"}},
		{"a longer list", "elements are added at the end first", `[1]`, `[2,3,4]`, []string{"add /1", "add /2", "replace /0"}},
		{"a shorter list", "elements are removed from the end first", `[1,2,3]`, `[2]`, []string{"remove /2", "remove /1", "replace /0"}},
		{"a list in a list", "elements are compared by index", `[[1,2],[3]]`, `[[1],[3,4]]`, []string{"remove /0/1", "add /1/1"}},
		{"another type", "the value is replaced", `{"a":[1],"b":{"c":1},"d":null}`, `{"a":{"0":1},"b":"x","d":false}`, []string{"replace /a", "replace /b", "replace /d"}},
		{"the whole document", "so is a document of another type", `{"a":1}`, `[]`, []string{"replace "}},
		{"an empty key", "no edit but Set reaches inside", `{"":{"a":1,"b":2}}`, `{"":{"a":1,"b":3}}`, []string{"replace /"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before, err := decode([]byte(c.before))
			require.NoError(t, err)
			after, err := decode([]byte(c.after))
			require.NoError(t, err)
			require.Equal(t, c.want, requireDiff(t, before, after), c.reason)
			for range jsontree.Diff(before, after) {
				break // which the walk must allow
			}
		})
	}
}

// TestDiffZero compares zeros of both signs, which JSON writes differently.
func TestDiffZero(t *testing.T) {
	t.Parallel()
	require.Equal(t, []string{"replace /a"}, requireDiff(t, map[string]any{"a": 0.0}, map[string]any{"a": math.Copysign(0, -1)}))
}

// requireDiff carries the changes between two documents out. Each must change something. It returns them as strings.
func requireDiff(t *testing.T, before, after any) (changes []string) {
	t.Helper()
	tree := jsontree.New(before)
	for c := range jsontree.Diff(before, after) {
		changes = append(changes, string(c.Op)+" "+c.Pointer.String())
		old, _ := tree.Get(c.Pointer)
		require.True(t, jsontree.Equal(c.Old, old), "%s: found %v, expected %v", changes[len(changes)-1], old, c.Old)
		_, changed, err := tree.Edit(c.Op, c.Pointer, c.New)
		require.NoError(t, err)
		require.True(t, changed, "%s changes nothing", changes[len(changes)-1])
	}
	require.True(t, jsontree.Equal(after, tree.Root()), "%v after %v", tree.Root(), changes)
	return changes
}

// FuzzDiff compares documents and carries the changes out.
func FuzzDiff(f *testing.F) {
	for _, seed := range [][2]string{{`{"a":[1,2,{"b":"c"}]}`, `{"a":[2,{"b":"d"}],"":{}}`}, {`[[],[1]]`, `[[1],[]]`}, {`{"":{"":1}}`, `{"":{"":2}}`}, {`null`, `[]`}} {
		f.Add([]byte(seed[0]), []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, a, b []byte) {
		before, err := decode(a)
		if err != nil {
			return
		}
		after, err := decode(b)
		if err != nil || !isDocument(before) || !isDocument(after) {
			return
		}
		requireDiff(t, before, after)
	})
}

// isDocument reports whether Replace accepts a value as a whole document.
func isDocument(v any) bool {
	switch v.(type) {
	case nil, map[string]any, []any:
		return true
	}
	return false
}
