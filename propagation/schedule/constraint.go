package schedule

import (
	"errors"
	"fmt"
	"math"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// spreading is what the spread constraints of a placement come to.
type spreading struct {
	counts   bool                 // otherwise every cluster is taken
	by       api.SpreadField      // what clusters are grouped by; empty: they are not
	groups   api.SpreadConstraint // how many groups
	clusters api.SpreadConstraint // how many clusters
	warnings []string
	err      error
}

// newSpreading reads spread constraints:
//
//  1. Static weights leave them out, see spreads.
//  2. Labels are not looked at. One by a label alone, or by a field that is none, does not count.
//  3. Of several by one field the last counts.
//  4. One by region groups. Without one, and only with GroupByAnyField, one by zone does, or else one by provider.
//  5. There must be one that groups or one by cluster. Others only leave out clusters without their field, which the filters have done.
//  6. Numbers of groups may not be below 0.
//  7. With UnboundedGroups a maximum of 0 is none, and goes with a minimum of at least 1; one by cluster that is missing is like that.
func newSpreading(p *api.Placement, o Options) (out spreading) {
	if !spreads(p) {
		if len(p.SpreadConstraints) > 0 {
			out.warn("spread constraints do not count where replicas are divided by static weights")
		}
		return out
	}
	out.counts = true
	last := map[api.SpreadField]*api.SpreadConstraint{}
	twice := map[api.SpreadField]bool{}
	for i := range p.SpreadConstraints {
		c := &p.SpreadConstraints[i]
		out.unread(c)
		twice[c.SpreadByField] = last[c.SpreadByField] != nil
		last[c.SpreadByField] = c
	}
	switch {
	case last[api.SpreadByRegion] != nil:
		out.by = api.SpreadByRegion
	case !o.GroupByAnyField:
	case last[api.SpreadByZone] != nil:
		out.by = api.SpreadByZone
	case last[api.SpreadByProvider] != nil:
		out.by = api.SpreadByProvider
	}
	for _, field := range []api.SpreadField{api.SpreadByZone, api.SpreadByProvider} {
		if last[field] != nil && field != out.by {
			out.warn("the spread constraint by %s does not spread: it only leaves out clusters without the field", field)
		}
	}
	for _, field := range []api.SpreadField{api.SpreadByCluster, out.by} {
		c := last[field]
		if c == nil || field == "" {
			continue
		}
		if twice[field] {
			out.warn("of the spread constraints by %s the last counts", field)
		}
		if out.err == nil && (c.MinGroups < 0 || c.MaxGroups < 0) {
			out.err = fmt.Errorf("found from %d to %d groups to spread over by %s, expected none or more", c.MinGroups, c.MaxGroups, field)
		}
		if field == api.SpreadByCluster {
			out.clusters = *c
		} else {
			out.groups = *c
		}
	}
	if out.by == "" && last[api.SpreadByCluster] == nil {
		out.err = errors.New("just support cluster and region spread constraint")
	}
	if out.err == nil {
		out.maxima(o)
	}
	return out
}

// unread warns of what rule 2 of newSpreading leaves out of a constraint.
func (s *spreading) unread(c *api.SpreadConstraint) {
	switch c.SpreadByField {
	case api.SpreadByCluster, api.SpreadByRegion, api.SpreadByZone, api.SpreadByProvider:
		if c.SpreadByLabel != "" {
			s.warn("the spread constraint by %s does not look at its label %s", c.SpreadByField, c.SpreadByLabel)
		}
	case "":
		if c.SpreadByLabel != "" {
			s.warn("the spread constraint by the label %s does not count: nothing is spread by labels", c.SpreadByLabel)
		} else {
			s.warn("a spread constraint by neither a field nor a label does not count: Karmada's admission would have made it one by cluster")
		}
	default:
		s.warn("the spread constraint by %s does not count: expected cluster, region, zone or provider", c.SpreadByField)
	}
}

// maxima sees to the maxima that are not set.
func (s *spreading) maxima(o Options) {
	switch {
	case o.UnboundedGroups:
		for _, c := range []*api.SpreadConstraint{&s.clusters, &s.groups} {
			if c.MaxGroups == 0 {
				c.MinGroups, c.MaxGroups = max(c.MinGroups, 1), math.MaxInt
			}
		}
	case s.by != "" && s.groups.MaxGroups == 0:
		s.warn("the spread constraint by %s has no maximum, which is read as 0: no %s is ever found", s.by, s.by)
	case s.by == "" && s.clusters.MaxGroups == 0:
		s.warn("the spread constraint by cluster has no maximum, which is read as 0: no cluster is taken")
	}
}

func (s *spreading) warn(format string, args ...any) {
	s.warnings = append(s.warnings, fmt.Sprintf(format, args...))
}

// spreads tells whether a placement has spread constraints that count: static weights leave them out, unless their list is empty.
func spreads(p *api.Placement) bool {
	if len(p.SpreadConstraints) == 0 {
		return false
	}
	r := p.ReplicaScheduling
	if r == nil || r.ReplicaSchedulingType != api.Divided || r.ReplicaDivisionPreference != api.Weighted {
		return true
	}
	w := r.WeightPreference
	return w != nil && (len(w.StaticWeightList) == 0 || w.DynamicWeight != "")
}
