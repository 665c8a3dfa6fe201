package impact

import (
	"fmt"
	"slices"
	"strings"
)

// Generation is one of the two sets of policies of a rollout. The strings are stable.
type Generation string

// The generations.
const (
	OldPolicies Generation = "old"
	NewPolicies Generation = "new"
)

// Rollout is a plan to change the policies group by group. It is a value: nothing is kept, and the same impact and groups give the same plan.
// Only policies are rolled out, so plan with a [Change] whose clusters and objects are the same before and after. Otherwise the pairs of other
// changes count, too. Removed pairs do not count, including those of clusters that are gone.
//
// A plan that is made again may have other clusters in its waves, because clusters and objects come and go. So store the names of the clusters
// that use the new policies, not the number of the wave: plan with [Impact.RolloutFrom] from these clusters, apply the first wave after wave 0,
// and add its clusters to the stored ones. A stored cluster never goes back, and any other cluster changes only in a wave.
//
// To roll back waves of the same plan, use a lower wave again. To roll back a partial rollout, plan the [Change.Reversed] change
// with [Impact.RolloutFrom], from the clusters that the rollout has not reached: these already use the old policies, and keep them in every
// wave. The order of the groups does not matter.
type Rollout struct {
	waves []Wave         // from 0
	wave  map[string]int // of each cluster with a wave; 0: it uses the new policies already
}

// Wave is a step of a [Rollout]. In the zero Wave, every cluster uses the old policies.
type Wave struct {
	Number   int      // 0: before the rollout; otherwise the position of the group, from 1
	Last     bool     // no cluster uses the old policies
	Name     string   // of the group; empty for wave 0
	Clusters []string // those that change in this wave, sorted
	Pairs    int      // of the impact, in these clusters, without removed pairs
	Failing  int      // of these, the pairs that have an error with the new policies

	rollout *Rollout
}

// Rollout plans waves from the state before: see [Impact.RolloutFrom], without clusters that are done.
func (i *Impact) Rollout(groups ...ClusterGroup) *Rollout { return i.RolloutFrom(nil, groups...) }

// RolloutFrom plans waves for the clusters that are not done: each group of clusters is a wave, and wave 0 is the state now. done
// names the clusters that already use the new policies, which the caller has stored.
//
//  1. Clusters in which the impact has no pairs, and those that are done, need no wave. A group that has only such
//     clusters has no wave, and the next groups keep their numbers.
//  2. A cluster counts for the first of the groups that name it.
//  3. Clusters with pairs that no group names follow as the wave "others".
//  4. In wave n, the clusters that are done and those of waves 1 to n use the new policies, and all others the old ones, also those of rule 1
//     without pairs. In the last wave, every cluster uses the new ones.
//  5. If no cluster needs a wave, wave 0 is the last one, and uses the new policies.
func (i *Impact) RolloutFrom(done []string, groups ...ClusterGroup) *Rollout {
	r := &Rollout{waves: []Wave{{}}, wave: map[string]int{}}
	for _, name := range done {
		r.wave[name] = 0
	}
	counts := make(map[string]Cluster, len(i.Clusters))
	rest := ClusterGroup{Name: others}
	for _, c := range i.Clusters {
		if c.Pairs > c.Removed {
			counts[c.Name] = c
			rest.Clusters = append(rest.Clusters, c.Name)
		}
	}
	for n, g := range slices.Concat(groups, []ClusterGroup{rest}) {
		w := Wave{Number: n + 1, Name: g.Name}
		for _, name := range g.Clusters {
			c, changes := counts[name]
			if _, taken := r.wave[name]; taken || !changes {
				continue
			}
			r.wave[name] = w.Number
			w.Clusters, w.Pairs, w.Failing = append(w.Clusters, name), w.Pairs+c.Pairs-c.Removed, w.Failing+c.Failing
		}
		if len(w.Clusters) > 0 {
			slices.Sort(w.Clusters)
			r.waves = append(r.waves, w)
		}
	}
	for n := range r.waves {
		r.waves[n].rollout, r.waves[n].Last = r, n == len(r.waves)-1
	}
	return r
}

// Waves returns the waves in order: wave 0, and those that have clusters.
func (r *Rollout) Waves() []Wave {
	waves := slices.Clone(r.waves)
	for n := range waves {
		waves[n].Clusters = slices.Clone(waves[n].Clusters)
	}
	return waves
}

// Generation returns which policies a cluster uses during the wave: those of [Change.Before] or of [Change.After]. A cluster that the rollout
// does not know uses the new ones with the last wave.
func (w Wave) Generation(cluster string) Generation {
	if w.rollout == nil {
		return OldPolicies
	}
	if wave, known := w.rollout.wave[cluster]; w.Last || known && wave <= w.Number {
		return NewPolicies
	}
	return OldPolicies
}

// String describes the plan for people, one line for each wave.
func (r *Rollout) String() string {
	if r == nil || len(r.waves) < 2 {
		return "no waves: no cluster needs one\n"
	}
	var b strings.Builder
	for _, w := range r.waves[1:] {
		pairs := plural(w.Pairs, "pair")
		if w.Failing > 0 {
			pairs += fmt.Sprintf(" (%d failing)", w.Failing)
		}
		b.WriteString(printable(fmt.Sprintf("wave %d, %s: %s in %s", w.Number, w.Name, pairs, few(w.Clusters))) + "\n")
	}
	return b.String()
}
