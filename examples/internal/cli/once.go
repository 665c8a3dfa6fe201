package cli

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Once makes all flags of a command errors if they are given twice, except those whose help says that they may be repeated. A flag without a value may
// be given twice, but not with both values.
func Once(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !strings.HasSuffix(f.Usage, "may be repeated") {
			f.Value = &once{Value: f.Value}
		}
	})
}

// once is the value of a flag that is set once.
type once struct {
	pflag.Value
	given *string // as it was set
}

// Set sets the value, unless it was set before.
func (o *once) Set(s string) error {
	if o.given != nil && (o.Type() != "bool" || *o.given != s) {
		return errTwice
	}
	o.given = &s
	return o.Value.Set(s)
}

var errTwice = errors.New("the flag is given twice")
