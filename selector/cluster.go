package selector

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Cluster is what a cluster selector can see of a cluster. The zero value is a cluster about which nothing
// is known. An empty Provider or Region is absent.
type Cluster struct {
	Name             string
	Labels           map[string]string
	Provider, Region string
	Zones            []string
}

// FieldRequirement is a condition on a field of a cluster: Key is provider, region or zone, and any other
// key is a field that every cluster lacks. Operator is In, NotIn, Exists, DoesNotExist, Gt or Lt, with
// Values as in corev1.NodeSelectorRequirement.
type FieldRequirement struct {
	Key      string
	Operator string
	Values   []string
}

// ClusterSelector says which clusters are meant: those that meet all of it. The zero value means every
// cluster. [NewClusters] has the rules.
type ClusterSelector struct {
	LabelSelector *metav1.LabelSelector
	Fields        []FieldRequirement
	Names         []string
	Exclude       []string
}

// Clusters is a compiled [ClusterSelector]. The zero value selects every cluster. It is never written,
// so it may be copied and used concurrently.
type Clusters struct {
	conditions []condition // all must hold, in the order in which Why looks at them
	invalid    string      // if not empty, why nothing matches
}

// NewClusters compiles a selector. It copies what it keeps. A cluster matches when all of these hold:
//  1. Its name is not in Exclude.
//  2. Names is empty, or its name is in Names.
//  3. LabelSelector is nil, or matches its labels.
//  4. Each of Fields with the key zone is met by its zones: In by one that is listed, NotIn by none that is
//     listed, Exists by having a zone, DoesNotExist by having none. Any other operator is met by nothing.
//     The values may be any strings.
//  5. All other Fields are met as a label selector is, over its provider and region: NotIn and DoesNotExist
//     are met by an absent value, the other operators are not. Gt and Lt compare integers of 64 bits, and a
//     value that is none does not meet them.
//
// The selector is valid if metav1.LabelSelectorAsSelector accepts LabelSelector and labels.NewRequirement
// accepts each field requirement of rule 5. If not, the error is an aggregate (k8s.io/apimachinery's
// util/errors) of a *field.Error for each fault, with fields such as labelSelector.matchLabels[app] and
// fields[0].values, and the returned Clusters may be used: it matches nothing, and its Why says what is
// invalid.
//
// These are the rules of Karmada's ClusterAffinity, policy.karmada.io/v1alpha1.
func NewClusters(s ClusterSelector) (Clusters, error) {
	var conditions []condition
	if len(s.Exclude) > 0 {
		conditions = append(conditions, condition{ofName, unchecked("name", opNotIn, s.Exclude)})
	}
	if len(s.Names) > 0 {
		conditions = append(conditions, condition{ofName, unchecked("name", opIn, s.Names)})
	}

	labels, labelFaults := labelRequirements(s.LabelSelector, field.NewPath("labelSelector"))
	for _, r := range labels {
		conditions = append(conditions, condition{ofLabels, r})
	}

	var fieldFaults field.ErrorList
	for i, f := range s.Fields {
		if f.Key == "zone" {
			conditions = append(conditions, condition{ofZones, unchecked(f.Key, f.Operator, f.Values)})
			continue
		}
		r, faults := checked(f.Key, f.Operator, f.Values, fieldOperators, field.NewPath("fields").Index(i))
		conditions, fieldFaults = append(conditions, condition{ofFields, r}), append(fieldFaults, faults...)
	}

	switch {
	case len(labelFaults) > 0:
		return Clusters{invalid: isInvalid("label selector", labelFaults)}, append(labelFaults, fieldFaults...).ToAggregate()
	case len(fieldFaults) > 0:
		return Clusters{invalid: isInvalid("field selector", fieldFaults)}, fieldFaults.ToAggregate()
	}
	return Clusters{conditions: conditions}, nil
}

// Match tells whether the selector takes the cluster. It only reads the cluster; nil is read as the zero
// Cluster.
func (c Clusters) Match(cluster *Cluster) bool {
	if cluster == nil {
		cluster = &Cluster{}
	}
	return c.invalid == "" && c.failing(cluster) == nil
}

// Why is empty if the selector takes the cluster, and otherwise says in words why it does not. It names the
// first thing that is wrong, in the order in which a person would check:
//  1. The selector is invalid.
//  2. The cluster is excluded by name.
//  3. The cluster is not among the names.
//  4. A label: matchLabels by key, then matchExpressions in order.
//  5. A field, in order.
func (c Clusters) Why(cluster *Cluster) string {
	if cluster == nil {
		cluster = &Cluster{}
	}
	if c.invalid != "" {
		return c.invalid
	}
	if failing := c.failing(cluster); failing != nil {
		return failing.why(cluster)
	}
	return ""
}

// failing is the first condition that the cluster does not meet, or nil.
func (c Clusters) failing(cluster *Cluster) *condition {
	for i := range c.conditions {
		if !c.conditions[i].holds(cluster) {
			return &c.conditions[i]
		}
	}
	return nil
}

// condition is a requirement and the part of a cluster that it is on.
type condition struct {
	of part
	requirement
}

type part int

const (
	ofName part = iota
	ofLabels
	ofFields
	ofZones
)

func (c *condition) holds(cluster *Cluster) bool {
	if c.of == ofZones {
		return c.matchesAny(cluster.Zones)
	}
	return c.matches(c.value(cluster))
}

// value looks up what a condition on anything but zones is about.
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

// why words the failing of a condition that does not hold.
func (c *condition) why(cluster *Cluster) string {
	value, present := c.value(cluster)
	switch {
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
