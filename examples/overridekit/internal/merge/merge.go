// Package merge has the subcommand merge: what the reports of shards give together.
package merge

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
)

const long = `Print what the reports of all shards give together: exactly what the command prints without --shard, in the same format, with the same
notes, warnings and errors, and the same exit status.

The reports are what render, lint, impact and plan --rows print with --shard, in any order. All of them must be there, and be of the same
command line and the same input. The flags of the shards decide what is printed: a report has what its format needs, and no more. So reports
only have values of Secrets if the command itself prints them. The documents are not read again, and the memory is in proportion to the
reports.

A report is a JSON object:
  format     "overridekit-shard/1"
  shard      its number, from 0, and shards, their number
  arguments  the command line without --shard
  input      a digest of the documents
  unused     patterns of --exclude that left out nothing
  common     what is known about the whole input, the same in all reports
  own        what the shard has found; this and common are for merge of the same version

` + cli.ExitStatus

// commands are the subcommands that have --shard.
var commands = []string{"render", "lint", "impact", "plan"}

// Command returns the subcommand. Again returns the command with all subcommands, for an environment.
func Command(env *cli.Env, again func(*cli.Env) *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "merge REPORT...",
		Short: "Print what the reports of shards give together",
		Long:  long,
		Example: `  overridekit lint --shard 0/2 policies clusters apps >0.json
  overridekit lint --shard 1/2 policies clusters apps >1.json
  overridekit merge 0.json 1.json`,
		DisableFlagsInUseLine: true,
		Args: func(_ *cobra.Command, files []string) error {
			if len(files) == 0 || slices.Contains(files, "") {
				return errors.New("missing REPORT: expected the reports of all shards")
			}
			return nil
		},
		Run: func(_ *cobra.Command, files []string) {
			if err := run(env, again, files); err != nil {
				env.Do(cli.Input{}, func(io.Writer, *input.Notes) error { return err })
			}
		},
	}
}

// run reads the reports and runs their command line, which prints them.
func run(env *cli.Env, again func(*cli.Env) *cobra.Command, files []string) error {
	reports, err := cli.ReadReports(files)
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
		return fmt.Errorf("the arguments are %s, expected those of %s", cli.Few(args, 5), strings.Join(commands, ", "))
	}
	if err := root.Execute(); err != nil {
		return fmt.Errorf("the arguments %s: %w", cli.Few(args, 5), err)
	}
	env.Status = merged.Status
	return nil
}
