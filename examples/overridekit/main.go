// Command overridekit shows what override policies and propagation policies do to the objects in files and folders.
//
//	overridekit render PATH...     print every object for each cluster, or what changes
//	overridekit explain PATH...    print what every override policy did to one object for one cluster, and why
//	overridekit plan PATH...       print which clusters get which objects, with how many replicas, and why
//	overridekit lint PATH...       print what is wrong, or may be wrong, with policies
//	overridekit impact BEFORE AFTER
//	                               print the effects of a change on the objects in the clusters, before you make it
//	overridekit waves BEFORE AFTER
//	                               plan the rollout of a change of override policies in waves
//	overridekit test FOLDER PATH...
//	                               check test cases of policies
//	overridekit merge REPORT...    print the combined result of the reports of all shards
//	overridekit completion SHELL   print a script with which bash, zsh, fish or PowerShell complete command lines
//
// A PATH is a file, a folder or "-" for standard input. "overridekit help COMMAND" describes the flags and output of a command.
//
// The exit status is 2 after any error; 1 if a flag such as --fail-on asks for it, or if a test fails; and 0 otherwise.
package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/explain"
	"github.com/overridekit/overridekit/examples/internal/impact"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/lint"
	"github.com/overridekit/overridekit/examples/internal/merge"
	"github.com/overridekit/overridekit/examples/internal/plan"
	"github.com/overridekit/overridekit/examples/internal/render"
	"github.com/overridekit/overridekit/examples/internal/shard"
	"github.com/overridekit/overridekit/examples/internal/test"
	"github.com/overridekit/overridekit/examples/internal/waves"
)

func main() {
	env := &cli.Env{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Color: cli.InColor(os.Stdout, os.Getenv("NO_COLOR")), Progress: cli.IsTerminal(os.Stderr),
		Now: time.Now, Index: os.Getenv("JOB_COMPLETION_INDEX"),
	}
	os.Exit(run(env, os.Args[1:]))
}

// run runs a command line and returns the exit status.
func run(env *cli.Env, args []string) int {
	out := &cli.Output{Writer: env.Out}
	env.Out, env.Err, env.Args = out, cli.CutLines(env.Err), shard.Without(args)
	root := command(env)
	root.SetArgs(append([]string{}, args...))                                     // nil would mean those of the process
	if len(args) == 0 || !strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) { // completion sets the flags twice
		for _, c := range root.Commands() {
			cli.Once(c)
		}
	}
	called, err := cli.CheckDashes(root, args)
	if err == nil {
		called, err = root.ExecuteC()
	}
	notes := &input.Notes{Out: env.Err}
	switch { // commands report their own errors, so this is one of the command line, or of its help
	case out.Err != nil && env.Status == 0:
		notes.Fail(out.Err)
		return input.Trouble
	case err != nil:
		notes.Fail(err)
		fmt.Fprintf(env.Err, "run %s --help for help\n", called.CommandPath())
		return input.Trouble
	}
	return env.Status
}

// command returns the command with its subcommands.
func command(env *cli.Env) *cobra.Command {
	root := &cobra.Command{
		Use:     "overridekit",
		Version: version(),
		Short:   "Show what override policies and propagation policies do to objects",
		Long: `Show what the override policies of Karmada and KubeAdmiral, and the propagation policies of Karmada, do to the objects in files and
folders.

A PATH is a file, a folder (every .yaml, .yml and .json file below it, sorted by path) or "-" for standard input. Policies, clusters and
objects can be in any of them, in any order.

Folders can have other files, too. Hidden files and folders, templates and values of Helm charts, files of kustomize and the patches that
they name, test cases, and documents with neither apiVersion nor kind are ignored. A document with only one of them, or one that is not
valid YAML or JSON, is an error: --exclude leaves out its file. A file that is a PATH itself is never ignored. A PATH without any document is
an error, because the program that writes it may have failed, and a file that several PATHs name is read once. A duplicate object
has a warning: render prints both objects, and for the other commands the last one counts. So has an object with neither a name nor a
generateName: an API server refuses it.

` + cli.ExitStatus,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          knownCommand,
		RunE:          showHelp,
	}
	root.SetIn(env.In)
	root.SetOut(env.Out)
	root.SetErr(env.Err)
	root.SetFlagErrorFunc(cli.FlagError)
	root.AddCommand(render.Command(env), explain.Command(env), plan.Command(env), lint.Command(env), impact.Command(env), waves.Command(env), test.Command(env), merge.Command(env, command))
	root.InitDefaultCompletionCmd("completion")
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "completion": // by default, it prints its help for a shell that it does not know
			c.Args, c.RunE = knownCommand, showHelp
		case "help": // and so does help for a command
			c.Args = func(_ *cobra.Command, args []string) error { return knownCommand(root, args) }
		}
	}
	return root
}

// version returns the version of the module, as go install has recorded it, or "(devel)".
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func showHelp(cmd *cobra.Command, _ []string) error { return cmd.Help() }

// knownCommand returns an error for an argument that is not a subcommand.
func knownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if args[0] == "version" {
		return errors.New(`unknown command "version", did you mean --version?`)
	}
	if args[0] == "simulate" {
		return errors.New(`unknown command "simulate": it is a program of its own, go run ./examples/simulate FOLDER in the repository of overridekit`)
	}
	var names []string
	for _, c := range root.Commands() {
		names = append(names, c.Name())
	}
	if slices.Contains(names, args[0]) { // of help
		return nil
	}
	return fmt.Errorf("unknown command %q, expected one of %s%s", args[0], strings.Join(names, ", "), input.DidYouMean(args[0], names))
}
