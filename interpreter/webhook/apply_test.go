package webhook

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/stretchr/testify/require"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

const applied = `{"kind":"A","m":{"a":{"b":[1,2,3]},"x/y":1,"~":2},"l":[{"n":0},{"n":1},[2]],"null":null,"s":"é"}`

// TestApply compares moves and copies with json-patch. Package jsontree has a similar test of the other operations.
func TestApply(t *testing.T) {
	t.Parallel()
	for name, patch := range map[string]string{
		"copy and write both":           `[{"op":"copy","from":"/m","path":"/c"},{"op":"add","path":"/c/a/b/0","value":7},{"op":"remove","path":"/m/a/b/2"}]`,
		"copy into itself":              `[{"op":"copy","from":"/m","path":"/m/a/m"}]`,
		"copy a null":                   `[{"op":"copy","from":"/null","path":"/c"}]`,
		"copy an element to the end":    `[{"op":"copy","from":"/l/-1","path":"/l/-"}]`,
		"copy by keys that are escaped": `[{"op":"copy","from":"/m/x~1y","path":"/m/~0"}]`,
		"copy an absent value":          `[{"op":"copy","from":"/none","path":"/c"}]`,
		"copy to an absent parent":      `[{"op":"copy","from":"/m","path":"/none/c"}]`,
		"move an element":               `[{"op":"move","from":"/l/0","path":"/l/-"},{"op":"move","from":"/l/1","path":"/l/0"}]`,
		"move and write":                `[{"op":"add","path":"/m/a/c","value":1},{"op":"move","from":"/m","path":"/n"},{"op":"add","path":"/n/a/c","value":2}]`,
		"move to the same place":        `[{"op":"move","from":"/m/a","path":"/m/a"}]`,
		"move into itself":              `[{"op":"move","from":"/m","path":"/m/a/m"}]`,
		"move a null":                   `[{"op":"move","from":"/null","path":"/c"}]`,
		"move over another":             `[{"op":"move","from":"/m","path":"/l"}]`,
		"move beyond the end":           `[{"op":"move","from":"/l/9","path":"/m"}]`,
		"move everything":               `[{"op":"move","from":"","path":"/m"}]`,
		"an index that is not a number": `[{"op":"copy","from":"/l/x","path":"/m"}]`,
		"no from":                       `[{"op":"copy","path":"/m"}]`,
		"a failure undoes everything":   `[{"op":"add","path":"/a","value":1},{"op":"test","path":"/a","value":2}]`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requireAsJSONPatch(t, patch, applied)
		})
	}
}

// requireAsJSONPatch checks that both return the same document, or an error.
func requireAsJSONPatch(t *testing.T, patch, document string) {
	t.Helper()
	var want []byte
	operations, wantErr := jsonpatch.DecodePatch([]byte(patch))
	if wantErr == nil {
		want, wantErr = operations.Apply([]byte(document))
	}
	got, err := apply(context.Background(), nil, []byte(patch), []byte(document))
	if wantErr != nil {
		require.Error(t, err, "json-patch: %v", wantErr)
		return
	}
	require.NoError(t, err)
	var wanted any
	require.NoError(t, utiljson.Unmarshal(want, &wanted))
	require.True(t, jsontree.Equal(wanted, got), "want %s\n got %v", want, got)
}

// TestApplyStops tests the limits: each operation is small, but all together would take minutes or all memory.
func TestApplyStops(t *testing.T) {
	t.Parallel()
	list := "[" + strings.Repeat("0,", 1<<18) + "0]"
	keys := make([]string, 1<<16)
	for i := range keys {
		keys[i] = fmt.Sprintf(`"%d":0`, i)
	}
	object := "{" + strings.Join(keys, ",") + "}"
	deep := strings.Repeat(`{"a":`, 9000) + "1" + strings.Repeat("}", 9000)
	repeat := func(n int, operations string) string {
		return "[" + strings.TrimSuffix(strings.Repeat(operations+",", n), ",") + "]"
	}
	tests := map[string]struct{ patch, document, want string }{
		"insertions at the beginning": {repeat(10_000, `{"op":"add","path":"/l/0","value":1}`), `{"l":` + list + `}`, "the patch moves more than 134217728 elements"},
		"removals at the beginning":   {repeat(10_000, `{"op":"remove","path":"/l/0"}`), `{"l":` + list + `}`, "the patch moves more than 134217728 elements"},
		"moves within a list":         {repeat(10_000, `{"op":"move","from":"/l/0","path":"/l/5"}`), `{"l":` + list + `}`, "the patch moves more than 134217728 elements"},
		"moves, and a key in between": {repeat(2500, `{"op":"move","from":"/a","path":"/b"},{"op":"add","path":"/b/x","value":1},{"op":"move","from":"/b","path":"/a"},{"op":"remove","path":"/a/x"}`), `{"a":` + object + `}`, "the patch moves more than 134217728 elements"},
		"copies":                      {repeat(80, `{"op":"copy","from":"/l","path":"/c"}`), `{"l":` + list + `}`, "found more than 16777216 bytes"},
		"copies that double": {repeat(40, `{"op":"copy","from":"/m","path":"/m/a"},{"op":"copy","from":"/m","path":"/m/b"}`),
			`{"m":{"s":"0123456789"}}`, "found more than 16777216 bytes"},
		"copies that nest": {repeat(10, `{"op":"copy","from":"/m","path":"/c"},{"op":"copy","from":"/c","path":"/m`+strings.Repeat("/a", 9000)+`"}`),
			`{"m":` + deep[:len(deep)-9001] + "{}" + deep[len(deep)-9000:] + `}`, "nests more than"},
		"moves that nest": {`[{"op":"add","path":"/b","value":` + deep + `},{"op":"move","from":"/a","path":"/b` + strings.Repeat("/a", 9000) + `"}]`,
			`{"a":` + deep + `}`, "nests more than"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := apply(context.Background(), nil, []byte(test.patch), []byte(test.document))
			require.ErrorContains(t, err, test.want)
		})
	}
}

// TestApplyOutOfTime ends a patch between two operations.
func TestApplyOutOfTime(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := apply(ctx, nil, []byte(`[{"op":"test","path":"/kind","value":"A"}]`), []byte(applied))
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "the patch is not finished after 0 of 1 operations")
	kind := JSONPatch
	request := &Request{Operation: interpreter.Retain, Object: []byte(applied)}
	_, err = accept(ctx, nil, request, &Response{Successful: true, Patch: []byte(`[{"op":"remove","path":"/m"}]`), PatchType: &kind})
	var failed *faulty
	require.ErrorAs(t, err, &failed)
	require.Equal(t, FaultPatch, failed.fault)
	require.ErrorIs(t, failed.err, context.Canceled)
	_, err = apply(&ending{Context: context.Background(), left: 2}, nil,
		[]byte(`[`+strings.Repeat(`{"op":"test","path":"/kind","value":"A"},`, 4)+`{"op":"remove","path":"/m"}]`), []byte(applied))
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorContains(t, err, "the patch is not finished after 2 of 5 operations")
}

// ending is a context that ends after a number of calls of Err.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left == 0 {
		return context.DeadlineExceeded
	}
	e.left--
	return nil
}

// allocated counts the bytes that a function allocates.
func allocated(t *testing.T, f func()) uint64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestDiffMemory has documents that differ in every leaf below many levels: the memory of a diff must not grow with leaves times levels.
// It does not run in parallel, because other tests allocate too.
func TestDiffMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	for levels, numbers := range map[int][]int{1: {100_000}, 900: {100_000, 200_000, 400_000}, 9000: {100_000, 1_600_000}} {
		for _, leaves := range numbers {
			document := func(leaf string) []byte {
				return []byte(strings.Repeat(`{"level":`, levels) + "[" + strings.Repeat(leaf+",", leaves) + leaf + "]" + strings.Repeat("}", levels))
			}
			was, is := document(`"was"`), document(`"is"`)
			var patch []byte
			spent := allocated(t, func() {
				var err error
				patch, err = diff(was, is)
				require.NoError(t, err)
			})
			size := len(was) + len(is)
			t.Logf("%d levels, %d bytes: %d bytes allocated, %.1f a byte", levels, size, spent, float64(spent)/float64(size))
			require.Less(t, spent, uint64(40*size+16<<20))
			require.True(t, strings.HasPrefix(string(patch), `[{"op":"replace","path":"","value":{"level":`))
		}
	}
}

// TestDiffPaths has few operations with long paths.
func TestDiffPaths(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		levels, leaves int
		whole          bool
	}{
		"short paths":       {levels: 60, leaves: 1, whole: false},
		"a long path":       {levels: 70, leaves: 1, whole: true},
		"too long in total": {levels: 60, leaves: 20, whole: true},
		"short in total":    {levels: 6, leaves: 20, whole: false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			key := strings.Repeat("k", 1000)
			document := func(leaf string) string {
				return strings.Repeat(`{"`+key+`":`, c.levels) + "[" + strings.TrimSuffix(strings.Repeat(leaf+",", c.leaves), ",") + "]" + strings.Repeat("}", c.levels)
			}
			was, is := document("0"), document("1")
			patch, err := diff([]byte(was), []byte(is))
			require.NoError(t, err)
			require.Equal(t, c.whole, strings.HasPrefix(string(patch), `[{"op":"replace","path":"","value"`))
			requireAsJSONPatch(t, string(patch), was)
		})
	}
}
