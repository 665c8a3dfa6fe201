package policytest

import (
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
)

// The flag -update must work without any setup, and together with an -update flag of the package that uses policytest. Go initializes
// that package after this one, so defining -update here, in init, would make its definition panic: "flag redefined". The flag must be
// defined after the last init and before the flags are parsed, and package flag has no hook for that. So:
//
//  1. This package defines -policytest.update.
//  2. If the command line has -update, init inserts -policytest.update=false as the first argument.
//  3. When that argument is parsed, all packages are initialized. Its Set method defines -update, unless it is already defined.
//
// Another package's -update flag is read but never set.
const (
	shortName = "update"
	longName  = "policytest.update"
	usage     = "update the golden files of policytest"
)

func init() { os.Args = define(flag.CommandLine, os.Args) }

// define defines the long flag, and returns the command line that makes it define the short one.
func define(flags *flag.FlagSet, args []string) []string {
	flags.Var(&longFlag{flags: flags}, longName, usage)
	isShort := func(arg string) bool {
		name, _, _ := strings.Cut(arg, "=")
		return name == "-"+shortName || name == "--"+shortName
	}
	if i := slices.IndexFunc(args, isShort); i <= 0 {
		return args
	}
	return slices.Concat(args[:1], []string{"-" + longName + "=false"}, args[1:])
}

// longFlag is a boolean flag that defines the short one when it is parsed.
type longFlag struct {
	flags *flag.FlagSet
	on    bool
}

// String implements [flag.Value].
func (f *longFlag) String() string { return strconv.FormatBool(f.on) }

// IsBoolFlag lets the flag be given without a value.
func (f *longFlag) IsBoolFlag() bool { return true }

// Set implements [flag.Value].
func (f *longFlag) Set(text string) (err error) {
	if f.flags.Lookup(shortName) == nil {
		f.flags.Bool(shortName, false, usage)
	}
	f.on, err = strconv.ParseBool(text)
	return err
}

// updating reports whether either flag is set.
func updating(flags *flag.FlagSet) bool {
	return isOn(flags.Lookup(longName)) || isOn(flags.Lookup(shortName))
}

// flagName returns the flag for messages: the short one, unless another package uses it for something else.
func flagName(flags *flag.FlagSet) string {
	if short := flags.Lookup(shortName); short != nil && !isBool(short) {
		return "-" + longName
	}
	return "-" + shortName
}

func isBool(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

func isOn(f *flag.Flag) bool {
	if f == nil || !isBool(f) {
		return false
	}
	on, err := strconv.ParseBool(f.Value.String())
	return err == nil && on
}
