package selector

import (
	"cmp"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override/words"
)

// ObjectSelector selects objects of one apiVersion and kind: in one namespace or in any, by name, by labels,
// or all of them. [NewObjects] lists the rules.
type ObjectSelector struct {
	APIVersion, Kind, Namespace, Name string
	LabelSelector                     *metav1.LabelSelector
}

// Objects is a compiled list of [ObjectSelector]. The zero value selects every object with [RankAll]. It is
// never written, so it may be copied and used concurrently.
type Objects struct{ selectors []objectSelector }

// NewObjects compiles selectors. It copies what it keeps. Without selectors, every object matches with
// [RankAll]. Each selector gives an object a rank, and the highest one counts:
//  1. APIVersion and Kind must equal the object's, without any conversion of versions.
//  2. Namespace must equal the object's, or be empty.
//  3. If Name is set, it must equal the object's: [RankName]. LabelSelector is ignored, even an
//     invalid one.
//  4. Otherwise, if LabelSelector is nil: [RankAll].
//  5. Otherwise LabelSelector must match the object's labels: [RankLabels]. An empty one does.
//
// A selector that reaches rule 5 is invalid if metav1.LabelSelectorAsSelector does not accept its
// LabelSelector. It matches nothing; the other selectors work as usual. The error is then an aggregate
// (k8s.io/apimachinery's util/errors) of one *field.Error per fault. Each field begins with the index of the
// selector, such as [2].labelSelector.matchExpressions[0].operator. The returned Objects may still be used.
//
// These are the rules of Karmada's ResourceSelector, policy.karmada.io/v1alpha1.
func NewObjects(selectors ...ObjectSelector) (Objects, error) {
	var faults field.ErrorList
	compiled := make([]objectSelector, len(selectors))
	for i, s := range selectors {
		c := objectSelector{apiVersion: s.APIVersion, kind: s.Kind, namespace: s.Namespace, name: s.Name, rank: RankAll}
		switch {
		case s.Name != "":
			c.rank = RankName
		case s.LabelSelector != nil:
			var path *field.Path // none: the selectors are the root
			requirements, bad := labelRequirements(s.LabelSelector, path.Index(i).Child("labelSelector"))
			if len(bad) > 0 {
				c.invalid = isInvalid("label selector", bad)
			}
			c.rank, c.labels, faults = RankLabels, requirements, append(faults, bad...)
		}
		compiled[i] = c
	}
	return Objects{compiled}, words.Faults(faults)
}

// Len returns the number of selectors.
func (o Objects) Len() int { return len(o.selectors) }

// LabelEquals selects objects of any kind whose label key has the value, with [RankName]: it is for systems
// in which an object names its policy. Key and value may be any strings.
func LabelEquals(key, value string) Objects {
	return Objects{[]objectSelector{{anyKind: true, labels: []requirement{unchecked(key, opIn, []string{value})}, rank: RankName}}}
}

// Match returns the highest rank that a selector gives the object, or [RankNone].
func (o Objects) Match(obj Object) Rank {
	if len(o.selectors) == 0 {
		return RankAll
	}
	best := RankNone
	for i := range o.selectors {
		if s := &o.selectors[i]; s.rank > best && s.misses(&obj) == 0 {
			best = s.rank
		}
	}
	return best
}

// ReadsLabels reports whether a selector has a condition on labels. If not, MatchRelabeled is the same as Match.
func (o Objects) ReadsLabels() bool {
	return slices.ContainsFunc(o.selectors, func(s objectSelector) bool { return len(s.labels) > 0 })
}

// MatchRelabeled reports whether the object matches, or would match with other labels. It only ignores labels: a combination of requirements
// that no labels can meet counts as met. An invalid selector matches nothing.
func (o Objects) MatchRelabeled(obj Object) bool {
	if len(o.selectors) == 0 {
		return true
	}
	return slices.ContainsFunc(o.selectors, func(s objectSelector) bool {
		return s.invalid == "" && s.misses(&obj)&^missLabels == 0
	})
}

// Why explains why the object does not match, and is empty if it does. Each selector contributes everything
// that is wrong, joined by "and", but if the kind is wrong only the kind. The nearest miss comes first,
// because it is the likely mistake: a wrong apiVersion is nearer than a wrong namespace, then come labels,
// the name, and the kind. Equal reasons are given once. Of more than 200 selectors, those that are not among
// the nearest ones only count.
func (o Objects) Why(obj Object) string {
	if o.Match(obj) != RankNone {
		return ""
	}
	if len(o.selectors) == 1 {
		return o.selectors[0].why(&obj)
	}
	nearest, more := o.nearestSelectors(&obj)
	var reasons []string
	seen := map[string]bool{}
	for _, s := range nearest {
		if reason := s.why(&obj); !seen[reason] {
			seen[reason] = true
			reasons = append(reasons, reason)
		}
	}
	return joinSome(reasons, more, "; ", itself)
}

// maxNearest is how many selectors a reason looks at. It keeps the time for many objects from growing with the number of selectors.
const maxNearest = 200

// nearestSelectors returns the selectors that miss an object by the least, in their order, and the number of the others. Of
// selectors that miss it by the same kind, it has only the first.
func (o Objects) nearestSelectors(obj *Object) (found []*objectSelector, more int) {
	type candidate struct {
		at *objectSelector
		by miss
	}
	all, kinds := make([]candidate, 0, len(o.selectors)), map[string]bool{}
	for i := range o.selectors {
		c := candidate{&o.selectors[i], o.selectors[i].misses(obj)}
		if c.by == missKind {
			if kinds[c.at.kind] {
				continue
			}
			kinds[c.at.kind] = true
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.by, b.by) })
	for _, c := range all[:min(len(all), maxNearest)] {
		found = append(found, c.at)
	}
	return found, len(all) - len(found)
}

type objectSelector struct {
	anyKind                           bool // ignore apiVersion and kind
	apiVersion, kind, namespace, name string
	labels                            []requirement
	rank                              Rank   // if it matches
	invalid                           string // if not empty, why labels match nothing
}

// miss is the set of facts of an object that do not match. As a number, the smaller set is the nearer miss:
// the worst fact in it counts, then the next worst.
type miss int

const (
	missAPIVersion miss = 1 << iota
	missNamespace
	missLabels
	missName
	missPolicy // no label names a policy, see LabelEquals
	missKind
)

// misses is empty if the selector matches. A wrong kind is reported alone.
func (s *objectSelector) misses(obj *Object) (m miss) {
	if s.kind != obj.Kind && !s.anyKind {
		return missKind
	}
	if s.apiVersion != obj.APIVersion && !s.anyKind {
		m |= missAPIVersion
	}
	if s.namespace != "" && s.namespace != obj.Namespace {
		m |= missNamespace
	}
	if s.name != "" && s.name != obj.Name {
		m |= missName
	}
	if s.invalid != "" {
		return m | missLabels
	}
	for i := range s.labels {
		if !s.labels[i].matches(obj.label(s.labels[i].key)) {
			return m | missLabels
		}
	}
	return m
}

// why formats the misses of a selector that does not match, in the order of a manifest.
func (s *objectSelector) why(obj *Object) string {
	var reasons []string
	m := s.misses(obj)
	if m&missAPIVersion != 0 {
		reasons = append(reasons, isNot("apiVersion", obj.APIVersion, s.apiVersion))
	}
	if m&missKind != 0 {
		reasons = append(reasons, isNot("kind", obj.Kind, s.kind))
	}
	if m&missNamespace != 0 {
		reasons = append(reasons, isNot("namespace", obj.Namespace, s.namespace))
	}
	if m&missName != 0 {
		reasons = append(reasons, isNot("name", obj.Name, s.name))
	}
	if m&missLabels != 0 {
		reasons = append(reasons, s.whyLabels(obj))
	}
	return strings.Join(reasons, " and ")
}

// whyLabels formats every label requirement that is not met.
func (s *objectSelector) whyLabels(obj *Object) string {
	if s.invalid != "" {
		return s.invalid
	}
	var reasons []string
	for i := range s.labels {
		r := &s.labels[i]
		if value, present := obj.label(r.key); !r.matches(value, present) {
			reasons = append(reasons, r.why(value, present, "label "+r.key+"="+word(value), "label "+r.key+" is absent"))
		}
	}
	return join(reasons, " and ", itself)
}

// Required returns for each selector what all objects that it matches have: apiVersion, kind, namespace and name. An empty field can be anything. The labels
// are nil.
func (o Objects) Required() []Object {
	required := make([]Object, len(o.selectors))
	for i, s := range o.selectors {
		required[i] = Object{APIVersion: s.apiVersion, Kind: s.kind, Namespace: s.namespace, Name: s.name}
	}
	return required
}
