package webhook_test

import (
	"fmt"
	"strings"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/stretchr/testify/require"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter/webhook"
	"github.com/overridekit/overridekit/override/jsontree"
)

func TestPatchFromRaw(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 10_001 {
		many = append(many, fmt.Sprint(i))
	}
	tests := map[string]struct{ original, revised, want string }{
		"equal":                            {`{"a":1,"b":[1.0,null]}`, `{"b":[1,null],"a":1}`, ``},
		"integers that floats cannot hold": {`{"a":9007199254740993}`, `{"a":9007199254740992}`, `[{"op":"replace","path":"/a","value":9007199254740992}]`},
		"by key, removed keys last":        {`{"a":1,"b":1}`, `{"d":2,"c":2,"b":2}`, `[{"op":"replace","path":"/b","value":2},{"op":"add","path":"/c","value":2},{"op":"add","path":"/d","value":2},{"op":"remove","path":"/a"}]`},
		"null is added and removed":        {`{"a":null,"b":1}`, `{"a":1,"b":null}`, `[{"op":"replace","path":"/a","value":1},{"op":"replace","path":"/b","value":null}]`},
		"null is added":                    {`{}`, `{"a":null}`, `[{"op":"add","path":"/a","value":null}]`},
		"a list grows":                     {`{"l":[1]}`, `{"l":[2,3,4]}`, `[{"op":"add","path":"/l/1","value":3},{"op":"add","path":"/l/2","value":4},{"op":"replace","path":"/l/0","value":2}]`},
		"a list becomes an object":         {`{"l":[1]}`, `{"l":{"0":1}}`, `[{"op":"replace","path":"/l","value":{"0":1}}]`},
		"keys that need escapes":           {`{"a/b":{"~1":1}}`, `{"a/b":{"~1":2}}`, `[{"op":"replace","path":"/a~1b/~01","value":2}]`},
		"no way through an empty key":      {`{"":{"a":{"b":1}}}`, `{"":{"a":{"b":2}}}`, `[{"op":"replace","path":"/","value":{"a":{"b":2}}}]`},
		"markup is escaped":                {`{}`, `{"<":"&"}`, `[{"op":"add","path":"/\u003c","value":"\u0026"}]`},
		"another type of document":         {`[]`, `{}`, `[{"op":"replace","path":"","value":{}}]`},
		"too many operations":              {`{"kind":"A","l":[]}`, `{"l":[` + strings.Join(many, ",") + `]}`, `[{"op":"replace","path":"","value":{"l":[` + strings.Join(many, ",") + `]}}]`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			response := webhook.PatchFromRaw([]byte(test.original), []byte(test.revised))
			require.True(t, response.Successful)
			require.Equal(t, test.want, string(response.Patch))
			require.Equal(t, test.want != "", response.PatchType != nil)
			if test.want != "" && test.original[0] == '{' {
				requirePatched(t, test.original, test.revised, response.Patch)
			}
		})
	}
	for _, pair := range [][2]string{{"{", "{}"}, {"{}", ""}, {"{}", "{} {}"}} {
		response := webhook.PatchFromRaw([]byte(pair[0]), []byte(pair[1]))
		require.False(t, response.Successful)
		require.Equal(t, int32(500), response.Status.Code)
	}
}

// requirePatched checks that json-patch makes one document of the other.
func requirePatched(t *testing.T, original, revised string, patch []byte) {
	t.Helper()
	operations, err := jsonpatch.DecodePatch(patch)
	require.NoError(t, err, "%s", patch)
	got, err := operations.Apply([]byte(original))
	require.NoError(t, err, "%s", patch)
	var want, made any
	require.NoError(t, utiljson.Unmarshal([]byte(revised), &want))
	require.NoError(t, utiljson.Unmarshal(got, &made))
	require.True(t, jsontree.Equal(want, made), "%s\nwant %s\n got %s", patch, revised, got)
}
