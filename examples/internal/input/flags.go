package input

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

// Parse parses a command line and checks it. A flag with a value is an error if it is given twice. -h prints the help and all flags to out. After any other error, Parse prints the name of the command, the
// error, and how to get help.
func Parse(flags *flag.FlagSet, args []string, out io.Writer, help string, check func() error) error {
	flags.SetOutput(io.Discard)
	flags.Usage = func() {}
	err := once(flags, func() error { return flags.Parse(args) })
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

// once calls parse with flags whose second value is an error.
func once(flags *flag.FlagSet, parse func() error) error {
	values := map[*flag.Flag]flag.Value{}
	flags.VisitAll(func(f *flag.Flag) {
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() {
			values[f] = f.Value
			f.Value = &onceValue{Value: f.Value}
		}
	})
	defer func() {
		for f, value := range values { // the help looks at the type
			f.Value = value
		}
	}()
	return parse()
}

// onceValue is the value of a flag that is set once.
type onceValue struct {
	flag.Value
	given bool
}

func (v *onceValue) Set(s string) error {
	if v.given {
		return errors.New("the flag is given twice, expected it once")
	}
	v.given = true
	return v.Value.Set(s)
}
