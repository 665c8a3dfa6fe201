package diff

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCode checks text that could leave its cell.
func TestCode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a|b":         "`a\\|b`",
		`p\|@a **b**`: "<code>p&#92;&#124;&#64;a &#42;&#42;b&#42;&#42;</code>",
	} {
		require.Equal(t, want, code(text), text)
	}
}
