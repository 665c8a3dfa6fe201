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
		name, arg string
		checked   error
		want      string
	}{
		{"fine", "-x", nil, ""},
		{"help", "-h", nil, "the help\n  -x\ta flag\n"},
		{"unknown flag", "-y", nil, "command: flag provided but not defined: -y\nrun command -h for help\n"},
		{"checked", "-x", errors.New("too few"), "command: too few\nrun command -h for help\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			flags := flag.NewFlagSet("command", flag.ContinueOnError)
			flags.Bool("x", false, "a flag")
			var out strings.Builder
			err := Parse(flags, []string{tc.arg}, &out, "the help", func() error { return tc.checked })
			require.Equal(t, tc.want != "", err != nil)
			require.Equal(t, tc.want, out.String())
		})
	}
}
