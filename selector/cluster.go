package selector

import (
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override/words"
)

// Cluster is the part of a cluster that a cluster selector can see. The zero value is a cluster about which
// nothing is known. An empty Provider or Region is absent.
type Cluster struct {
	Name             string
	Labels           map[string]string
	Provider, Region string
	Zones            []string
}

// FieldRequirement is a condition on a field of a cluster: Key is provider, region or zone; any other key is
// a field that no cluster has. Operator is In, NotIn, Exists, DoesNotExist, Gt or Lt, with Values as in
// corev1.NodeSelectorRequirement.
type FieldRequirement struct {
	Key      string
	Operator string
	Values   []string
}

// ClusterSelector selects the clusters that meet all of its conditions. The zero value selects every
// cluster. [NewClusters] lists the rules.
type ClusterSelector struct {
	LabelSelector *metav1.LabelSelector
	Fields        []FieldRequirement
	Names         []string
	Exclude       []string
	Terms         []ClusterTerm // if not empty, at least one must hold

	// Strict makes an invalid part an error for the clusters that reach it, see [Clusters.Fault]. Without
	// Strict, a selector with an invalid part matches nothing, without an error.
	Strict bool
}

// Clusters is a compiled [ClusterSelector]. The zero value selects every cluster. It is never written,
// so it may be copied and used concurrently.
type Clusters struct {
	conditions []condition // all must hold, in the order in which Why checks them
	invalid    string      // if not empty, why nothing matches
	faulty     bool        // a condition is an error for the clusters that reach it
}

// NewClusters compiles a selector. It copies what it keeps. A cluster matches when all of these hold:
//  1. Its name is not in Exclude.
//  2. Names is empty, or its name is in Names.
//  3. LabelSelector is nil, or matches its labels.
//  4. Each of Fields with the key zone is met by its zones: In if at least one zone is listed, NotIn if no
//     zone is, Exists if there is a zone, DoesNotExist if there is no zone. Any other operator is not met.
//     The values may be any strings.
//  5. All other Fields are met as a label selector is, over its provider and region: an absent value meets
//     NotIn and DoesNotExist, and no other operator. Gt and Lt compare 64-bit integers; a value that is not
//     one does not meet them.
//  6. Terms is empty, or one of them holds. They are checked in order.
//
// The selector is valid if metav1.LabelSelectorAsSelector accepts LabelSelector and labels.NewRequirement
// accepts each field requirement of rule 5 and the matchExpressions of each term. If not, the error is an
// aggregate (k8s.io/apimachinery's util/errors) of one *field.Error per fault, with fields such as
// labelSelector.matchLabels[app] and fields[0].values. The returned Clusters may still be used: it matches
// nothing, and its Why reports what is invalid. With Strict, every cluster that meets all conditions before
// the invalid part has a Fault.
//
// Rules 1 to 5 are those of Karmada's ClusterAffinity, policy.karmada.io/v1alpha1; rules 2, 3 and 6, with
// Strict, those of KubeAdmiral's TargetClusters, core.kubeadmiral.io/v1alpha1.
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
		conditions = append(conditions, condition{of: ofNothing, fault: words.Faults(labelFaults)})
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
			c = condition{of: ofNothing, fault: words.Faults(faults)}
		}
		conditions, fieldFaults = append(conditions, c), append(fieldFaults, faults...)
	}

	terms, termFaults := newTerms(s.Terms, field.NewPath("terms"))
	if len(terms) > 0 {
		conditions = append(conditions, condition{of: ofTerms, terms: terms})
	}

	switch all := append(append(slices.Clone(labelFaults), fieldFaults...), termFaults...); {
	case s.Strict:
		return Clusters{conditions: conditions, faulty: len(all) > 0}, words.Faults(all)
	case len(labelFaults) > 0:
		return Clusters{invalid: isInvalid("label selector", labelFaults)}, words.Faults(all)
	case len(fieldFaults) > 0:
		return Clusters{invalid: isInvalid("field selector", fieldFaults)}, words.Faults(all)
	case len(termFaults) > 0:
		return Clusters{invalid: isInvalid("term", termFaults)}, words.Faults(all)
	}
	return Clusters{conditions: conditions}, nil
}

// Match reports whether the selector matches the cluster. It only reads the cluster; nil is read as the zero
// Cluster.
func (c Clusters) Match(cluster *Cluster) bool {
	if cluster == nil {
		cluster = &Cluster{}
	}
	return c.invalid == "" && c.failing(cluster) == nil
}

// Fault returns the error of a strict selector for a cluster that meets all conditions before an invalid
// part, and nil for every other selector and cluster. If it is not nil, Match is false.
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

// Named returns the cluster names that the selector is limited to, and whether it is limited to names. Only
// those clusters can match or have a Fault. The names may repeat, and are shared: do not write them.
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

// Why explains why the cluster does not match, and is empty if it does. It reports the first condition that
// is not met, in the order in which a person would check:
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

// failing returns the first condition that the cluster does not meet, or nil.
func (c Clusters) failing(cluster *Cluster) *condition {
	for i := range c.conditions {
		if !c.conditions[i].holds(cluster) {
			return &c.conditions[i]
		}
	}
	return nil
}
