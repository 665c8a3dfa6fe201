package plan

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
	p := &progress{out: &out, on: true, begin: time.Now()}
	p.show(1, 10)
	require.Empty(t, out.String(), "the first second has not passed")
	p.begin = p.begin.Add(-time.Minute)
	p.show(2, 10)
	p.show(3, 10)
	p.clear()
	require.Equal(t, "\r2 of 10 templates\r\x1b[K", out.String())

	out.Reset()
	p = &progress{out: &out, begin: time.Now().Add(-time.Minute)}
	p.show(2, 10)
	p.clear()
	require.Empty(t, out.String(), "a file is not a terminal")
}
