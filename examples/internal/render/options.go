package render

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/shard"
	"github.com/overridekit/overridekit/override"
)

// options holds the flags and paths of a call.
type options struct {
	cli.Input
	format   string
	blame    bool
	strict   bool
	clusters []string     // empty: every Cluster document
	objects  []cli.Object // empty: all
	guard    override.GuardedPolicies
	shard    shard.Shard
	paths    []string
}

const long = `Print objects as override policies change them for each cluster.

All policies form one set. Each object is printed for each cluster, both in input order, or the clusters in the order of --cluster. If no
Cluster document is read, only the names of the clusters are known. Propagation policies, bindings and Works are read but not printed,
because clusters do not get them (see the command plan). The scripts of a ResourceInterpreterCustomization do not run, because override policies
need none, but one that cannot be loaded is an error. --object leaves out all other objects, with their errors and warnings.

Output:
  -o yaml      the results as a YAML stream (the default)
  -o diff      a unified diff of each object and its result, in color on a terminal unless NO_COLOR is set
  -o text      a table: one line for each change, with the policy that made it
  -o markdown  the same table as Markdown
  -o json      a JSON array, described below

Diffs, the table, --blame, warnings and errors have "***" instead of the values of Secrets, unless --show-secrets is set. The YAML and the
JSON have the values.

The elements of the JSON array are
  {"object", "cluster", "result", "changes", "skips", "warnings", "divergences"}
  {"object", "cluster", "error", "divergences"}
  {"file", "document", "line", "error"}: what cannot be read, before the others

  object      {"apiVersion", "kind", "namespace", "name"}; namespace is absent if the object does not have one
  result      the object for the cluster
  changes     [{"origin", "op", "path", "old", "new"}], also of Secrets, in the order of the steps: op is add (without old),
              remove (without new) or replace, and path is a JSON pointer
  skips       [{"origin", "reason"}]: steps that a policy skipped, and why; the reasons are for people
  warnings    [{"origin", "path", "text", "identity"}]: data that was lost although no policy asked for it, or, with identity, a policy that
              makes another object of this one; text is for people
  divergences [{"code", "origin", "path", "upstream", "here"}]: where the policy's own system differs, its result, and the
              result here; the documentation of policy/karmada and policy/kubeadmiral lists the codes
  origin      {"policy", "at"}: a policy, like object, and the field path in it

An object whose KubeAdmiral labels name a policy that was not read is an error, and is not printed, because KubeAdmiral does not send it to
any cluster.

Faults of policies are warnings, and so are an input without override policies, and the warnings and divergences of results. Policies, rules and steps that had no effect on any
object for any cluster that was read, including those that --object and --cluster leave out, are warnings with the reason. Clusters in rules that were
not read, and conflicts between policies, are also warnings. At most 20 of each are listed. With --strict they are errors, with status 1. Values of the
wrong type and unknown fields in objects and results are warnings, too, for the built-in kinds that package interpreter/native knows, and
for custom resources whose definition was read. A document that cannot be read, or an object that fails for a cluster, is an error on
standard error, and in the JSON; Markdown lists the documents. Everything else is still printed.

` + cli.ExitStatus

// Command returns the subcommand.
func Command(env *cli.Env) *cobra.Command {
	opts := options{format: "yaml"}
	cmd := &cobra.Command{
		Use:   "render [flags] PATH...",
		Short: "Print every object for each cluster, or what changes",
		Long:  long,
		Example: `  overridekit render testdata/quickstart
  overridekit render -o diff --object Deployment/nginx --cluster member2 testdata/quickstart`,
		DisableFlagsInUseLine: true,
		Args: func(_ *cobra.Command, paths []string) error {
			if opts.blame && opts.format != "yaml" {
				return errors.New("--blame requires -o yaml")
			}
			return cli.CheckPaths(paths)
		},
		Run: func(_ *cobra.Command, paths []string) {
			opts.paths = paths
			opts.divided(env).Run(env)
		},
	}
	cli.AddOutput(cmd, &opts.format, "yaml (the default), diff, text, markdown or json", "yaml", "diff", "text", "markdown", "json")
	cmd.Flags().BoolVar(&opts.blame, "blame", false, "with -o yaml, print the policy that decided each changed line after it, and removed values below")
	cmd.Flags().BoolVar(&opts.strict, "strict", false, "treat what had no effect, and conflicts between policies, as errors: exit with status 1")
	cli.AddGuard(cmd, &opts.guard)
	cli.AddClusters(cmd, &opts.clusters)
	cli.AddObjects(cmd, &opts.objects)
	cli.AddShard(cmd, env, &opts.shard)
	opts.AddTo(cmd)
	return cmd
}

// shows reports whether an object is printed.
func (o options) shows(ref override.Ref) bool { return cli.Chosen(o.objects, ref) }

// divided returns the work of the subcommand.
func (o options) divided(env *cli.Env) cli.Divided[common, own] {
	return cli.Divided[common, own]{
		Input: o.Input, Shard: o.shard,
		Observe: func(r *cli.Recorder, of shard.Shard) (*common, *own) { return observe(r, of, o) },
		Print: func(out io.Writer, notes *input.Notes, c *common, all []*own) error {
			return print(out, env, o, notes, c, all)
		},
	}
}
