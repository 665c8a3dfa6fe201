package lint

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestArtifactOf(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ reason, file, uri string }{
		{"a path as it is", "policies/web.yaml", "policies/web.yaml"},
		{"the path is clean, as in the repository", "./policies//x/../web.yaml", "policies/web.yaml"},
		{"a space is escaped", "my policies/web.yaml", "my%20policies/web.yaml"},
		{"a percent sign and letters are escaped", "100%/ü.yaml", "100%25/%C3%BC.yaml"},
		{"a number sign would begin a fragment", "a#b?.yaml", "a%23b%3F.yaml"},
		{"a colon would end a scheme", "a:b.yaml", "./a:b.yaml"},
		{"a path outside stays outside", "../web.yaml", "../web.yaml"},
	} {
		require.Equal(t, sarifArtifact{tc.uri, "%SRCROOT%"}, artifactOf(filepath.FromSlash(tc.file)), tc.reason)
	}
	absolute, err := filepath.Abs("a b.yaml")
	require.NoError(t, err)
	got := artifactOf(absolute)
	require.Regexp(t, `^file:///.*/internal/lint/a%20b\.yaml$`, got.URI)
	require.Empty(t, got.BaseID, "an absolute URI has no base")
}

// TestStandardInput checks that standard input has no URI, and that an absolute path is clean.
func TestStandardInput(t *testing.T) {
	t.Parallel()
	at := locationsOf(&finding{File: standardInput})
	require.Len(t, at, 1)
	require.Nil(t, at[0].Physical)
	absolute, err := filepath.Abs("b.yaml")
	require.NoError(t, err)
	require.Equal(t, artifactOf(absolute), artifactOf(filepath.Dir(absolute)+"/x/..//b.yaml"))
}
