package words

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCodeCell checks text that could leave its cell.
func TestCodeCell(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("`", 1<<20)
	for text, want := range map[string]string{
		"image":       "`image`",
		"a|b":         "`a\\|b`",
		"a`b``":       "``` a`b`` ```",
		`p\|@a **b**`: "<code>p&#92;&#124;&#64;a &#42;&#42;b&#42;&#42;</code>",
		long:          long + "` " + long + " `" + long,
	} {
		require.Equal(t, want, CodeCell(text))
	}
}
