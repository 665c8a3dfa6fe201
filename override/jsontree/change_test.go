package jsontree_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

func parse(t testing.TB, text string) jsontree.Pointer {
	t.Helper()
	p, err := jsontree.Parse(text)
	require.NoError(t, err)
	return p
}

func TestFollow(t *testing.T) {
	t.Parallel()
	const added, removed, replaced = jsontree.Add, jsontree.Remove, jsontree.Replace
	for _, c := range []struct {
		name, reason string
		op           jsontree.Verb
		at           string
		inList       bool
		before, want string // want "gone": the value was removed or replaced
	}{
		{"elsewhere", "another branch does not move", removed, "/a/0", true, "/b/0", "/b/0"},
		{"above", "a change inside a value does not move it", replaced, "/a/b/c", false, "/a/b", "/a/b"},
		{"the list itself", "a change inside a value does not move it", removed, "/a/0", true, "/a", "/a"},
		{"the document", "it contains every change", added, "/a", false, "", ""},
		{"inside a replaced document", "nothing is left of the old document", replaced, "", false, "/a", "gone"},
		{"a replaced document", "it is another value", replaced, "", false, "", "gone"},

		{"a key removed", "it no longer exists", removed, "/a", false, "/a", "gone"},
		{"inside a key removed", "everything inside is gone, too", removed, "/a", false, "/a/b/0", "gone"},
		{"a key replaced", "it is another value", replaced, "/a", false, "/a", "gone"},
		{"inside a key replaced", "everything inside is gone, too", replaced, "/a", false, "/a/b", "gone"},
		{"a key added", "the value is new", added, "/a", false, "/a", "gone"},
		{"next to a key", "keys do not move", removed, "/a", false, "/b", "/b"},
		{"a number as a key", "keys do not move, even if they are numbers", removed, "/a/0", false, "/a/1", "/a/1"},

		{"after an insertion", "the index moves up by one", added, "/a/1", true, "/a/2/x", "/a/3/x"},
		{"at an insertion", "the old element moves up by one", added, "/a/1", true, "/a/1", "/a/2"},
		{"inside a moved element", "it moves with the element", added, "/a/1", true, "/a/1/b/0", "/a/2/b/0"},
		{"before an insertion", "it does not move", added, "/a/1", true, "/a/0", "/a/0"},
		{"ten", "indexes are compared as numbers", added, "/a/9", true, "/a/10", "/a/11"},

		{"after a removal", "the index moves down by one", removed, "/a/1", true, "/a/2/x", "/a/1/x"},
		{"at a removal", "it no longer exists", removed, "/a/1", true, "/a/1", "gone"},
		{"inside a removal", "everything inside is gone, too", removed, "/a/1", true, "/a/1/b", "gone"},
		{"before a removal", "it does not move", removed, "/a/1", true, "/a/0/x", "/a/0/x"},

		{"an element replaced", "it is another value", replaced, "/a/1", true, "/a/1", "gone"},
		{"inside an element replaced", "everything inside is gone, too", replaced, "/a/1", true, "/a/1/b", "gone"},
		{"next to a replaced element", "nothing moves", replaced, "/a/1", true, "/a/2", "/a/2"},
		{"a list in a list", "only elements of the changed list move", added, "/a/1/0", true, "/a/2/0", "/a/2/0"},
		{"inside a list in a list", "only the token at the depth of the change moves", added, "/a/1/0", true, "/a/1/3/3", "/a/1/4/3"},
		{"not an index", "a token that is not a number does not move", added, "/a/0", true, "/a/-", "/a/-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before := parse(t, c.before)
			change := jsontree.Change{Op: c.op, Pointer: parse(t, c.at), InList: c.inList}
			got, exists := change.Follow(before)
			require.Equal(t, c.want != "gone", exists, c.reason)
			if exists {
				require.Equal(t, c.want, got.String(), c.reason)
			}
			require.Equal(t, c.before, before.String(), "the argument was written")
		})
	}
}

// TestFollowFindsValues applies random edits to documents whose leaves are all different, and follows every leaf. The
// leaf must be at the pointer that Follow returns, or nowhere if Follow returns false.
func TestFollowFindsValues(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		g := &leaves{Rand: rand.New(rand.NewPCG(seed, 0))}
		before := g.document(3)
		pointers := pointersOf(before)
		tree := jsontree.New(before)
		var changes []jsontree.Change
		for range 1 + g.IntN(8) {
			if c, changed := g.edit(tree); changed {
				changes = append(changes, c)
			}
		}
		after := pointersOf(tree.Root())
		for leaf, p := range pointers {
			followed := true
			for _, c := range changes {
				if p, followed = c.Follow(p); !followed {
					break
				}
			}
			now, exists := after[leaf]
			require.Equal(t, exists, followed, "seed %d: %s, after %+v", seed, leaf, changes)
			if followed {
				require.Equal(t, now.String(), p.String(), "seed %d: %s, after %+v", seed, leaf, changes)
			}
		}
	}
}

// leaves makes documents and values with a different string in each leaf.
type leaves struct {
	*rand.Rand
	made int
}

func (g *leaves) document(depth int) any {
	switch kind := g.IntN(3); {
	case depth == 0 || depth < 3 && kind == 0:
		g.made++
		return fmt.Sprint("leaf ", g.made)
	case kind == 1:
		m := map[string]any{}
		for i := range 1 + g.IntN(3) {
			m[fmt.Sprint(i)] = g.document(depth - 1) // keys that look like indexes
		}
		return m
	}
	var l []any
	for range 1 + g.IntN(12) {
		l = append(l, g.document(depth-1))
	}
	return l
}

// edit applies a random edit.
func (g *leaves) edit(tree *jsontree.Tree) (jsontree.Change, bool) {
	all := pointersOf(tree.Root())
	if len(all) == 0 {
		return jsontree.Change{}, false
	}
	leaf := slices.Sorted(maps.Keys(all))[g.IntN(len(all))]
	p := all[leaf][:1+g.IntN(len(all[leaf]))]
	var c jsontree.Change
	var changed bool
	switch g.IntN(4) {
	case 0:
		c, changed, _ = tree.Remove(p)
	case 1:
		c, changed, _ = tree.Replace(p, g.document(1))
	case 2:
		c, changed, _ = tree.Add(p[:len(p)-1].Child("-"), g.document(1))
	case 3:
		c, changed, _ = tree.Add(p, g.document(1))
	}
	return c, changed
}

// pointersOf returns the pointer of each leaf of a document.
func pointersOf(root any) map[string]jsontree.Pointer {
	pointers := map[string]jsontree.Pointer{}
	var walk func(p jsontree.Pointer, v any)
	walk = func(p jsontree.Pointer, v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, e := range v {
				walk(p.Child(key), e)
			}
		case []any:
			for i, e := range v {
				walk(p.Index(i), e)
			}
		case string:
			pointers[v] = p
		}
	}
	walk(nil, root)
	return pointers
}
