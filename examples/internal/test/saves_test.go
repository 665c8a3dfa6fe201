package test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTouchedLinks has links to folders in the middle of paths, and links to links.
func TestTouchedLinks(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	for _, name := range []string{"v1/p.yaml", "v2/p.yaml", "p/keep"} {
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(root, name)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(root, name), nil, 0o600))
	}
	for link, target := range map[string]string{"cur": "v1", "data": root + "/cur", "p/p.yaml": "../data/p.yaml", "loop": "loop"} {
		require.NoError(t, os.Symlink(target, filepath.Join(root, link)))
	}
	for _, tc := range []struct {
		name, moved string
		want        bool
	}{
		{"cur/p.yaml", "cur", true},
		{"cur/p.yaml", "v1", true},
		{"cur/p.yaml", "v2", false},
		{"p/p.yaml", "data", true},
		{"p/p.yaml", "cur", true},
		{"p/p.yaml", "v1/p.yaml", true},
		{"p/p.yaml", "p/keep", false},
		{"v1/p.yaml", "cur", false},
		{"loop/x", "cur", false},
		{"loop/x", "loop", true},
	} {
		s := &saves{}
		s.add(filepath.Join(root, tc.moved), true)
		require.Equal(t, tc.want, s.touched(filepath.Join(root, tc.name), places{}), "%+v", tc)
	}
	f := folders{}
	f.coverTarget(filepath.Join(root, "p/p.yaml"))
	require.Equal(t, folders{root: true, root + "/p": true, root + "/v1": true}, f)
}
