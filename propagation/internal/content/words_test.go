package content_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

func TestClip(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 252)
	for _, c := range []struct{ name, in, want string }{
		{"a name", "web", "web"},
		{"not printable", "a\x00b\nc\xff", "a\uFFFDb\uFFFDc\uFFFD"},
		{"longest", long + "y", long + "y"},
		{"too long", long + "yz", long + "y…"},
		{"two bytes", long + "éz", long + "é…"},
	} {
		require.Equal(t, c.want, content.Clip(c.in), c.name)
	}
	key := long + "y/" + long[:63] // the longest one
	require.Equal(t, key+"=v:NoSchedule", content.TaintText(&api.Taint{Key: key, Value: "v", Effect: api.TaintNoSchedule}))
	require.Equal(t, key+"…:NoSchedule", content.TaintText(&api.Taint{Key: key + "z", Effect: api.TaintNoSchedule}))
	require.Equal(t, "a, b\uFFFD", content.ClipList([]string{"a", "b\n"}))
	require.Equal(t, strings.Repeat("a, ", 10)+"and 2 more", content.ClipList(slices.Repeat([]string{"a"}, 12)))
	require.Equal(t, "Pod \uFFFD/web", content.ClipRef(override.Ref{Kind: "Pod", Namespace: "\n", Name: "web"}).String())
}

func TestClipError(t *testing.T) {
	t.Parallel()
	cause := errors.New(strings.Repeat("x", 2000) + "\n")
	clipped := content.ClipError(cause)
	require.EqualError(t, clipped, strings.Repeat("x", 1000)+"…")
	require.ErrorIs(t, clipped, cause)
	require.NoError(t, content.ClipError(nil))
}
