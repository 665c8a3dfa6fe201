package selector

import "cmp"

// Miss is one condition that an object or a cluster does not meet, for programs; Why has the same for people. The texts of
// Found and Wanted are words and may change, where they are not simply the value.
type Miss struct {
	Fact   string `json:"fact"`   // what was looked at: apiVersion, kind, namespace, name, "label KEY", provider, region, zone, "field KEY", selector
	Found  string `json:"found"`  // the value, "absent", or "invalid" where the selector is
	Wanted string `json:"wanted"` // the value, or "in (a, b)", "none of (a, b)", "any value", "absent", "above 3"
}

// Misses is the conditions of the nearest selector that the object does not meet, in the order of a manifest; none if the
// object matches. The nearest comes first in [Objects.Why], too.
func (o Objects) Misses(obj Object) []Miss {
	nearest := o.nearest(&obj)
	if nearest == nil {
		return nil
	}
	m := nearest.misses(&obj)
	var all []Miss
	for _, fact := range [...]struct {
		miss                miss
		name, found, wanted string
	}{
		{missAPIVersion, "apiVersion", obj.APIVersion, nearest.apiVersion},
		{missKind, "kind", obj.Kind, nearest.kind},
		{missNamespace, "namespace", obj.Namespace, nearest.namespace},
		{missName, "name", obj.Name, nearest.name},
	} {
		if m&fact.miss != 0 {
			all = append(all, Miss{fact.name, cmp.Or(fact.found, "absent"), fact.wanted})
		}
	}
	switch {
	case m&missLabels == 0:
	case nearest.invalid != "":
		all = append(all, Miss{"selector", "invalid", "a valid one"})
	default:
		for i := range nearest.labels {
			r := &nearest.labels[i]
			if value, present := obj.label(r.key); !r.matches(value, present) {
				all = append(all, r.miss("label "+r.key, value, present))
			}
		}
	}
	return all
}

// Distance tells how far the object is from being selected: 0 if it matches, and the farther the larger. Only the order of
// the numbers means something: an apiVersion alone is the nearest miss, then come a namespace, labels and a name; nothing is
// farther than [Far], which a wrong kind is.
func (o Objects) Distance(obj Object) int {
	nearest := o.nearest(&obj)
	if nearest == nil {
		return 0
	}
	return int(nearest.misses(&obj))
}

// Distances that have a name.
const (
	Elsewhere = int(missNamespace) // of an object that is in another namespace, and otherwise selected
	Far       = int(missKind)      // of an object of another kind
)

// nearest is the selector that misses the object least, the first of several; nil if one matches.
func (o Objects) nearest(obj *Object) *objectSelector {
	var best *objectSelector
	least := missKind << 1
	for i := range o.selectors {
		if m := o.selectors[i].misses(obj); m < least {
			best, least = &o.selectors[i], m
		}
	}
	if least == 0 {
		return nil
	}
	return best
}

// Misses is the first condition that the cluster does not meet, in the order of [Clusters.Why], or where that is the terms,
// the first of each; none if the cluster matches.
func (c Clusters) Misses(cluster *Cluster) []Miss {
	if cluster == nil {
		cluster = &Cluster{}
	}
	if c.invalid != "" {
		return []Miss{{"selector", "invalid", "a valid one"}}
	}
	failing := c.failing(cluster)
	if failing == nil {
		return nil
	}
	return failing.misses(cluster)
}

func (c *condition) misses(cluster *Cluster) []Miss {
	value, present := c.value(cluster)
	switch {
	case c.of == ofNothing:
		return []Miss{{"selector", "invalid", "a valid one"}}
	case c.of == ofTerms:
		if _, err := anyTerm(c.terms, cluster); err != nil {
			return []Miss{{"selector", "invalid", "a valid one"}}
		}
		all := make([]Miss, len(c.terms))
		for i := range c.terms {
			all[i] = c.terms[i].miss(cluster)
		}
		return all
	case c.of == ofZones && len(cluster.Zones) == 0:
		return []Miss{c.miss("zone", "", false)}
	case c.of == ofZones:
		return []Miss{c.miss("zone", list(cluster.Zones), true)}
	case c.of == ofName:
		return []Miss{c.miss("name", value, true)}
	case c.of == ofLabels:
		return []Miss{c.miss("label "+c.key, value, present)}
	case c.key == "provider" || c.key == "region":
		return []Miss{c.miss(c.key, value, present)}
	}
	return []Miss{c.miss("field "+c.key, "", false)}
}

// miss is the first condition of a term that a cluster does not meet.
func (t *clusterTerm) miss(cluster *Cluster) Miss {
	for i := range t.labels {
		if value, present := cluster.Labels[t.labels[i].key]; !t.labels[i].matches(value, present) {
			return t.labels[i].miss("label "+t.labels[i].key, value, present)
		}
	}
	for i := range t.fields {
		if value := t.field(i, cluster); !t.fields[i].matches(value, true) {
			return t.fields[i].miss("field "+t.fields[i].key, value, true)
		}
	}
	return Miss{"selector", "a term without conditions", "at least one"}
}

func (r *requirement) miss(fact, value string, present bool) Miss {
	m := Miss{Fact: fact, Found: value}
	if !present {
		m.Found = "absent"
	}
	switch r.operator {
	case opNotIn:
		m.Wanted = "none of " + list(r.given)
	case opDoesNotExist:
		m.Wanted = "absent"
	case opIn, opExists, opGt, opLt:
		m.Wanted = r.wanted()
	default:
		m.Wanted = "a known operator instead of " + word(r.operator)
	}
	return m
}
