package selector

import (
	"errors"
	"maps"
	"math"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/selection"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The operators, spelled as metav1.LabelSelectorRequirement and corev1.NodeSelectorRequirement spell them.
const (
	opIn           = "In"
	opNotIn        = "NotIn"
	opExists       = "Exists"
	opDoesNotExist = "DoesNotExist"
	opGt           = "Gt"
	opLt           = "Lt"
)

// A label selector supports the first four operators, a field requirement all six.
var (
	labelOperators = []string{opIn, opNotIn, opExists, opDoesNotExist}
	fieldOperators = []string{opIn, opNotIn, opExists, opDoesNotExist, opGt, opLt}
)

var selectionOperators = map[string]selection.Operator{
	opIn: selection.In, opNotIn: selection.NotIn,
	opExists: selection.Exists, opDoesNotExist: selection.DoesNotExist,
	opGt: selection.GreaterThan, opLt: selection.LessThan,
}

// requirement is a condition on one value that may be absent. Label selectors, fields and lists of names are
// all compiled to requirements. It is immutable.
type requirement struct {
	key      string
	operator string
	given    []string // the values in the author's order, for reasons
	sorted   []string // the same values, to look them up
	bound    int64    // for Gt and Lt
}

// unchecked makes a requirement without validation, and copies the values.
func unchecked(key, operator string, values []string) requirement {
	r := requirement{key: key, operator: operator, given: slices.Clone(values)}
	r.sorted = r.given
	if !slices.IsSorted(r.given) {
		r.sorted = slices.Sorted(slices.Values(r.given))
	}
	return r
}

// checked makes a requirement if labels.NewRequirement accepts it and supported contains the operator.
// Otherwise it returns errors with fields below path.
func checked(key, operator string, values, supported []string, path *field.Path) (requirement, field.ErrorList) {
	if !slices.Contains(supported, operator) {
		return requirement{}, field.ErrorList{field.NotSupported(path.Child("operator"), operator, supported)}
	}
	if _, err := labels.NewRequirement(key, selectionOperators[operator], values, field.WithPath(path)); err != nil {
		return requirement{}, faultsOf(err, path)
	}
	r := unchecked(key, operator, values)
	if operator == opGt || operator == opLt {
		r.bound, _ = integer(values[0])
	}
	return r, nil
}

// labelRequirements compiles a label selector: first its matchLabels by key, then its matchExpressions in
// order. All requirements must be met, so an empty list matches everything. It is also the result for nil;
// metav1.LabelSelectorAsSelector matches nothing for nil, which is left to the caller.
func labelRequirements(selector *metav1.LabelSelector, path *field.Path) ([]requirement, field.ErrorList) {
	if selector == nil {
		return nil, nil
	}
	var (
		compiled []requirement
		faults   field.ErrorList
	)
	for _, key := range slices.Sorted(maps.Keys(selector.MatchLabels)) {
		at := path.Child("matchLabels").Key(key)
		r, bad := checked(key, opIn, []string{selector.MatchLabels[key]}, labelOperators, at)
		for _, fault := range bad {
			fault.Field = at.String() // a matchLabel has no values field of its own
		}
		compiled, faults = append(compiled, r), append(faults, bad...)
	}
	for i, e := range selector.MatchExpressions {
		at := path.Child("matchExpressions").Index(i)
		r, bad := checked(e.Key, string(e.Operator), e.Values, labelOperators, at)
		compiled, faults = append(compiled, r), append(faults, bad...)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	return compiled, nil
}

// matches reports whether a value, or its absence, meets the requirement:
//  1. In: it is present and listed.
//  2. NotIn: it is absent, or not listed.
//  3. Exists: it is present.
//  4. DoesNotExist: it is absent.
//  5. Gt, Lt: it is present, a 64-bit integer, and above or below the bound.
//  6. Any other operator: never.
func (r *requirement) matches(value string, present bool) bool {
	switch r.operator {
	case opIn:
		return present && r.lists(value)
	case opNotIn:
		return !present || !r.lists(value)
	case opExists:
		return present
	case opDoesNotExist:
		return !present
	case opGt:
		n, ok := integer(value)
		return present && ok && n > r.bound
	case opLt:
		n, ok := integer(value)
		return present && ok && n < r.bound
	}
	return false
}

// matchesAny reports whether a list of values meets the requirement:
//  1. In: one of them is listed.
//  2. NotIn: none of them is listed.
//  3. Exists: the list is not empty.
//  4. DoesNotExist: the list is empty.
//  5. Any other operator: never.
func (r *requirement) matchesAny(values []string) bool {
	switch r.operator {
	case opIn:
		return slices.ContainsFunc(values, r.lists)
	case opNotIn:
		return !slices.ContainsFunc(values, r.lists)
	case opExists:
		return len(values) > 0
	case opDoesNotExist:
		return len(values) == 0
	}
	return false
}

func (r *requirement) lists(value string) bool {
	if len(r.sorted) == 1 {
		return r.sorted[0] == value
	}
	_, found := slices.BinarySearch(r.sorted, value)
	return found
}

// why explains why a value does not meet the requirement. The caller describes the value, "label env=dev",
// and its absence, "label env is absent".
func (r *requirement) why(value string, present bool, found, absent string) string {
	if !present {
		return absent + ", wanted " + r.wanted()
	}
	switch r.operator {
	case opIn:
		return found + " is not in " + list(r.given)
	case opNotIn:
		return found + " is in " + list(r.given) + ", wanted none of these"
	case opDoesNotExist:
		return found + " is present, wanted absent"
	}
	if _, ok := integer(value); !ok {
		return found + " is not an integer, wanted " + r.wanted()
	}
	return found + " is not " + r.wanted()
}

// whyAny is why for a list of values; noun is a plural.
func (r *requirement) whyAny(values []string, noun string) string {
	switch {
	case !slices.Contains(labelOperators, r.operator):
		return "operator " + word(r.operator) + " is not supported for " + noun + ", wanted one of " + list(labelOperators)
	case len(values) == 0:
		return "no " + noun + ", wanted " + r.wanted()
	case r.operator == opIn:
		return noun + " " + list(values) + " are not in " + list(r.given)
	case r.operator == opNotIn:
		return noun + " " + list(values) + " overlap " + list(r.given) + ", wanted none of these"
	}
	return noun + " " + list(values) + " are present, wanted absent"
}

// wanted describes the values that meet a requirement that an absent value does not meet.
func (r *requirement) wanted() string {
	switch r.operator {
	case opIn:
		return "in " + list(r.given)
	case opGt:
		return "above " + r.limit()
	case opLt:
		return "below " + r.limit()
	}
	return "any value"
}

// limit formats the value of Gt and Lt. An unchecked requirement may have none, or several.
func (r *requirement) limit() string {
	if len(r.given) == 1 {
		return word(r.given[0])
	}
	return list(r.given)
}

// faultsOf returns the field errors that the aggregate of labels.NewRequirement contains.
func faultsOf(err error, path *field.Path) field.ErrorList {
	all := []error{err}
	var aggregate utilerrors.Aggregate
	if errors.As(err, &aggregate) {
		all = aggregate.Errors()
	}
	faults := make(field.ErrorList, len(all))
	for i, err := range all {
		if !errors.As(err, &faults[i]) {
			faults[i] = field.InternalError(path, err)
		}
	}
	return faults
}

// integer parses s as strconv.ParseInt(s, 10, 64) does, but returns false instead of an error: ParseInt
// allocates its error, and matching must not allocate for a region that is not a number.
func integer(s string) (int64, bool) {
	digits := s
	if s != "" && (s[0] == '-' || s[0] == '+') {
		digits = s[1:]
	}
	if digits == "" {
		return 0, false
	}
	var n uint64
	for i := range len(digits) {
		d := digits[i] - '0' // wraps around for bytes below '0'
		if d > 9 || n > math.MaxInt64/10 {
			return 0, false
		}
		n = n*10 + uint64(d)
	}
	if s[0] == '-' {
		return -int64(n), n <= -math.MinInt64
	}
	return int64(n), n <= math.MaxInt64
}
