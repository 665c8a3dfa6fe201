package validation

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

func (w *warnings) objectSelectors(at *field.Path, list []api.ResourceSelector) {
	for i := range list {
		at := at.Index(i).Child("labelSelector")
		switch s := &list[i]; {
		case s.LabelSelector == nil:
		case s.Name != "":
			w.add(at, "ignored, because the selector has a name")
		default:
			w.labelSelector(at, s.LabelSelector)
		}
	}
}

// affinity warns about an affinity that selects no cluster.
func (w *warnings) affinity(at *field.Path, a *api.ClusterAffinity) {
	if a == nil {
		return
	}
	w.labelSelector(at.Child("labelSelector"), a.LabelSelector)
	w.fieldSelector(at.Child("fieldSelector"), a.FieldSelector)
	if len(a.ClusterNames) > 0 && sets.New(a.ExcludeClusters...).HasAll(a.ClusterNames...) {
		w.add(at.Child("clusterNames"), "exclude has all of these names, so it selects nothing")
	}
}

func (w *warnings) labelSelector(at *field.Path, s *metav1.LabelSelector) {
	if s == nil {
		return
	}
	if _, err := metav1.LabelSelectorAsSelector(s); err != nil {
		w.add(at, "not a valid selector, so it selects nothing: %s", short(err.Error()))
		return
	}
	allowed := requirements{}
	for key, value := range s.MatchLabels {
		allowed.add(key, metav1.LabelSelectorOpIn, value)
	}
	for _, r := range s.MatchExpressions {
		allowed.add(r.Key, r.Operator, r.Values...)
	}
	w.contradictions(at, allowed)
}

// fieldSelector leaves out zone where requirements are combined: a cluster has several zones.
func (w *warnings) fieldSelector(at *field.Path, s *api.FieldSelector) {
	if s == nil {
		return
	}
	allowed := requirements{}
	for i, r := range s.MatchExpressions {
		if len(r.Values) == 0 && (r.Operator == "In" || r.Operator == "NotIn") {
			w.add(at.Child("matchExpressions").Index(i).Child("values"), "%s needs values, so it selects nothing", r.Operator)
		} else if r.Key != "zone" {
			allowed.add(r.Key, metav1.LabelSelectorOperator(r.Operator), r.Values...)
		}
	}
	w.contradictions(at, allowed)
}

func (w *warnings) contradictions(at *field.Path, allowed requirements) {
	for _, key := range slices.Sorted(maps.Keys(allowed)) {
		if allowed[key].contradict() {
			w.add(at, "the requirements on %s contradict each other, so it selects nothing", short(strconv.Quote(key)))
		}
	}
}

// requirements are what a selector requires of each key.
type requirements map[string]*requirement

// requirement is what a selector requires of the value of one key.
type requirement struct {
	present, absent bool
	in              sets.Set[string] // nil: any value
	notIn           sets.Set[string]
}

func (all requirements) add(key string, op metav1.LabelSelectorOperator, values ...string) {
	r := all[key]
	if r == nil {
		r = &requirement{notIn: sets.New[string]()}
		all[key] = r
	}
	switch op {
	case metav1.LabelSelectorOpIn:
		r.present = true
		if found := sets.New(values...); r.in == nil {
			r.in = found
		} else {
			r.in = r.in.Intersection(found)
		}
	case metav1.LabelSelectorOpNotIn:
		r.notIn.Insert(values...)
	case metav1.LabelSelectorOpExists:
		r.present = true
	case metav1.LabelSelectorOpDoesNotExist:
		r.absent = true
	}
}

// contradict reports whether nothing meets the requirements.
func (r *requirement) contradict() bool {
	return r.present && r.absent || r.in != nil && r.notIn.HasAll(r.in.UnsortedList()...)
}

// maxQuoted is how much of the policy a warning quotes. An API server cuts off warnings of more than 256 bytes.
const maxQuoted = 100

func short(text string) string {
	if len(text) <= maxQuoted {
		return text
	}
	return strings.ToValidUTF8(text[:maxQuoted], "") + "…"
}
