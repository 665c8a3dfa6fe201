package jsontree_test

import (
	"runtime"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// elements returns a document with a list of n maps.
func elements(n int) any {
	list := make([]any, n)
	for i := range list {
		list[i] = map[string]any{"name": strconv.Itoa(i)}
	}
	return map[string]any{"list": list}
}

// TestMovedMarks inserts and removes elements before copied ones and then edits the copies.
func TestMovedMarks(t *testing.T) {
	t.Parallel()
	const n = 100
	doc := elements(n)
	tree, want := jsontree.New(doc), elements(n).(map[string]any)["list"].([]any)
	edit := func(i int, key string) {
		_, _, err := tree.Set(jsontree.Pointer{"list", strconv.Itoa(i), key}, int64(i))
		require.NoError(t, err)
		want[i].(map[string]any)[key] = int64(i)
	}
	for i := range n {
		edit(i, "first")
	}
	for i := range n {
		at := i * 7 % n
		_, _, err := tree.Remove(jsontree.Pointer{"list", strconv.Itoa(at)})
		require.NoError(t, err)
		want = slices.Delete(want, at, at+1)
		for range 1 + i%2 { // the list grows
			_, _, err = tree.Add(jsontree.Pointer{"list", strconv.Itoa(at / 2)}, map[string]any{"new": int64(i)})
			require.NoError(t, err)
			want = slices.Insert(want, at/2, any(map[string]any{"new": int64(i)}))
		}
		edit(i, "again")
		edit(n-1-i, "backwards")
	}
	require.Equal(t, want, tree.Root().(map[string]any)["list"])
	require.Equal(t, elements(n), doc, "the document is not written")
	detached, err := tree.Detach()
	require.NoError(t, err)
	require.Equal(t, map[string]any{"list": want}, detached)
}

// TestMovedMarksMemory checks that the memory for n insertions before n copied elements grows linearly.
func TestMovedMarksMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	cost := func(n int) uint64 {
		tree := jsontree.New(elements(n))
		for i := range n {
			_, _, err := tree.Set(jsontree.Pointer{"list", strconv.Itoa(i), "x"}, true)
			require.NoError(t, err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range n {
			_, _, err := tree.Add(jsontree.Pointer{"list", "0"}, true)
			require.NoError(t, err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	require.Less(t, cost(4000), 9*cost(1000), "quadratic growth would be a factor of 16")
}

// TestPlainLong has a pointer of many tokens. Plain must visit each token once.
func TestPlainLong(t *testing.T) {
	t.Parallel()
	var doc any = "x"
	var p, plain jsontree.Pointer
	for range 50_000 {
		doc = []any{"a", map[string]any{"b": doc}}
		p, plain = append(p, "-1", "b"), append(plain, "1", "b")
	}
	require.Equal(t, plain, jsontree.New(doc).Plain(p), "a lookup from the root for each token would take minutes")
}

// TestTooManyTokens checks the limit on pointers, in a map that contains itself.
func TestTooManyTokens(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{}
	cyclic["a"] = cyclic
	far := make(jsontree.Pointer, 8_000_000)
	for i := range far {
		far[i] = "a"
	}
	tree := jsontree.New(cyclic)
	for name, edit := range map[string]func(p jsontree.Pointer) error{
		"add":     func(p jsontree.Pointer) error { _, _, err := tree.Add(p, "x"); return err },
		"remove":  func(p jsontree.Pointer) error { _, _, err := tree.Remove(p); return err },
		"replace": func(p jsontree.Pointer) error { _, _, err := tree.Replace(p, "x"); return err },
		"set":     func(p jsontree.Pointer) error { _, _, err := tree.Set(p, "x"); return err },
		"test":    func(p jsontree.Pointer) error { return tree.Test(p, "x") },
	} {
		var failed *jsontree.Error
		require.ErrorAs(t, edit(far), &failed, name)
		require.Equal(t, "cannot be edited with a pointer of 8000000 tokens, expected at most 20000", failed.Reason, name)
	}
	require.NoError(t, tree.Test(far[:jsontree.MaxDepth].Child("b"), nil))
}
