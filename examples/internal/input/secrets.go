package input

import (
	"flag"
	"strconv"

	"github.com/overridekit/overridekit/override/redact"
)

// Secrets adds the flag -show-secrets, which sets hide to [redact.Nothing].
func Secrets(flags *flag.FlagSet, hide *redact.Places) {
	flags.BoolFunc("show-secrets", "show the values of Secrets", func(s string) error {
		show, err := strconv.ParseBool(s)
		if *hide = nil; show {
			*hide = redact.Nothing
		}
		return err
	})
}
