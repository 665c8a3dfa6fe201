package override

import (
	"math"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// TestConflictsMemory has two policies that write a body of 9 MB with 700,000 places, each 9,900 levels deep. A pointer for each place
// would take 110 GB.
func TestConflictsMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	const depth, places = 9_900, 700_000
	result := edited(t, map[string]any{"m": wide(depth, places, "0")}, 2, func(i int) patch {
		return patch{jsontree.Set, at("m"), wide(depth, places, strconv.Itoa(i+1))}
	})
	var conflicts []Conflict
	bytes := allocated(func() { conflicts = result.Conflicts() })
	require.Less(t, bytes, uint64(1<<30), "about 1 KB for each place, including garbage")
	runtime.GC()
	runtime.GC() // it drops the pools
	var kept, after runtime.MemStats
	runtime.ReadMemStats(&kept)
	reported := len(conflicts)
	last := conflicts[reported-1]
	conflicts = nil
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Less(t, int64(kept.HeapAlloc)-int64(after.HeapAlloc), int64(2*maxConflictBytes))
	require.Less(t, reported, 300)
	require.Equal(t, at("m"), last.Pointer, "the place of the change")
	require.Equal(t, "an object", last.Earlier.Value)
	require.Equal(t, "an object", last.Later.Value)
	require.Equal(t, "1", last.Later.Origin.Policy.Name)
	runtime.KeepAlive(result)
}

// TestConflictsLimit shows the conflicts beyond the limit: one for each overwritten step, at the place of the change.
func TestConflictsLimit(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("x", maxConflictBytes/4)
	result := edited(t, map[string]any{"m": map[string]any{"a": "", "b": "", "c": ""}}, 8, func(i int) patch {
		switch i {
		case 0, 1, 2: // of the first policy
			return patch{jsontree.Set, at("m", string(rune('a'+i))), large + strconv.Itoa(i)}
		case 3:
			return patch{jsontree.Set, at("m", "d"), int64(1)}
		case 4:
			return patch{jsontree.Set, at("m", "a"), "short"}
		case 5:
			return patch{jsontree.Set, at("m", "b"), large}
		case 6:
			return patch{jsontree.Set, at("m"), map[string]any{"a": "short", "b": large}}
		}
		return patch{jsontree.Set, at("m", "d"), int64(5)} // which only a step of its own rule removed
	})
	var got []string
	for _, c := range result.Conflicts() {
		require.LessOrEqual(t, len(c.Later.String()), 300)
		got = append(got, c.Pointer.String()+" of "+c.Earlier.Origin.At)
	}
	require.Equal(t, []string{"/m/a of step 0", "/m/b of step 1", "/m of step 2", "/m of step 3"}, got)
	conflicts := result.Conflicts()
	require.Len(t, conflicts[0].Earlier.Value, len(large)+1, "in full, within the limit")
	require.Equal(t, "an object", conflicts[2].Earlier.Value)
	require.Equal(t, "an object", conflicts[3].Later.Value)
}

// TestWeight shows that weight stops at its limit, even for a map that contains itself.
func TestWeight(t *testing.T) {
	t.Parallel()
	cyclic := map[string]any{}
	cyclic["a"], cyclic["b"] = cyclic, cyclic
	require.Greater(t, weight(cyclic, 1000), 1000)
	require.Greater(t, weight(cyclic, math.MaxInt/2), math.MaxInt/2, "it exceeds the depth limit")
	require.Equal(t, 16+3, weight("abc", 1000))
	require.Equal(t, 16+(16+3+16)+(16+1+16), weight(map[string]any{"abc": []any{}, "d": nil}, 1000))
	require.Greater(t, weight([]any{strings.Repeat("x", 100), "y"}, 50), 50)
}
