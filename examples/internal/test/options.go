package test

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// options are the command line.
type options struct {
	format      string
	run         *regexp.Regexp // nil: all cases
	update      bool
	watch       bool
	showSecrets bool
	verbose     bool
	folder      string
	paths       []string
}

const long = `Test policies by example: the input, and the outcome for every cluster, are files that people can read.

FOLDER has the cases, at any depth. All cases read the PATHs: files, folders or patterns such as 'clusters/prod-*'. A PATH must not have cases
inside. A case is a folder with case.yaml or input.yaml, which begins with a comment: the reason for the case. Its files:

  case.yaml       settings: what else it reads, objects, clusters, a matrix, a plan, assertions
  input.yaml      documents that the case adds
  replace.yaml    documents that replace those with the same name in other files
  events.yaml     events of a plan
  want.yaml       the expected outcome of every object in every cluster
  want-plan.txt, want-works.yaml
                  the expected plan
  want/           of a matrix: the same for each cell

The page https://pkg.go.dev/github.com/overridekit/overridekit/policy/policytest describes them. "go test" checks the same files with
policytest.Run.

` + input.ScriptsHelp + `
In a test, the time is always the same.

With --update, files with an expected outcome that are missing or differ are written. They have the outcome, right or wrong: review them.

Output, in the order of names:
  -o text   each case that fails, with its reason, the place and the difference, and a summary (the default)
  -o junit  JUnit XML, for GitHub, GitLab, Jenkins and others
  -o json   {"cases", "untested", "errors", "counts"}

The JSON has
  cases     [{"name", "reason", "file", "status", "failures", "written"}]: status is passed or failed
  untested  {"failures", "written"}: policies that no case tests; see untested.yaml in the page above
  errors    what is malformed: [{"file", "line", "message"}]
  counts    {"cases", "passed", "failed", "errors"}

failures are [{"file", "line", "message"}]; a line that is not known is absent. written are the files of --update: [{"file", "removed",
"changes"}].

With --watch, the command does not end. When a file is saved, it checks the cases that read it, and prints their names with the file. Ctrl-C
ends it, with the status of the last result of all cases.

Failures do not show the values of Secrets, unless --show-secrets is set. The files that --update writes have them.

The exit status is 2 if a case is malformed, if no case is found, if a file cannot be read or written, or if the command line is wrong; 1 if a
case fails or untested.yaml does not list exactly what is not tested; and 0 otherwise.`

// Command returns the subcommand.
func Command(env *cli.Env) *cobra.Command {
	opts := options{format: "text"}
	cmd := &cobra.Command{
		Use:   "test [flags] FOLDER [PATH...]",
		Short: "Check test cases of policies",
		Long:  long,
		Example: `  overridekit test tests policies clusters
  overridekit test --run images/ --watch tests policies clusters
  overridekit test -o junit tests policies clusters >junit.xml`,
		DisableFlagsInUseLine: true,
		Args:                  func(_ *cobra.Command, args []string) error { return opts.check(args) },
		Run: func(cmd *cobra.Command, _ []string) {
			env.Do(cli.Input{Verbose: opts.verbose}, func(out io.Writer, notes *input.Notes) error {
				if !opts.watch {
					return run(out, env, opts, notes)
				}
				ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
				defer stop()
				return watch(ctx, env, opts, notes)
			})
		},
	}
	cli.AddOutput(cmd, &opts.format, "text (the default), junit or json", "text", "junit", "json")
	flags := cmd.Flags()
	flags.Func("run", "check only cases whose name matches the regular expression `PATTERN`", opts.setRun)
	flags.BoolVar(&opts.update, "update", false, "write the files with expected outcomes that are missing or differ")
	flags.BoolVar(&opts.watch, "watch", false, "when a file is saved, check again the cases that read it")
	flags.BoolVar(&opts.showSecrets, "show-secrets", false, "show the values of Secrets in failures")
	flags.BoolVar(&opts.verbose, "verbose", false, "with -o text, list every case")
	if err := cmd.RegisterFlagCompletionFunc("run", completeRun); err != nil {
		panic(err) // the flag does not exist
	}
	return cmd
}

// setRun sets the pattern for names.
func (o *options) setRun(pattern string) (err error) {
	o.run, err = regexp.Compile(pattern)
	return err
}

// completeRun proposes the names of the cases, if the folder is already given.
func completeRun(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	if len(args) > 0 {
		s, _ := suite.Load(args[0], args[1:]...)
		for _, c := range s.Cases {
			names = append(names, c.Name)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// check checks the command line.
func (o *options) check(args []string) error {
	switch {
	case len(args) == 0:
		return errors.New("missing FOLDER: expected the folder with the cases")
	case slices.Contains(args, ""):
		return errors.New("found an empty path, expected a file or a folder")
	case slices.Contains(args, "-"):
		return errors.New("found -, expected a file or a folder: cases are not read from standard input")
	case o.watch && o.format != "text":
		return errors.New("--watch requires -o text")
	case o.watch && o.update:
		return errors.New("--watch does not work with --update: review what an update writes")
	}
	o.folder, o.paths = args[0], args[1:]
	return nil
}
