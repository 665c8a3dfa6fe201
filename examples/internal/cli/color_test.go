package cli

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPaint(t *testing.T) {
	t.Parallel()
	text := "--- a\n+++ b\n@@ -1 +1 @@\n same\n--- x\n+y\n"
	require.Equal(t, "--- a\n+++ b\n"+cyan+"@@ -1 +1 @@"+reset+"\n same\n"+red+"--- x"+reset+"\n"+green+"+y"+reset+"\n", string(Paint([]byte(text))),
		"a removed line may look like a header")
}
