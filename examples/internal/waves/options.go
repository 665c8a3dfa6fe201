package waves

import (
	"io"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/examples/internal/change"
	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
)

// options holds the flags and paths of a call.
type options struct {
	change.Options
	by       by
	rollback bool
	format   string
	paths    []string
}

const long = `Plan the rollout of a change of override policies in waves: groups of clusters that get the new policies one after the other.

BEFORE and AFTER are files or folders. Each has a whole state: override policies, clusters and objects. Only policies are rolled out: all
waves have the clusters and objects of AFTER. A pair is an object and a cluster. Clusters in which no pair changes need no wave. They switch
to the new policies in the last wave. Wave 0 is the state before.

Propagation policies are not applied: every object counts in every cluster. overridekit plan --diff compares where objects go.

Groups. A group is a wave if something changes in it:
  --by name                      each cluster, by name (the default)
  --by name=CLUSTER,CLUSTER      these clusters one after the other, then the others together
  --by label=KEY                 each value of the label, sorted, then the clusters without it
  --by label=KEY=VALUE,VALUE     the same, these values first
  --by percent=10,50,100         the first 10 percent of the clusters by name, then up to 50 percent, then up to 100 percent
  --by region                    one cluster of each region, then the others

It is an error if no cluster of AFTER has the label KEY, the VALUE or the name CLUSTER, and a warning if none has a region.

With --rollback, the way back is planned: from the policies of AFTER to those of BEFORE, again with the clusters and objects of AFTER. The
new policies are then those of BEFORE.

Output:
  -o text  a table: the number of pairs that change in each wave, and which policies the clusters use during it (the default)
  -o json  {"counts", "clusters", "waves"}

The text lists up to 10 clusters in a cell and counts the others, and cuts names after 300 characters. The JSON has all of them:
  counts    {"objects", "pairs", "changed", "failing"}
  clusters  [{"name", "wave"}]: all clusters. In the wave with that number and in later ones, a cluster uses the new policies. With jq, the
            clusters with the new policies in wave 2 are '.clusters[] | select(.wave <= 2).name'
  waves     [{"number", "name", "last", "pairs", "failing", "clusters"}]: number is the place of the group, and groups in which nothing
            changes have no wave; failing are the pairs with an error; clusters are those that change in the wave

If a document cannot be read, nothing is planned: the JSON is then {"notRead": [{"file", "document", "line", "error"}]}.
An object whose KubeAdmiral labels name a policy that was not read is left
out. It is an error if the policy is missing in AFTER, and a warning if it is only missing in BEFORE. Errors of results with the new policies
are errors of the command.

` + cli.ExitStatus

// Command returns the subcommand.
func Command(env *cli.Env) *cobra.Command {
	opts := options{format: "text", by: by{kind: "name"}}
	cmd := &cobra.Command{
		Use:   "waves [flags] BEFORE AFTER",
		Short: "Plan the rollout of a change of override policies in waves",
		Long:  long,
		Example: `  overridekit waves --by percent=10,50,100 before after
  overridekit waves --by label=stage=canary --rollback before after`,
		DisableFlagsInUseLine: true,
		Args:                  func(_ *cobra.Command, paths []string) error { return change.CheckPaths(paths) },
		Run: func(_ *cobra.Command, paths []string) {
			opts.paths = paths
			env.Do(opts.Input, func(out io.Writer, notes *input.Notes) error { return run(out, env, opts, notes) })
		},
	}
	cmd.Flags().Func("by", "the `GROUPS` of clusters: name (the default), label=KEY, percent=10,50,100 or region; see above", func(s string) (err error) {
		opts.by, err = parseBy(s)
		return err
	})
	cli.Complete(cmd, "by", "name", "label=", "percent=10,50,100", "region")
	cmd.Flags().BoolVar(&opts.rollback, "rollback", false, "plan the way back, from the policies of AFTER to those of BEFORE")
	cli.AddOutput(cmd, &opts.format, "text (the default) or json", "text", "json")
	opts.AddTo(cmd)
	return cmd
}
