package input

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// Parse parses a command line as ParseOnce does, and checks it. -h prints the help and all flags to out. After any other error, Parse prints the name of
// the command, the error, and how to get help.
func Parse(flags *flag.FlagSet, args []string, out io.Writer, help string, check func() error) error {
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	err := ParseOnce(flags, args)
	if err == nil {
		err = check()
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(out, help)
		flags.SetOutput(out)
		flags.PrintDefaults()
	case err != nil:
		fmt.Fprintf(out, "%s: %v\nrun %s -h for help\n", flags.Name(), err, flags.Name())
	}
	return err
}
