package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/overridekit/overridekit/examples/internal/input"
)

// FlagError returns what to do about an error in a flag.
func FlagError(cmd *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) && errors.Is(err, errTwice) {
		name := "--" + invalid.GetFlag().Name
		if short := invalid.GetFlag().Shorthand; short != "" {
			name = "-" + short
		}
		return fmt.Errorf("found %s twice, expected it once", name)
	}
	if invalid != nil && invalid.GetFlag().Value.Type() == "bool" { // the error has the name of a function of Go
		return fmt.Errorf("--%s: found %q, expected true or false", invalid.GetFlag().Name, invalid.GetValue())
	}
	var alone *pflag.ValueRequiredError
	if errors.As(err, &alone) {
		flag, name := alone.GetFlag(), "--"+alone.GetSpecifiedName()
		if alone.GetSpecifiedShortnames() != "" {
			name = "-" + alone.GetSpecifiedName()
		}
		value, _ := pflag.UnquoteUsage(flag)
		return fmt.Errorf("found %s without a value, expected %s %s", name, name, value)
	}
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) {
		return err
	}
	if letters := unknown.GetSpecifiedShortnames(); letters != "" {
		return fmt.Errorf("found -%s, expected a flag; for a file of that name, write ./-%s%s", letters, letters, didYouMean(cmd, letters))
	}
	name := unknown.GetSpecifiedName()
	if name == "shard" {
		return errors.New("unknown flag --shard: only render, lint, impact and plan --rows have it")
	}
	return fmt.Errorf("unknown flag --%s%s", name, didYouMean(cmd, name))
}

// didYouMean proposes a flag.
func didYouMean(cmd *cobra.Command, wrong string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	if name := input.Nearest(wrong, names); name != "" {
		return ", did you mean --" + name + "?"
	}
	return ""
}

// CheckDashes returns the subcommand, and an error if an argument is one of its long flags with one dash, such as -diff. Without this check, -diff
// would mean -d -i -f -f, and -object would mean -o bject.
func CheckDashes(root *cobra.Command, args []string) (*cobra.Command, error) {
	cmd, _, err := root.Find(args)
	if err != nil {
		return root, err
	}
	cmd.InitDefaultHelpFlag()
	for _, arg := range args {
		if arg == "--" {
			break
		}
		if len(arg) < 3 || arg[0] != '-' || arg[1] == '-' {
			continue
		}
		if name, _, _ := strings.Cut(arg[1:], "="); cmd.Flags().Lookup(name) != nil {
			return cmd, fmt.Errorf("found -%s, expected --%s: flags whose name is a word have two dashes", name, name)
		}
	}
	return cmd, nil
}
