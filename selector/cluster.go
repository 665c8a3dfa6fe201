package selector

import (
	"slices"
	"strconv"

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
	Terms         []ClusterTerm // if there are any, at least one must hold

	// Strict makes an invalid part an error for the clusters that come to it, see [Clusters.Fault]. Otherwise a selector with
	// an invalid part matches nothing, and that is no error.
	Strict bool
}

// Clusters is a compiled [ClusterSelector]. The zero value selects every cluster. It is never written,
// so it may be copied and used concurrently.
type Clusters struct {
	conditions []condition // all must hold, in the order in which Why looks at them
	invalid    string      // if not empty, why nothing matches
	faulty     bool        // a condition is an error for those that come to it
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
//  6. Terms is empty, or one of them holds. They are looked at in order.
//
// The selector is valid if metav1.LabelSelectorAsSelector accepts LabelSelector and labels.NewRequirement
// accepts each field requirement of rule 5 and the matchExpressions of each term. If not, the error is an aggregate (k8s.io/apimachinery's
// util/errors) of a *field.Error for each fault, with fields such as labelSelector.matchLabels[app] and
// fields[0].values, and the returned Clusters may be used: it matches nothing, and its Why says what is
// invalid. With Strict it fails the clusters that meet everything in front of the invalid part.
//
// Rules 1 to 5 are those of Karmada's ClusterAffinity, policy.karmada.io/v1alpha1; rules 2, 3 and 6, with Strict, those of
// KubeAdmiral's TargetClusters, core.kubeadmiral.io/v1alpha1.
func NewClusters(s ClusterSelector) (Clusters, error) {
	var conditions []condition
	if len(s.Exclude) > 0 {
		conditions = append(conditions, condition{of: ofName, requirement: unchecked("name", opNotIn, s.Exclude)})
	}
	if len(s.Names) > 0 {
		conditions = append(conditions, condition{of: ofName, requirement: unchecked("name", opIn, s.Names)})
	}

	labels, labelFaults := labelRequirements(s.LabelSelector, field.NewPath("labelSelector"))
	for _, r := range labels {
		conditions = append(conditions, condition{of: ofLabels, requirement: r})
	}
	if len(labelFaults) > 0 {
		conditions = append(conditions, condition{of: ofNothing, fault: labelFaults.ToAggregate()})
	}

	var fieldFaults field.ErrorList
	for i, f := range s.Fields {
		if f.Key == "zone" {
			conditions = append(conditions, condition{of: ofZones, requirement: unchecked(f.Key, f.Operator, f.Values)})
			continue
		}
		r, faults := checked(f.Key, f.Operator, f.Values, fieldOperators, field.NewPath("fields").Index(i))
		c := condition{of: ofFields, requirement: r}
		if len(faults) > 0 {
			c = condition{of: ofNothing, fault: faults.ToAggregate()}
		}
		conditions, fieldFaults = append(conditions, c), append(fieldFaults, faults...)
	}

	terms, termFaults := newTerms(s.Terms, field.NewPath("terms"))
	if len(terms) > 0 {
		conditions = append(conditions, condition{of: ofTerms, terms: terms})
	}

	switch all := append(append(slices.Clone(labelFaults), fieldFaults...), termFaults...); {
	case s.Strict:
		return Clusters{conditions: conditions, faulty: len(all) > 0}, all.ToAggregate()
	case len(labelFaults) > 0:
		return Clusters{invalid: isInvalid("label selector", labelFaults)}, all.ToAggregate()
	case len(fieldFaults) > 0:
		return Clusters{invalid: isInvalid("field selector", fieldFaults)}, all.ToAggregate()
	case len(termFaults) > 0:
		return Clusters{invalid: isInvalid("term", termFaults)}, all.ToAggregate()
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

// Fault is the error of a strict selector for a cluster that meets everything in front of an invalid part, and nil for
// every other selector and cluster. Match is false where there is one.
func (c Clusters) Fault(cluster *Cluster) error {
	if !c.faulty {
		return nil
	}
	if cluster == nil {
		cluster = &Cluster{}
	}
	failing := c.failing(cluster)
	switch {
	case failing == nil:
		return nil
	case failing.of == ofTerms:
		_, err := anyTerm(failing.terms, cluster)
		return err
	}
	return failing.fault
}

// Named tells whether the selector takes only clusters that it names, and which; also a Fault is then only theirs. The names may
// repeat, and are shared: read them, never write them.
func (c Clusters) Named() (names []string, only bool) {
	if c.invalid != "" {
		return nil, true
	}
	for i := range c.conditions {
		if r := &c.conditions[i]; r.of == ofName && r.operator == opIn {
			return r.given, true
		}
	}
	return nil, false
}

// Key is the same text for two selectors exactly if they have the same conditions in the same order, so that matching both is matching
// one. It says nothing to people.
func (c Clusters) Key() string {
	var b, quoted []byte
	text := func(s string) {
		quoted = strconv.AppendQuote(quoted[:0], s) // to b it would append without room for the next
		b = append(b, quoted...)
	}
	requirements := func(of part, list ...requirement) {
		for _, r := range list {
			b = append(b, '0'+byte(of))
			text(r.key)
			text(r.operator)
			for _, v := range r.given {
				text(v)
			}
		}
	}
	fault := func(err error) {
		if err != nil {
			text(err.Error())
		}
	}
	text(c.invalid)
	for i := range c.conditions {
		condition := &c.conditions[i]
		requirements(condition.of, condition.requirement)
		for _, term := range condition.terms {
			b = append(b, '[')
			requirements(ofLabels, term.labels...)
			requirements(ofFields, term.fields...)
			fault(term.labelFault)
			b = append(b, '|')
			fault(term.fieldFault)
			b = append(b, ']')
		}
		fault(condition.fault)
	}
	return string(b)
}

// Why is empty if the selector takes the cluster, and otherwise says in words why it does not. It names the
// first thing that is wrong, in the order in which a person would check:
//  1. The selector is invalid.
//  2. The cluster is excluded by name.
//  3. The cluster is not among the names.
//  4. A label: matchLabels by key, then matchExpressions in order.
//  5. A field, in order.
//  6. Every term.
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
