package selector

// condition is a requirement on a part of a cluster.
type condition struct {
	of part
	requirement
	terms []clusterTerm // of ofTerms
	fault error         // of ofNothing: what is invalid
}

type part int

const (
	ofName part = iota
	ofLabels
	ofFields
	ofZones
	ofTerms
	ofNothing // invalid: no cluster meets it
)

func (c *condition) holds(cluster *Cluster) bool {
	switch c.of {
	case ofZones:
		return c.matchesAny(cluster.Zones)
	case ofTerms:
		met, err := anyTerm(c.terms, cluster)
		return met && err == nil
	case ofNothing:
		return false
	}
	return c.matches(c.value(cluster))
}

// value looks up the value that a condition on anything but zones checks.
func (c *condition) value(cluster *Cluster) (value string, present bool) {
	switch {
	case c.of == ofName:
		return cluster.Name, true
	case c.of == ofLabels:
		value, present = cluster.Labels[c.key]
		return value, present
	case c.key == "provider":
		return cluster.Provider, cluster.Provider != ""
	case c.key == "region":
		return cluster.Region, cluster.Region != ""
	}
	return "", false
}

// why explains a condition that does not hold.
func (c *condition) why(cluster *Cluster) string {
	value, present := c.value(cluster)
	switch {
	case c.of == ofNothing:
		return "selector is invalid: " + c.fault.Error()
	case c.of == ofTerms:
		if _, err := anyTerm(c.terms, cluster); err != nil {
			return "selector is invalid: " + err.Error()
		}
		return whyNoTerm(c.terms, cluster)
	case c.of == ofZones:
		return c.whyAny(cluster.Zones, "zones")
	case c.of == ofName && c.operator == opNotIn:
		return "cluster " + word(value) + " is excluded"
	case c.of == ofName:
		return "cluster " + word(value) + " is not one of " + list(c.given)
	case c.of == ofLabels:
		return c.requirement.why(value, present, "label "+c.key+"="+word(value), "label "+c.key+" is absent")
	case c.key == "provider" || c.key == "region":
		return c.requirement.why(value, present, c.key+" "+word(value), "no "+c.key)
	}
	return c.requirement.why("", false, "", "clusters have no field "+c.key+" (only provider, region and zone)")
}
