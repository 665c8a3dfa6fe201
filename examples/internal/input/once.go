package input

import (
	"errors"
	"flag"
	"fmt"
)

// ParseOnce parses a command line. A flag with a value is an error if it is given twice: the first value would be lost.
func ParseOnce(flags *flag.FlagSet, args []string) error {
	values, twice := map[*flag.Flag]flag.Value{}, ""
	flags.VisitAll(func(f *flag.Flag) {
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() {
			values[f] = f.Value
			f.Value = &once{Value: f.Value, again: func() { twice = f.Name }}
		}
	})
	err := flags.Parse(args)
	for f, value := range values { // the help looks at the type
		f.Value = value
	}
	if twice != "" {
		return fmt.Errorf("found -%s twice, expected it once", twice)
	}
	return err
}

// once is the value of a flag that is set once.
type once struct {
	flag.Value
	given bool
	again func() // is called if it is set again
}

func (o *once) Set(s string) error {
	if o.given {
		o.again()
		return errors.New("it is given twice, expected it once")
	}
	o.given = true
	return o.Value.Set(s)
}
