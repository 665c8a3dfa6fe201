package input

import (
	"errors"
	"flag"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, args string
		checked    error
		want       string
	}{
		{"fine", "-x -x -v 1", nil, ""},
		{"twice", "-v 1 -v 2", nil, "command: found -v twice, expected it once\nrun command -h for help\n"},
		{"help", "-h", nil, "the help\n  -v int\n    \ta value\n  -x\ta flag\n"},
		{"unknown flag", "-y", nil, "command: flag provided but not defined: -y\nrun command -h for help\n"},
		{"checked", "-x", errors.New("too few"), "command: too few\nrun command -h for help\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			flags := flag.NewFlagSet("command", flag.ContinueOnError)
			flags.Bool("x", false, "a flag")
			flags.Int("v", 0, "a value")
			var out strings.Builder
			err := Parse(flags, strings.Fields(tc.args), &out, "the help", func() error { return tc.checked })
			require.Equal(t, tc.want != "", err != nil)
			require.Equal(t, tc.want, out.String())
		})
	}
}
