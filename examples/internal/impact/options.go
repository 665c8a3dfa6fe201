package impact

import (
	"errors"
	"io"

	"github.com/spf13/cobra"

	"github.com/overridekit/overridekit/examples/internal/change"
	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/internal/shard"
)

// options holds the flags and paths of a call.
type options struct {
	change.Options
	format string
	shard  shard.Shard
	paths  []string
}

const long = `Print the effects of a change of policies, clusters or objects on the objects in the clusters, before you make it.

BEFORE and AFTER are files or folders. Each has a whole state: override policies, clusters and objects. A pair is an object and a cluster.
The results of each pair are compared, and pairs with the same difference are shown together: first those with an error after the change,
then those with the most pairs. A change of a policy that changes no result is not a difference.

Propagation policies are not applied: every object is compared in every cluster. A note says whether they differ, and
overridekit plan --diff compares where objects go.

Output:
  -o text      a summary; then each distinct difference with its objects and clusters, the policies that decided the values before and
               after with file and line, the reasons, and a unified diff of the first pair, in color on a terminal unless NO_COLOR is set
               (the default)
  -o markdown  the same for a comment on a pull request, with folded differences
  -o html      one page that needs no other file and no network: a matrix of objects × clusters, with the difference, the policies and the
               reasons of each cell
  -o json      a JSON object, described below

Text shows 100 differences, 10 objects of each, up to 10 clusters of each object, and 200 lines of each diff. It counts the rest.
Markdown has at most 65,536 characters, which is GitHub's limit, and counts the differences that are left out. HTML shows the 200 objects
and 100 clusters with the most differences, and 300 lines of each diff. All three cut names, values and lines after 300 characters, and add "…".
The JSON has them in full. A name has its API version if another object or policy has the same kind, namespace and name.

A pair that is added, or that failed before, is compared with the object before policies.

The JSON is {"counts", "differences", "clusterLists", "clusters", "omitted", "notRead", "notCompared",
"notes"}:
  counts       {"objects", "pairs", "skipped", "unchanged", "changed", "added", "removed", "failing"}: numbers of pairs. Skipped
               pairs are known to be equal. Failing pairs are also changed or added.
  differences  [{"kind", "pairs", "patch", "errorBefore", "errorAfter", "policies", "first", "members", "omitted"}]: kind is changed,
               added or removed; patch has the operations of RFC 6902 with {"op", "path", "old", "new", "before", "after"}, where old and
               the origins before and after are those of the first pair; members is [{"object", "clusterList"}], and omitted is the
               number of other objects
  policies     {"before", "after"}: the policies that decided the values, of all pairs
  first        {"before", "after", "reasons"}: of the first pair, the steps as [{"policy", "at", "where"}], and the reasons for people
  clusterLists [[name]]: distinct lists of clusters. The clusterList of a member is the index of its list here: with jq,
               '.clusterLists as $l | .differences[].members[] | {object, clusters: $l[.clusterList]}'
  clusters     [{"name", "pairs", "removed", "failing"}]: the clusters with differences, their pairs, and how many of these are removed or fail
  omitted      the number of pairs whose difference is not listed: 10,000 differences and 100,000 members are
  notRead      [{"file", "document", "line", "error"}]: the documents of BEFORE that cannot be read
  notCompared  [{"object", "reason"}]: the objects that are not compared
  notes        [text]: what the comparison does not show

All formats have "***" instead of the values of Secrets, unless --show-secrets is set.

If a document of AFTER cannot be read, nothing is compared: the JSON is then {"notRead"}, and Markdown and HTML list the errors. A document
of BEFORE that cannot be read is a warning, and is listed before the counts: AFTER may repair it. Its content counts as added. An object whose KubeAdmiral labels name a policy that was not read is
not compared, and is listed before the counts. It is an error if the policy is missing in AFTER, and a warning if it is only missing in
BEFORE. Errors of results after the change are errors of the command. Errors that are gone after the change are only shown, and errors that
stay the same are not a difference.

` + cli.ExitStatus

// Command returns the subcommand.
func Command(env *cli.Env) *cobra.Command {
	opts := options{format: "text"}
	opts.MayRepair = true
	cmd := &cobra.Command{
		Use:   "impact [flags] BEFORE AFTER",
		Short: "Print the effects of a change of policies, clusters or objects, before you make it",
		Long:  long,
		Example: `  overridekit impact before after
  overridekit impact -o markdown --fail-on changes before after
  overridekit impact -o html before after >impact.html`,
		DisableFlagsInUseLine: true,
		Args: func(_ *cobra.Command, paths []string) error {
			if opts.format == "html" && opts.shard.Of > 0 {
				return errors.New("-o html does not work with --shard, because one page shows all objects: leave out --shard, or use -o text, markdown or json")
			}
			return change.CheckPaths(paths)
		},
		Run: func(_ *cobra.Command, paths []string) {
			opts.paths = paths
			if opts.format == "html" && env.Reports == nil {
				env.Do(opts.Input, func(out io.Writer, notes *input.Notes) error { return runHTML(out, env, opts, notes) })
				return
			}
			opts.divided(env).Run(env)
		},
	}
	cli.AddOutput(cmd, &opts.format, "text (the default), markdown, html or json", "text", "markdown", "html", "json")
	cli.AddShard(cmd, env, &opts.shard)
	opts.AddTo(cmd)
	return cmd
}

// divided returns the work of the subcommand, except that of -o html.
func (o options) divided(env *cli.Env) cli.Divided[common, own] {
	return cli.Divided[common, own]{
		Input: o.Input, Shard: o.shard,
		Observe: func(r *cli.Recorder, of shard.Shard) (*common, *own) { return observe(r, of, o) },
		Print: func(out io.Writer, notes *input.Notes, c *common, all []*own) error {
			return print(out, env, o, notes, c, all)
		},
	}
}
