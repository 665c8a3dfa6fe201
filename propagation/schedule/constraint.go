package schedule

import (
	"errors"
	"fmt"
	"math"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// spreading is the meaning of the spread constraints of a placement.
type spreading struct {
	counts   bool                 // false: every cluster is chosen
	by       api.SpreadField      // the field that clusters are grouped by; empty: they are not grouped
	groups   api.SpreadConstraint // the number of groups
	clusters api.SpreadConstraint // the number of clusters
	warnings []string
	err      error
}

// newSpreading reads spread constraints:
//
//  1. With static weights all constraints are ignored, see spreads.
//  2. Labels are ignored, and so is a constraint that has only a label or an unknown field.
//  3. Among constraints by the same field, the last counts.
//  4. A constraint by region groups clusters. Without one, and only with GroupByAnyField, a constraint by zone does, or else one by provider.
//  5. There must be a constraint that groups, or one by cluster. Any other only rejects clusters without its field, which filter does.
//  6. A number of groups below 0 is an error.
//  7. With UnboundedGroups a maximum of 0 means no limit, and the minimum is at least 1. A missing constraint by cluster is read the same way.
func newSpreading(p *api.Placement, o Options) (out spreading) {
	if !spreads(p) {
		if len(p.SpreadConstraints) > 0 {
			out.warn("spread constraints have no effect where replicas are divided by static weights")
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
			out.warn("the spread constraint by %s does not spread: it only rejects clusters without the field", field)
		}
	}
	for _, field := range []api.SpreadField{api.SpreadByCluster, out.by} {
		c := last[field]
		if c == nil || field == "" {
			continue
		}
		if twice[field] {
			out.warn("only the last of the spread constraints by %s counts", field)
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

// unread warns about what rule 2 of newSpreading ignores.
func (s *spreading) unread(c *api.SpreadConstraint) {
	switch c.SpreadByField {
	case api.SpreadByCluster, api.SpreadByRegion, api.SpreadByZone, api.SpreadByProvider:
		if c.SpreadByLabel != "" {
			s.warn("the spread constraint by %s ignores its label %s", c.SpreadByField, content.Clip(c.SpreadByLabel))
		}
	case "":
		if c.SpreadByLabel != "" {
			s.warn("the spread constraint by the label %s has no effect: spreading by labels is not supported", content.Clip(c.SpreadByLabel))
		} else {
			s.warn("a spread constraint without field and label has no effect: Karmada's admission would have set the field cluster")
		}
	default:
		s.warn("the spread constraint by %s has no effect: expected cluster, region, zone or provider", content.Clip(string(c.SpreadByField)))
	}
}

// maxima handles maxima that are not set.
func (s *spreading) maxima(o Options) {
	switch {
	case o.UnboundedGroups:
		for _, c := range []*api.SpreadConstraint{&s.clusters, &s.groups} {
			if c.MaxGroups == 0 {
				c.MinGroups, c.MaxGroups = max(c.MinGroups, 1), math.MaxInt
			}
		}
	case s.by != "" && s.groups.MaxGroups == 0:
		s.warn("the spread constraint by %s has no maximum, which is read as 0: no %s is ever chosen", s.by, s.by)
	case s.by == "" && s.clusters.MaxGroups == 0:
		s.warn("the spread constraint by cluster has no maximum, which is read as 0: no cluster is chosen")
	}
}

func (s *spreading) warn(format string, args ...any) {
	s.warnings = append(s.warnings, fmt.Sprintf(format, args...))
}

// spreads reports whether a placement has spread constraints that count. Static weights disable them, unless the list of weights is empty.
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
