package webhook

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// FuzzRoundTrip makes one document of another by the patch of the two, below many levels of lists and objects.
func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte(`{"a":{"b":[1,2,3]},"":{"":1}}`), []byte(`{"a":{"b":[2]},"":{"":{"x":null}},"c":null}`), uint16(3))
	f.Add([]byte(`[1,2,[3]]`), []byte(`[[1],2,{"a/b~":3}]`), uint16(9000))
	f.Add([]byte(`"was"`), []byte(`null`), uint16(500))
	f.Fuzz(func(t *testing.T, original, revised []byte, levels uint16) {
		var was, is any
		if utiljson.Unmarshal(original, &was) != nil || utiljson.Unmarshal(revised, &is) != nil {
			return
		}
		for range levels % 9000 {
			was, is = map[string]any{"a/": []any{"same", was}}, map[string]any{"a/": []any{"same", is}}
			if levels%9000 > 4000 {
				was, is = was.(map[string]any)["a/"], is.(map[string]any)["a/"]
			}
		}
		was, is = map[string]any{"kind": was}, map[string]any{"kind": is}
		one, err := json.Marshal(was)
		require.NoError(t, err)
		two, err := json.Marshal(is)
		require.NoError(t, err)
		patch, err := diff(one, two)
		if err != nil { // both were nested deeply already
			require.ErrorContains(t, err, "max depth")
			return
		}
		if patch == nil {
			require.True(t, jsontree.Equal(was, is))
			return
		}
		made, err := apply(context.Background(), nil, patch, one)
		require.NoError(t, err, "%s", patch)
		require.NoError(t, utiljson.Unmarshal(two, &is))
		require.True(t, jsontree.Equal(is, made), "%s", patch)
		if levels < 100 {
			requireAsJSONPatch(t, string(patch), string(one))
		}
	})
}

// FuzzApply compares patches with json-patch: copies, moves, additions and removals chosen by the input's bytes.
func FuzzApply(f *testing.F) {
	f.Add([]byte("copy and move"))
	f.Add([]byte("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b"))
	paths := []string{"/m", "/m/a", "/m/a/b", "/m/a/b/0", "/m/a/b/-", "/m/a/b/-1", "/m/x~1y", "/l", "/l/0", "/l/0/n", "/l/-", "/l/2/0",
		"/l/1", "/c", "/c/a", "/c/a/b", "/null", "/null/a", "/s", "/l/9", "/m/~0"}
	f.Fuzz(func(t *testing.T, data []byte) {
		var operations []map[string]any
		for ; len(data) >= 3 && len(operations) < 12; data = data[3:] {
			o := map[string]any{"op": []string{"copy", "move", "add", "remove"}[data[0]%4], "path": paths[int(data[1])%len(paths)]}
			switch data[0] % 4 {
			case 0, 1:
				o["from"] = paths[int(data[2])%len(paths)]
			case 2:
				o["value"] = []any{data[2], []any{}, map[string]any{"a": data[2]}, nil}[data[2]%4]
			}
			operations = append(operations, o)
		}
		if operations == nil {
			return
		}
		patch, err := json.Marshal(operations)
		require.NoError(t, err)
		requireAsJSONPatch(t, string(patch), applied)
	})
}
