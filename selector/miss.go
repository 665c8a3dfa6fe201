package selector

import (
	"cmp"
	"slices"
)

// Miss is one condition that an object or a cluster does not meet, for programs; Why explains it to people.
// Where Found and Wanted are not simply the value, their wording may change.
type Miss struct {
	Fact   string `json:"fact"`   // what was checked: apiVersion, kind, namespace, name, "label KEY", provider, region, zone, "field KEY", selector
	Found  string `json:"found"`  // the value, "absent", or "invalid" for an invalid selector
	Wanted string `json:"wanted"` // the value, or "in (a, b)", "none of (a, b)", "any value", "absent", "above 3"
}

// Misses returns the conditions of the nearest selector that the object does not meet, in the order of a
// manifest; none if the object matches. The nearest selector is the first one in [Objects.Why].
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

// Distance returns how far the object is from being selected: 0 if it matches. Only the order of the numbers
// has a meaning: a wrong apiVersion alone is the nearest miss, then come the namespace, labels and the name.
// An object without the label of [LabelEquals] follows: it does not try to name a policy. The greatest distance,
// of a wrong kind, is [Far]. The bit [Elsewhere] adds a wrong namespace to any distance.
func (o Objects) Distance(obj Object) int {
	nearest := o.nearest(&obj)
	if nearest == nil {
		return 0
	}
	if nearest.anyKind && !slices.ContainsFunc(nearest.labels, func(r requirement) bool { _, present := obj.Labels[r.key]; return present }) {
		return int(missPolicy)
	}
	return int(nearest.misses(&obj))
}

// Distances that have a name.
const (
	Elsewhere = int(missNamespace) // only the namespace is wrong
	Far       = int(missKind)      // only the kind is compared, and wrong
)

// nearest returns the first selector with the least misses, or nil if one matches.
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

// Misses returns the first condition that the cluster does not meet, in the order of [Clusters.Why]; if no
// term holds, the first condition of each term; none if the cluster matches.
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

// miss returns the first condition of a term that a cluster does not meet.
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
