// Package waves has the subcommand waves: a plan to roll out a change of override policies.
package waves

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/overridekit/internal/change"
	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/selector"
)

// The fields of the JSON output; the help of the command describes them.
type (
	planJSON struct {
		Counts countsJSON `json:"counts"`
		Waves  []wave     `json:"waves"`
	}
	countsJSON struct {
		Objects int `json:"objects"`
		Pairs   int `json:"pairs"`
		Changed int `json:"changed"`
		Failing int `json:"failing"`
	}
	wave struct {
		Number   int      `json:"number"`
		Name     string   `json:"name,omitempty"` // of the group; empty for wave 0
		Last     bool     `json:"last"`
		Pairs    int      `json:"pairs"`
		Failing  int      `json:"failing"` // of the pairs
		Clusters []string `json:"clusters"`
		New      []string `json:"new"`
		Old      []string `json:"old"`
	}
)

// run reads both paths and prints the plan.
func run(out io.Writer, env *cli.Env, opts options, notes *input.Notes) error {
	read, err := change.Read(env, opts.Options, opts.paths, notes)
	if err != nil {
		return err
	}
	if err := opts.by.check(read.Known()); err != nil {
		return err
	}
	if opts.by.kind == "region" && !slices.ContainsFunc(read.Known(), func(c selector.Cluster) bool { return c.Region != "" }) {
		notes.Warn("--by region: no cluster has a region, so there is one wave for one cluster, and one for the others")
	}
	c := read.PoliciesOnly(opts.rollback)
	clusters := c.Change.After.Clusters
	shown, done := c.Shown(env)
	found := shown.Impact(impact.Limits{})
	done()
	groups, err := opts.by.groups(found, clusters)
	if err != nil {
		return err
	}
	notes.Changed = !found.Counts.Empty()
	c.FailGroups(found)
	waves := wavesOf(found.Rollout(groups...), clusters)
	if opts.format == "json" {
		return cli.WriteJSON(out, planJSON{countsJSON{found.Counts.Objects, found.Counts.Pairs, found.Counts.Changed, found.Counts.Failing}, waves})
	}
	return writeText(out, found, waves)
}

// wavesOf returns the waves with the clusters of each generation.
func wavesOf(rollout *impact.Rollout, clusters []selector.Cluster) []wave {
	names := map[string]bool{}
	for _, c := range clusters {
		names[c.Name] = true
	}
	sorted := slices.Sorted(maps.Keys(names))
	var all []wave
	for _, w := range rollout.Waves() {
		made := wave{w.Number, w.Name, w.Last, w.Pairs, w.Failing, append([]string{}, w.Clusters...), []string{}, []string{}}
		for _, name := range sorted {
			if w.Generation(name) == impact.NewPolicies {
				made.New = append(made.New, name)
			} else {
				made.Old = append(made.Old, name)
			}
		}
		all = append(all, made)
	}
	return all
}

// writeText prints the counts and a table of the waves.
func writeText(out io.Writer, found *impact.Impact, waves []wave) error {
	if _, err := fmt.Fprintln(out, found.Counts); err != nil {
		return err
	}
	if len(waves) < 2 {
		_, err := fmt.Fprintln(out, "\nno waves: nothing changes")
		return err
	}
	table := &cli.Table{}
	table.Row("WAVE", "GROUP", "PAIRS", "CHANGING", "NEW POLICIES", "OLD POLICIES")
	for _, w := range waves {
		name := w.Name
		if w.Number == 0 {
			name = "-"
		}
		pairs := fmt.Sprint(w.Pairs)
		if w.Failing > 0 {
			pairs += fmt.Sprintf(" (%d failing)", w.Failing)
		}
		table.Row(fmt.Sprint(w.Number), name, pairs, listed(w.Clusters), listed(w.New), listed(w.Old))
	}
	if _, err := fmt.Fprintln(out); err != nil {
		return err
	}
	return table.Text(out)
}

// mostNames is the number of clusters in a cell.
const mostNames = 10

// listed returns names for a cell.
func listed(names []string) string {
	if len(names) == 0 {
		return "-"
	}
	return cli.Few(names, mostNames)
}
