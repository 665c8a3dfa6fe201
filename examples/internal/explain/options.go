package explain

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// options holds the flags and paths of a call.
type options struct {
	cli.Input
	object  cli.Object
	cluster string
	path    *jsontree.Pointer // nil: the whole object
	format  string
	guard   override.GuardedPolicies
	paths   []string
}

const long = `Print what every override policy did to one object for one cluster, and why.

All policies form one set. With --path, only the value at this path is explained: the step that decided it, and the steps that conflict
with it.

Output:
  -o text      for people (the default)
  -o json      an override.Explanation, or with --path the object described below

Both have "***" instead of the values of Secrets, unless --show-secrets is set. With --path, -o json prints
  {"path", "was", "is", "blame", "conflicts"}
where was and is are absent if there is no value, blame is an override.Change and absent if the value did not change, and conflicts are
values of override.Conflict: at the path, above it and below it.

A fault of a policy is a warning. So is a cluster in its rules that was not read, if any cluster was read, and an input without override
policies.

` + cli.ExitStatus

// Command returns the subcommand.
func Command(env *cli.Env) *cobra.Command {
	opts := options{format: "text"}
	cmd := &cobra.Command{
		Use:   "explain --object KIND/NAMESPACE/NAME --cluster NAME [flags] PATH...",
		Short: "Print what every override policy did to one object for one cluster, and why",
		Long:  long,
		Example: `  overridekit explain --object Deployment/default/nginx --cluster member2 testdata/quickstart
  overridekit explain --object Deployment/nginx --cluster member2 --path /spec/replicas testdata/quickstart`,
		DisableFlagsInUseLine: true,
		Args: func(_ *cobra.Command, paths []string) error {
			switch {
			case opts.object.Kind == "":
				return errors.New("--object must be set, such as --object Deployment/default/nginx")
			case opts.cluster == "":
				return errors.New("--cluster must be set, such as --cluster member1")
			}
			return cli.CheckPaths(paths)
		},
		Run: func(_ *cobra.Command, paths []string) {
			opts.paths = paths
			env.Do(opts.Input, func(out io.Writer, notes *input.Notes) error { return explain(out, env, opts, notes) })
		},
	}
	flags := cmd.Flags()
	flags.Func("object", "the object `KIND/NAMESPACE/NAME`; KIND/NAME is enough without a namespace, or for a unique name", opts.object.Set)
	flags.StringVar(&opts.cluster, "cluster", "", "the cluster `NAME`; it needs a Cluster document if any is read, otherwise only its name is known")
	flags.Func("path", "only the value at the JSON `POINTER`, such as /spec/replicas", func(s string) error {
		p, err := jsontree.Parse(s)
		opts.path = &p
		return err
	})
	cli.AddGuard(cmd, &opts.guard)
	cli.AddOutput(cmd, &opts.format, "text (the default) or json", "text", "json")
	for _, name := range []string{"object", "cluster", "path"} {
		cli.Complete(cmd, name)
	}
	opts.AddTo(cmd)
	return cmd
}
