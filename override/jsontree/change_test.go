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
		place, want  string // want "gone": another value is there, or none
	}{
		{"elsewhere", "a place in another branch stays", removed, "/a/0", true, "/b/0", "/b/0"},
		{"above", "a place above stays, whatever happens inside", replaced, "/a/b/c", false, "/a/b", "/a/b"},
		{"the list itself", "a place above stays, whatever happens inside", removed, "/a/0", true, "/a", "/a"},
		{"the document", "it is above everything", added, "/a", false, "", ""},
		{"the document replaced", "nothing is outside of it", replaced, "", false, "/a", "gone"},
		{"the document by itself", "another document is another value", replaced, "", false, "", "gone"},

		{"a key removed", "it is gone", removed, "/a", false, "/a", "gone"},
		{"inside a key removed", "all inside goes with it", removed, "/a", false, "/a/b/0", "gone"},
		{"a key replaced", "another value is there", replaced, "/a", false, "/a", "gone"},
		{"inside a key replaced", "all inside goes with it", replaced, "/a", false, "/a/b", "gone"},
		{"a key added", "there was nothing before", added, "/a", false, "/a", "gone"},
		{"beside a key", "keys do not shift", removed, "/a", false, "/b", "/b"},
		{"a number as a key", "the keys of a map do not shift, whatever they look like", removed, "/a/0", false, "/a/1", "/a/1"},

		{"behind an insertion", "the index goes up by one", added, "/a/1", true, "/a/2/x", "/a/3/x"},
		{"at an insertion", "what was there moves up", added, "/a/1", true, "/a/1", "/a/2"},
		{"inside what an insertion moves", "it moves along", added, "/a/1", true, "/a/1/b/0", "/a/2/b/0"},
		{"before an insertion", "it stays", added, "/a/1", true, "/a/0", "/a/0"},
		{"ten", "an index is a number, not a text", added, "/a/9", true, "/a/10", "/a/11"},

		{"behind a removal", "the index goes down by one", removed, "/a/1", true, "/a/2/x", "/a/1/x"},
		{"at a removal", "it is gone", removed, "/a/1", true, "/a/1", "gone"},
		{"inside a removal", "all inside goes with it", removed, "/a/1", true, "/a/1/b", "gone"},
		{"before a removal", "it stays", removed, "/a/1", true, "/a/0/x", "/a/0/x"},

		{"an element replaced", "another value is there", replaced, "/a/1", true, "/a/1", "gone"},
		{"inside an element replaced", "all inside goes with it", replaced, "/a/1", true, "/a/1/b", "gone"},
		{"beside an element replaced", "nothing moves", replaced, "/a/1", true, "/a/2", "/a/2"},
		{"a list in a list", "only the list of the change moves", added, "/a/1/0", true, "/a/2/0", "/a/2/0"},
		{"in a list in a list", "only the token at the change's depth moves", added, "/a/1/0", true, "/a/1/3/3", "/a/1/4/3"},
		{"no index", "what is no index is not shifted", added, "/a/0", true, "/a/-", "/a/-"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			place := parse(t, c.place)
			change := jsontree.Change{Op: c.op, Pointer: parse(t, c.at), InList: c.inList}
			got, stays := change.Follow(place)
			require.Equal(t, c.want != "gone", stays, c.reason)
			if stays {
				require.Equal(t, c.want, got.String(), c.reason)
			}
			require.Equal(t, c.place, place.String(), "the place given is not written")
		})
	}
}

// TestFollowFindsValues carries random edits out on documents whose leaves are all different, and follows every leaf: it is
// where Follow says, and it is nowhere if Follow says that it is gone.
func TestFollowFindsValues(t *testing.T) {
	t.Parallel()
	for seed := range uint64(300) {
		g := &leaves{Rand: rand.New(rand.NewPCG(seed, 0))}
		before := g.document(3)
		places := placesOf(before)
		tree := jsontree.New(before)
		var changes []jsontree.Change
		for range 1 + g.IntN(8) {
			if c, changed := g.edit(tree); changed {
				changes = append(changes, c)
			}
		}
		after := placesOf(tree.Root())
		for leaf, p := range places {
			stays := true
			for _, c := range changes {
				if p, stays = c.Follow(p); !stays {
					break
				}
			}
			now, exists := after[leaf]
			require.Equal(t, exists, stays, "seed %d: %s, after %+v", seed, leaf, changes)
			if stays {
				require.Equal(t, now.String(), p.String(), "seed %d: %s, after %+v", seed, leaf, changes)
			}
		}
	}
}

// leaves makes documents and values of texts, no two of which are alike.
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

// edit does something somewhere.
func (g *leaves) edit(tree *jsontree.Tree) (jsontree.Change, bool) {
	all := placesOf(tree.Root())
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

// placesOf is where the leaves of a document are.
func placesOf(root any) map[string]jsontree.Pointer {
	places := map[string]jsontree.Pointer{}
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
			places[v] = p
		}
	}
	walk(nil, root)
	return places
}
