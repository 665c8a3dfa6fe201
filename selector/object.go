package selector

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Object is what an object selector can see of an object. The values of Labels are strings; nil is read as
// "", and a label of any other type as absent.
type Object struct {
	APIVersion, Kind, Namespace, Name string
	Labels                            map[string]any
}

// ObjectOf reads those facts from decoded JSON, the content of an unstructured object. It reads them as
// unstructured.Unstructured does: a field that is missing or not a string is "", a label that is null is
// "", and labels that are not a map, or of which one is anything but a string or null, are no labels at all.
// The label map is shared, not copied, and never written. Nothing is allocated.
func ObjectOf(content map[string]any) Object {
	metadata, _ := content["metadata"].(map[string]any)
	labels, _ := metadata["labels"].(map[string]any)
	for _, label := range labels {
		if _, isString := label.(string); !isString && label != nil {
			labels = nil
			break
		}
	}
	return Object{
		APIVersion: text(content["apiVersion"]),
		Kind:       text(content["kind"]),
		Namespace:  text(metadata["namespace"]),
		Name:       text(metadata["name"]),
		Labels:     labels,
	}
}

func text(value any) string {
	s, _ := value.(string)
	return s
}

func (obj *Object) label(key string) (value string, present bool) {
	label, present := obj.Labels[key]
	value, isString := label.(string)
	return value, present && (isString || label == nil)
}

// Equal tells whether no selector can see a difference. Nil is read as the zero Object.
func (obj *Object) Equal(other *Object) bool {
	if obj == nil || other == nil {
		obj, other = cmp.Or(obj, &Object{}), cmp.Or(other, &Object{})
	}
	if obj.APIVersion != other.APIVersion || obj.Kind != other.Kind || obj.Namespace != other.Namespace || obj.Name != other.Name {
		return false
	}
	return obj.sameLabels(other) && other.sameLabels(obj)
}

// sameLabels tells whether the other has all labels of the object.
func (obj *Object) sameLabels(other *Object) bool {
	for key := range obj.Labels {
		a, had := obj.label(key)
		b, has := other.label(key)
		if a != b || had != has {
			return false
		}
	}
	return true
}

// Rank says how precisely an object was selected. A higher rank is more precise. Policies apply in
// ascending rank, so that the most precise one has the last word.
type Rank int

// The ranks, as Karmada numbers them.
const (
	RankNone   Rank = iota // no selector matches
	RankAll                // matched without labels or name
	RankLabels             // matched by a label selector, be it an empty one
	RankName               // matched by name
)

// String names what the object was matched by.
func (r Rank) String() string {
	switch r {
	case RankNone:
		return "mismatch"
	case RankAll:
		return "match-all"
	case RankLabels:
		return "labelSelector"
	case RankName:
		return "name"
	}
	return fmt.Sprintf("Rank(%d)", int(r))
}

// MarshalText is String, so that JSON says it in words.
func (r Rank) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// ObjectSelector selects objects of one apiVersion and kind: in a namespace or in any, by name, by labels,
// or all of them. [NewObjects] has the rules.
type ObjectSelector struct {
	APIVersion, Kind, Namespace, Name string
	LabelSelector                     *metav1.LabelSelector
}

// Objects is a compiled list of [ObjectSelector]. The zero value selects every object with [RankAll]. It is
// never written, so it may be copied and used concurrently.
type Objects struct{ selectors []objectSelector }

// NewObjects compiles selectors. It copies what it keeps. No selectors mean every object, with [RankAll].
// Each selector gives an object a rank, and the highest one counts:
//  1. APIVersion and Kind must equal the object's, without any conversion of versions.
//  2. Namespace must equal the object's, or be empty.
//  3. If Name is set, it must equal the object's: [RankName]. LabelSelector is not looked at, not even to
//     see whether it is valid.
//  4. Otherwise, if LabelSelector is nil: [RankAll].
//  5. Otherwise LabelSelector must match the object's labels: [RankLabels]. An empty one does.
//
// A selector that comes to rule 5 is invalid if metav1.LabelSelectorAsSelector does not accept its
// LabelSelector. It matches nothing, and the others match as they should. The error then is an aggregate
// (k8s.io/apimachinery's util/errors) of a *field.Error for each fault, with fields that begin with the
// index of the selector, such as [2].labelSelector.matchExpressions[0].operator, and the returned Objects
// may be used.
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
	return Objects{compiled}, faults.ToAggregate()
}

// LabelEquals selects the objects, of whatever kind, of which a label has a value, with [RankName]: it is for systems in which
// an object names its policy. Key and value may be any texts.
func LabelEquals(key, value string) Objects {
	return Objects{[]objectSelector{{anyKind: true, labels: []requirement{unchecked(key, opIn, []string{value})}, rank: RankName}}}
}

// Match is the highest rank that a selector gives the object, or [RankNone].
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

// Why is empty if the object matches, and otherwise says in words why it does not. Each selector says all
// that is wrong, joined by "and", but if the kind is wrong it says only that. The nearest miss comes first,
// so that the likely mistake is not behind the unlikely ones: a wrong apiVersion is nearer than a wrong
// namespace, then come labels, the name, and the kind. Selectors that say the same say it once.
func (o Objects) Why(obj Object) string {
	if o.Match(obj) != RankNone {
		return ""
	}
	if len(o.selectors) == 1 {
		return o.selectors[0].why(&obj)
	}
	nearest := slices.Clone(o.selectors)
	slices.SortStableFunc(nearest, func(a, b objectSelector) int {
		return cmp.Compare(a.misses(&obj), b.misses(&obj))
	})
	var reasons []string
	said := map[string]bool{}
	for _, s := range nearest {
		if reason := s.why(&obj); !said[reason] {
			said[reason] = true
			reasons = append(reasons, reason)
		}
	}
	return join(reasons, "; ", itself)
}

type objectSelector struct {
	anyKind                           bool // apiVersion and kind do not count
	apiVersion, kind, namespace, name string
	labels                            []requirement
	rank                              Rank   // if it matches
	invalid                           string // if not empty, why labels match nothing
}

// miss is the set of what is wrong with an object. As a number, the smaller set is the nearer miss: the
// worst thing in it counts, then the next worst.
type miss int

const (
	missAPIVersion miss = 1 << iota
	missNamespace
	missLabels
	missName
	missKind
)

// misses is empty if the selector matches. A wrong kind is said alone.
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

// why words the misses of a selector that does not match, the facts in the order of a manifest.
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

// whyLabels words every label requirement that is not met.
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
