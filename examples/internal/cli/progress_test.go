package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestProgress checks that progress is printed only to terminals and only after a second, and removed at the end.
func TestProgress(t *testing.T) {
	t.Parallel()
	var out strings.Builder
	p := NewProgress(&Env{Err: &out, Progress: true}, "templates")
	p.Show(1, 10)
	require.Empty(t, out.String(), "the first second has not passed")
	p.begin = p.begin.Add(-time.Minute)
	p.Show(2, 10)
	p.Show(3, 10)
	p.Clear()
	require.Equal(t, "\r2 of 10 templates\r\x1b[K", out.String())

	out.Reset()
	p = NewProgress(&Env{Err: &out}, "templates")
	p.begin = p.begin.Add(-time.Minute)
	p.Show(2, 10)
	p.Clear()
	require.Empty(t, out.String(), "a file is not a terminal")
}
