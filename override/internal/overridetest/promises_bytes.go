package overridetest

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// RequireBytes checks promise 9 for several results of one selection: without the encoding of the object, with it, and with the kept
// text; before and after Object.
func RequireBytes(t testing.TB, s override.Selection, cluster selector.Cluster) {
	t.Helper()
	for i := range 4 {
		result, err := s.Apply(cluster)
		require.NoError(t, err)
		if i == 3 {
			_, _ = result.Object() // its copy has the maps that the engine has copied
		}
		first, firstErr := result.AppendJSON([]byte("before "))
		object, wantErr := result.Object()
		second, secondErr := result.AppendJSON([]byte("before "))
		third, thirdErr := result.AppendJSON(nil)
		want := "before "
		if wantErr == nil {
			text, err := json.Marshal(object.Object)
			require.NoError(t, err)
			want += string(text)
		}
		require.Equal(t, want, string(first), "promise 9")
		require.Equal(t, want, string(second), "promise 9: another text the second time")
		require.Equal(t, want[len("before "):], string(third), "promise 9: another text the third time")
		for _, err := range []error{firstErr, secondErr, thirdErr} {
			require.Equal(t, wantErr, err, "promise 9")
		}
		RequirePatchBytes(t, result)
	}
}

// RequirePatchBytes checks promise 9 for the patch.
func RequirePatchBytes(t testing.TB, result *override.Result) {
	t.Helper()
	want, wantErr := result.JSONPatch()
	patch, err := result.AppendJSONPatch([]byte("before "))
	require.Equal(t, wantErr, err, "promise 9")
	require.Equal(t, "before "+string(want), string(patch), "promise 9")
}
