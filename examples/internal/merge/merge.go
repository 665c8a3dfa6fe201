// Package merge has the subcommand merge, which prints the combined result of the reports of all shards.
package merge

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
)

const long = `Print the combined result of all shards. The output, the notes, the warnings, the errors and the exit status are the same as without --shard.

The reports are what render, lint, impact and plan --rows print with --shard. They can be in any order. A REPORT is a file with one or more
reports, or "-" for standard input. There must be one report for each shard, all with the same command line and the same input.

Merge has no flags. The flags of the shards decide what is printed, including -o, --fail-on and --show-secrets. A report contains only what
its format needs, so it contains values of Secrets only if the command itself prints them. Merge does not read the documents again. Its
memory is proportional to the size of the reports.

A report is a JSON object:
  format     "overridekit-shard/1"
  shard      the index of the shard, counted from 0
  shards     the number of shards
  arguments  the command line without --shard
  input      a digest of the documents
  unused     the patterns of --exclude that left out nothing
  digest     a digest of everything else in the report; merge refuses a report that was changed
  common     the results for the whole input, the same in all reports
  own        the results of this shard; own and common are only for merge of the same version

` + cli.ExitStatus

// commands are the subcommands that have --shard.
var commands = []string{"render", "lint", "impact", "plan"}

// Command returns the subcommand. Again returns the command with all subcommands, for an environment.
func Command(env *cli.Env, again func(*cli.Env) *cobra.Command) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "merge REPORT...",
		Short: "Print the combined result of the reports of all shards",
		Long:  long,
		Example: `  overridekit lint --shard 0/2 policies clusters apps >0.json
  overridekit lint --shard 1/2 policies clusters apps >1.json
  overridekit merge 0.json 1.json
  cat *.json | overridekit merge -`,
		DisableFlagsInUseLine: true,
		Args:                  func(_ *cobra.Command, files []string) error { return check(files) },
		Run: func(_ *cobra.Command, files []string) {
			if err := run(env, again, files); err != nil {
				env.Do(cli.Input{}, func(io.Writer, *input.Notes) error { return err })
			}
		},
	}
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return fmt.Errorf("%w; merge has no flags of its own: the flags of the shards, such as -o, decide what is printed", cli.FlagError(cmd, err))
	})
	return cmd
}

// check checks the arguments.
func check(files []string) error {
	switch {
	case len(files) == 0:
		return errors.New("missing REPORT: expected the reports of all shards")
	case slices.Contains(files, ""):
		return errors.New("found an empty REPORT, expected a file or -")
	}
	if i := slices.Index(files, "-"); i >= 0 && slices.Contains(files[i+1:], "-") {
		return errors.New("found - twice, expected once: standard input can be read once")
	}
	return nil
}

// run reads the reports and runs their command line, which prints the result.
func run(env *cli.Env, again func(*cli.Env) *cobra.Command, files []string) error {
	reports, err := cli.ReadReports(files, env.In)
	if err != nil {
		return err
	}
	merged := *env
	merged.Reports = reports
	root, args := again(&merged), reports[0].Arguments
	root.SetArgs(args)
	root.SetHelpFunc(func(*cobra.Command, []string) {})
	called, _, err := root.Find(args)
	if err != nil || !slices.Contains(commands, called.Name()) {
		return reports[0].Wrap(fmt.Errorf("the arguments are %s, expected those of %s", cli.Few(args, 5), strings.Join(commands, ", ")))
	}
	if err := root.Execute(); err != nil {
		return reports[0].Wrap(fmt.Errorf("the arguments %s: %w", cli.Few(args, 5), err))
	}
	env.Status = merged.Status
	return nil
}
