package policytest

import (
	"flag"
	"os"
	"slices"
	"strconv"
	"strings"
)

// The flag -update should work without a word from those who use this package, and beside an update flag of their own. Go
// initialises their package after this one, so to define -update here, in init, would be a panic there: "flag redefined". The
// right time is between the last init and the first flag that is parsed, and the flag package offers none. So one is made:
//
//  1. This package defines -policytest.update, a name that is its own.
//  2. Where the command line has an -update, init puts -policytest.update=false in front of everything, to be parsed first.
//  3. When that is parsed all packages are initialised. Then -update is defined, unless somebody has done so.
//
// A flag of somebody's own is never touched, only read.
const (
	shortName = "update"
	longName  = "policytest.update"
	usage     = "write the want.yaml of policytest's cases anew"
)

func init() { os.Args = define(flag.CommandLine, os.Args) }

// define defines the long flag, and gives the command line with which the short one will be defined, too.
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

// updating tells whether either flag is on.
func updating(flags *flag.FlagSet) bool {
	return isOn(flags.Lookup(longName)) || isOn(flags.Lookup(shortName))
}

// flagName is the flag to tell people of: the short one, unless it is somebody's for something else.
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
