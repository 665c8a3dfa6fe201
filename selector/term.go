package selector

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override/words"
)

// ClusterTerm is a set of conditions that must all hold. A term without conditions selects no cluster.
type ClusterTerm struct {
	// MatchExpressions are conditions on the labels of a cluster. labels.NewRequirement validates them.
	MatchExpressions []FieldRequirement
	// MatchFields are conditions on the field metadata.name, the cluster's name; any other field reads as "".
	// The operator must be In or NotIn, with one value.
	MatchFields []FieldRequirement
}

// clusterTerm is a compiled term. Either group may be invalid as a whole.
type clusterTerm struct {
	labels, fields         []requirement
	labelFault, fieldFault error
}

// newTerms compiles terms and collects their faults.
func newTerms(terms []ClusterTerm, path *field.Path) ([]clusterTerm, field.ErrorList) {
	var all field.ErrorList
	compiled := make([]clusterTerm, len(terms))
	for i, t := range terms {
		at, c := path.Index(i), &compiled[i]
		var faults field.ErrorList
		for j, f := range t.MatchExpressions {
			r, bad := checked(f.Key, f.Operator, f.Values, fieldOperators, at.Child("matchExpressions").Index(j))
			c.labels, faults = append(c.labels, r), append(faults, bad...)
		}
		c.labelFault, all = words.Faults(faults), append(all, faults...)
		faults = nil
		for j, f := range t.MatchFields {
			bad := checkField(f, at.Child("matchFields").Index(j))
			c.fields, faults = append(c.fields, unchecked(f.Key, f.Operator, f.Values)), append(faults, bad...)
		}
		c.fieldFault, all = words.Faults(faults), append(all, faults...)
	}
	return compiled, all
}

func checkField(f FieldRequirement, at *field.Path) field.ErrorList {
	if f.Operator != opIn && f.Operator != opNotIn {
		return field.ErrorList{field.NotSupported(at.Child("operator"), f.Operator, []string{opIn, opNotIn})}
	}
	if len(f.Values) != 1 {
		return field.ErrorList{field.Invalid(at.Child("values"), f.Values, "exactly one value is required")}
	}
	return nil
}

// holds reports whether the cluster meets the term. It checks labels first: an invalid condition on fields is
// an error only if the labels match.
func (t *clusterTerm) holds(cluster *Cluster) (bool, error) {
	if t.labelFault != nil {
		return false, t.labelFault
	}
	for i := range t.labels {
		value, present := cluster.Labels[t.labels[i].key]
		if !t.labels[i].matches(value, present) {
			return false, nil
		}
	}
	if t.fieldFault != nil {
		return false, t.fieldFault
	}
	for i := range t.fields {
		if !t.fields[i].matches(t.field(i, cluster), true) {
			return false, nil
		}
	}
	return len(t.labels)+len(t.fields) > 0, nil
}

func (t *clusterTerm) field(i int, cluster *Cluster) string {
	if t.fields[i].key == "metadata.name" {
		return cluster.Name
	}
	return ""
}

// why explains the first condition that a cluster does not meet.
func (t *clusterTerm) why(cluster *Cluster) string {
	for i := range t.labels {
		r := &t.labels[i]
		if value, present := cluster.Labels[r.key]; !r.matches(value, present) {
			return r.why(value, present, "label "+r.key+"="+word(value), "label "+r.key+" is absent")
		}
	}
	for i := range t.fields {
		if value := t.field(i, cluster); !t.fields[i].matches(value, true) {
			return t.fields[i].why(value, true, t.fields[i].key+" "+word(value), "")
		}
	}
	return "an empty term selects no cluster"
}

// anyTerm reports whether the cluster meets one of the terms, which it checks in order. An invalid term that it
// reaches is an error.
func anyTerm(terms []clusterTerm, cluster *Cluster) (bool, error) {
	for i := range terms {
		if met, err := terms[i].holds(cluster); met || err != nil {
			return met, err
		}
	}
	return false, nil
}

// whyNoTerm explains why each term is not met.
func whyNoTerm(terms []clusterTerm, cluster *Cluster) string {
	reasons := make([]string, len(terms))
	for i := range terms {
		reasons[i] = terms[i].why(cluster)
	}
	return join(reasons, "; ", itself)
}
