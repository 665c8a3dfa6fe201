package impact

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/change"
	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
)

// The limits of a whole run, which package impact documents.
const (
	maxGroups  = 10_000
	maxMembers = 100_000
)

// result is the impact of all shards.
type result struct {
	impact.Impact // its groups have no patches
	head          head
	names         cli.Names
	merged        []*mergedGroup // of the groups
	details       *detailer      // of a whole run
	limit         diffLimit
}

// resultOf merges the shards. A group is complete if all of its members are listed: so the groups and the members of a whole run are found in
// its order, with its limits.
func resultOf(c *common, shards []*own) (*result, error) {
	r := &result{head: c.Head, names: cli.NamesOf(c.Ambiguous), details: shards[0].details, limit: shards[0].limit}
	groups, clusters, lists := map[string]*mergedGroup{}, map[string]*impact.Cluster{}, map[string][]string{}
	for _, s := range shards {
		if s.Fail != "" {
			return nil, errors.New(s.Fail)
		}
		r.Counts, r.Omitted = plus(r.Counts, s.Counts), r.Omitted+s.Omitted
		for _, k := range s.Clusters {
			sum := clusters[k.Name]
			if sum == nil {
				sum = &impact.Cluster{Name: k.Name}
				clusters[k.Name] = sum
			}
			sum.Pairs, sum.Removed, sum.Failing = sum.Pairs+k.Pairs, sum.Removed+k.Removed, sum.Failing+k.Failing
		}
		for i, list := range s.Lists { // members with the same clusters share a list
			key := fmt.Sprintf("%q", list)
			if lists[key] == nil {
				lists[key] = list
			}
			s.Lists[i] = lists[key]
		}
		for i := range s.Groups {
			if err := addGroup(groups, s, &s.Groups[i]); err != nil {
				return nil, err
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(clusters)) {
		r.Clusters = append(r.Clusters, *clusters[name])
	}
	r.choose(slices.Collect(maps.Values(groups)))
	return r, nil
}

// choose keeps the groups and members that a whole run lists, in its order.
func (r *result) choose(all []*mergedGroup) {
	slices.SortFunc(all, func(a, b *mergedGroup) int { return cmp.Or(a.at.compare(b.at), strings.Compare(a.shown, b.shown)) })
	kept := all[:min(maxGroups, len(all))]
	for _, g := range all[len(kept):] {
		r.Omitted += g.Pairs
	}
	var places []place
	for _, g := range kept {
		places = append(places, g.places...)
		for _, list := range []*[]override.Ref{&g.Policies.Before, &g.Policies.After} {
			slices.SortFunc(*list, compareRefs)
			*list = slices.Compact(*list)
		}
	}
	slices.SortStableFunc(places, place.compare)
	for i, p := range places {
		if i < maxMembers {
			p.group.Members = append(p.group.Members, p.Member)
			continue
		}
		p.group.Omitted++
	}
	slices.SortStableFunc(kept, func(a, b *mergedGroup) int {
		return cmp.Or(cmp.Compare(b.Pairs, a.Pairs), strings.Compare(a.shown, b.shown))
	})
	r.merged = kept
	r.list()
}

// failingFirst orders the groups with an error after the change before the others.
func (r *result) failingFirst() {
	slices.SortStableFunc(r.merged, func(a, b *mergedGroup) int { return failingRank(&a.Group) - failingRank(&b.Group) })
	r.list()
}

func (r *result) list() {
	r.Groups = make([]impact.Group, len(r.merged))
	for i, g := range r.merged {
		r.Groups[i] = g.Group
	}
}

// firsts returns the details of the first pairs of groups. They are nil for a group that lists no member.
func (r *result) firsts(most int) []*detail {
	most = min(most, len(r.merged))
	if r.details != nil {
		groups := make([]impact.Group, most)
		for i := range groups {
			groups[i] = *r.merged[i].parts[0].group
		}
		return r.details.firsts(groups, r.limit)
	}
	all := make([]*detail, most)
	for i, g := range r.merged[:most] {
		if len(g.Members) == 0 || g.at.part == nil || g.at.part.First == nil {
			continue
		}
		all[i] = g.at.part.First.detail()
		if text := presenceOf(g.Kind, g.both()); text != "" && len(all[i].Reasons) > 0 {
			all[i].Reasons[0] = text
		}
	}
	return all
}

// fail reports the errors after the change, one for each distinct difference. Later errors are only counted.
func (r *result) fail(fail func(error)) {
	if r.details != nil {
		r.details.FailGroups(r.Groups)
		return
	}
	var failing []*mergedGroup
	for _, g := range r.merged {
		if g.After != "" {
			failing = append(failing, g)
		}
	}
	first := slices.Clone(failing[:min(change.MaxErrors, len(failing))])
	slices.SortStableFunc(first, func(a, b *mergedGroup) int { return change.CompareRefs(a.at.Object, b.at.Object) })
	for _, g := range first {
		if len(g.Members) > 0 && g.at.part != nil && g.at.part.Error != "" {
			fail(errors.New(g.at.part.Error))
		}
	}
	if more := len(failing) - change.MaxErrors; more > 0 {
		fail(errors.New(cli.More(more, "distinct error")))
	}
}

// plus returns the sums.
func plus(c, d impact.Counts) impact.Counts {
	return impact.Counts{
		Objects: c.Objects + d.Objects, Pairs: c.Pairs + d.Pairs, Skipped: c.Skipped + d.Skipped, Unchanged: c.Unchanged + d.Unchanged,
		Changed: c.Changed + d.Changed, Added: c.Added + d.Added, Removed: c.Removed + d.Removed, Failing: c.Failing + d.Failing,
	}
}
