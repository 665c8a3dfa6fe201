package imageparser

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestComponentString(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		component Component
		want      string
		reason    string
	}{
		{Registry, "registry", "errors have the component in lower case"},
		{Repository, "repository", "errors have the component in lower case"},
		{Tag, "tag", "errors have the component in lower case"},
		{Digest, "digest", "errors have the component in lower case"},
		{TagOrDigest, "tag or digest", "the part has both names"},
		{0, "component(0)", "the zero Component is unknown"},
		{-1, "component(-1)", "any int can be converted to a Component"},
		{6, "component(6)", "the value after the last one is unknown"},
	} {
		t.Run(tc.want, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tc.want, tc.component.String(), tc.reason)
		})
	}
}
