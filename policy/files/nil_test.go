package files_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/files"
)

// TestNilBundle calls the methods of a nil bundle and of an empty one, also those of the embedded bundle.
func TestNilBundle(t *testing.T) {
	t.Parallel()
	failed := errors.New("x")
	for _, b := range []*files.Bundle{nil, {}} {
		_, found := b.Cluster("a")
		require.False(t, found)
		b.ApplyScopes(policy.Scopes{})
		require.Zero(t, b.Position(override.Ref{}, ""))
		require.Zero(t, b.Place(override.Ref{}, ""))
		require.Empty(t, b.Where(override.Ref{}, ""))
		require.Equal(t, failed, b.Placed(failed))
		with, _ := b.With(nil)
		require.NotNil(t, with)
	}
}
