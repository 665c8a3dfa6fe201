package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInColor(t *testing.T) {
	t.Parallel()
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer file.Close()
	require.False(t, InColor(file, ""), "a file is not a terminal")
	device, err := os.Open(os.DevNull)
	require.NoError(t, err)
	defer device.Close()
	require.True(t, InColor(device, ""), "a character device, as terminals are")
	require.False(t, InColor(device, "1"), "NO_COLOR is respected")
}
