package input

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// Parse parses a command line and checks it. -h prints the synopsis and all flags to out. After any other error, Parse prints the error and how to
// get help.
func Parse(flags *flag.FlagSet, args []string, out io.Writer, synopsis string, check func() error) error {
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	err := flags.Parse(args)
	if err == nil {
		err = check()
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprintln(out, synopsis)
		fmt.Fprintln(out, "a PATH is a file, a folder with .yaml, .yml and .json files, or - for standard input")
		flags.SetOutput(out)
		flags.PrintDefaults()
	case err != nil:
		fmt.Fprintf(out, "%v\nrun %s -h for help\n", err, flags.Name())
	}
	return err
}
