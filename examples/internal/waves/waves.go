// Package waves has the subcommand waves: a plan to roll out a change of override policies.
package waves

import (
	"io"
	"maps"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/change"
	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/selector"
)

// The fields of the JSON output; the help of the command describes them.
type (
	planJSON struct {
		Counts   countsJSON `json:"counts"`
		Clusters []cluster  `json:"clusters"`
		Waves    []wave     `json:"waves"`
	}
	countsJSON struct {
		Objects int `json:"objects"`
		Pairs   int `json:"pairs"`
		Changed int `json:"changed"`
		Failing int `json:"failing"`
	}
	cluster struct {
		Name string `json:"name"`
		Wave int    `json:"wave"` // from this number on, the cluster uses the new policies
	}
	wave struct {
		Number   int      `json:"number"`
		Name     string   `json:"name,omitempty"` // of the group; empty for wave 0
		Last     bool     `json:"last"`
		Pairs    int      `json:"pairs"`
		Failing  int      `json:"failing"` // of the pairs
		Clusters []string `json:"clusters"`
	}
)

// run reads both paths and prints the plan.
func run(out io.Writer, env *cli.Env, opts options, notes *input.Notes) error {
	read, err := change.Read(env, opts.Options, opts.paths, notes)
	if err != nil {
		return cli.Failed(out, opts.format, err)
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
	c.FailGroups(found.Groups)
	all, waves := wavesOf(found.Rollout(groups...), clusters)
	if opts.format == "json" {
		return cli.WriteJSON(out, planJSON{countsJSON{found.Counts.Objects, found.Counts.Pairs, found.Counts.Changed, found.Counts.Failing}, all, waves})
	}
	return writeText(out, found, all, waves)
}

// wavesOf returns the waves, and for each cluster the first one in which it uses the new policies.
func wavesOf(rollout *impact.Rollout, known []selector.Cluster) ([]cluster, []wave) {
	at := map[string]int{}
	var waves []wave
	for _, w := range rollout.Waves() {
		waves = append(waves, wave{w.Number, w.Name, w.Last, w.Pairs, w.Failing, append([]string{}, w.Clusters...)})
		for _, name := range w.Clusters {
			at[name] = w.Number
		}
	}
	last := waves[len(waves)-1].Number
	for _, c := range known {
		if _, changes := at[c.Name]; !changes {
			at[c.Name] = last
		}
	}
	clusters := []cluster{}
	for _, name := range slices.Sorted(maps.Keys(at)) {
		clusters = append(clusters, cluster{name, at[name]})
	}
	return clusters, waves
}
