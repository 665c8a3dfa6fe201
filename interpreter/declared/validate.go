package declared

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Bounds on the time to validate and to use a declaration.
const (
	maxTokens   = 100  // of a pointer
	maxEntries  = 1000 // of a list
	maxFindings = 100
)

// Validate returns every fault of a declaration, in the order of its fields, each with its path.
//
//  1. Pointers must follow RFC 6901, must not be empty, and have at most 100 tokens.
//  2. A pointer to retain, a field of the status, the name of a component and a dependency must not be repeated.
//  3. Two numbers of replicas at one place must have the same default.
//  4. A field of the status is inside /status, not inside another field, and not in a list, which could not be created.
//  5. A field is aggregated, reported or both. If any field is reported, all aggregated fields must be: no member would report the others.
//  6. A condition has exactly one test.
//  7. A list has at most 1000 entries; if it has more, its entries are not checked. At most 100 faults are returned.
func (d Declaration) Validate() field.ErrorList {
	v := &findings{}
	for _, list := range []struct {
		name   string
		length int
	}{{"components", len(d.Components)}, {"retain", len(d.Retain)}, {"status", len(d.Status)}, {"health", len(d.Health)}, {"dependencies", len(d.Dependencies)}} {
		if list.length > maxEntries {
			v.add(field.TooMany(field.NewPath(list.name), list.length, maxEntries))
		}
	}
	if len(v.errs) > 0 {
		return v.errs
	}
	v.kind(nil, d.APIVersion, d.Kind, true)
	if d.Replicas != (Replicas{}) {
		v.replicas(field.NewPath("replicas"), d.Replicas)
	}
	v.optional(field.NewPath("template"), d.Template)
	d.validateComponents(v)
	for i, p := range d.Retain {
		at := field.NewPath("retain").Index(i)
		v.pointer(at, p)
		if slices.Contains(d.Retain[:i], p) {
			v.add(field.Duplicate(at, p))
		}
	}
	d.validateStatus(v)
	for i, c := range d.Health {
		c.validate(v, field.NewPath("health").Index(i))
	}
	for i, r := range d.Dependencies {
		at := field.NewPath("dependencies").Index(i)
		v.kind(at, r.APIVersion, r.Kind, false)
		v.pointer(at.Child("namePointer"), r.NamePointer)
		v.optional(at.Child("namespacePointer"), r.NamespacePointer)
		if slices.Contains(d.Dependencies[:i], r) {
			v.add(field.Duplicate(at, r.Kind+" "+r.NamePointer))
		}
	}
	return v.errs
}

func (d Declaration) validateComponents(v *findings) {
	numbers := d.numbers()
	for i, c := range d.Components {
		at := field.NewPath("components").Index(i)
		if c.Name == "" {
			v.add(field.Required(at.Child("name"), ""))
		} else if slices.ContainsFunc(d.Components[:i], func(other Component) bool { return other.Name == c.Name }) {
			v.add(field.Duplicate(at.Child("name"), c.Name))
		}
		v.replicas(at.Child("replicas"), c.Replicas)
		same := slices.IndexFunc(numbers, func(n Replicas) bool { return n.Pointer == c.Replicas.Pointer })
		if c.Replicas.Pointer != "" && numbers[same].Default != c.Replicas.Default {
			v.add(field.Invalid(at.Child("replicas", "default"), c.Replicas.Default,
				fmt.Sprintf("the default of %s is already %d", c.Replicas.Pointer, numbers[same].Default)))
		}
		v.optional(at.Child("template"), c.Template)
	}
}

func (d Declaration) validateStatus(v *findings) {
	pointers := make([]jsontree.Pointer, len(d.Status))
	for i, f := range d.Status {
		pointers[i] = pointer(f.Pointer)
	}
	anyReported := slices.ContainsFunc(d.Status, func(f StatusField) bool { return f.Report })
	for i, f := range d.Status {
		at := field.NewPath("status").Index(i)
		v.statusPointer(at.Child("pointer"), f.Pointer)
		v.overlap(at.Child("pointer"), d.Status[:i], pointers[:i], f.Pointer, pointers[i])
		switch {
		case f.Aggregate == "" && !f.Report:
			v.add(field.Required(at, "must be aggregated or reported"))
		case f.Aggregate != "" && foldOf(f.Aggregate) == nil:
			v.add(field.NotSupported(at.Child("aggregate"), f.Aggregate, []Aggregation{Sum, Max, Min, Latest, AllTrue, Concatenate, First}))
		case f.Aggregate != "" && !f.Report && anyReported:
			v.add(field.Invalid(at.Child("report"), false, "must be true, as other fields are reported and no member would report this one"))
		}
	}
}

// overlap reports that a field of the status overlaps an earlier field, only the first one.
func (v *findings) overlap(at *field.Path, before []StatusField, pointers []jsontree.Pointer, text string, p jsontree.Pointer) {
	for j, q := range pointers {
		switch {
		case len(p) == 0 || len(q) == 0:
		case p.Equal(q):
			v.add(field.Duplicate(at, text))
			return
		case p.HasPrefix(q) || q.HasPrefix(p):
			v.add(field.Invalid(at, text, fmt.Sprintf("must not overlap status[%d], which is %s", j, before[j].Pointer)))
			return
		}
	}
}

func (c Condition) validate(v *findings, at *field.Path) {
	var given []string
	for _, test := range []struct {
		name  string
		given bool
	}{
		{"equals", c.Equals != nil}, {"equalsPointer", c.EqualsPointer != ""}, {"atLeast", c.AtLeast != nil},
		{"atLeastPointer", c.AtLeastPointer != ""}, {"condition", c.Condition != ""},
	} {
		if test.given {
			given = append(given, test.name)
		}
	}
	if len(given) == 1 && c.Condition != "" {
		v.optional(at.Child("pointer"), c.Pointer)
	} else {
		v.pointer(at.Child("pointer"), c.Pointer)
	}
	switch {
	case len(given) == 0:
		v.add(field.Required(at, "one of equals, equalsPointer, atLeast, atLeastPointer and condition"))
	case len(given) > 1:
		v.add(field.Forbidden(at, "only one of "+strings.Join(given, ", ")+" may be set"))
	}
	if c.Equals != nil && scalar(c.Equals) == nil {
		v.add(field.Invalid(at.Child("equals"), jsontree.Describe(c.Equals), "must be a string, a boolean or a number"))
	}
	v.optional(at.Child("equalsPointer"), c.EqualsPointer)
	v.optional(at.Child("atLeastPointer"), c.AtLeastPointer)
}

// findings collects faults.
type findings struct{ errs field.ErrorList }

func (v *findings) add(err *field.Error) {
	if len(v.errs) < maxFindings {
		v.errs = append(v.errs, err)
	}
}

// kind checks an API version and a kind; mayBeAny reports whether they may be [interpreter.Any].
func (v *findings) kind(at *field.Path, apiVersion, kind string, mayBeAny bool) {
	gv, err := schema.ParseGroupVersion(apiVersion)
	switch {
	case apiVersion == "":
		v.add(field.Required(at.Child("apiVersion"), ""))
	case err != nil || gv.Version == "" || !mayBeAny && strings.Contains(apiVersion, interpreter.Any):
		v.add(field.Invalid(at.Child("apiVersion"), apiVersion, "must be group/version, or only a version"))
	}
	switch {
	case kind == "":
		v.add(field.Required(at.Child("kind"), ""))
	case mayBeAny && kind == interpreter.Any:
	case len(validation.IsDNS1035Label(strings.ToLower(kind))) > 0:
		v.add(field.Invalid(at.Child("kind"), kind, "must be a kind, which has only letters and digits"))
	}
}

func (v *findings) replicas(at *field.Path, r Replicas) {
	v.pointer(at.Child("pointer"), r.Pointer)
	if r.Default < 0 {
		v.add(field.Invalid(at.Child("default"), r.Default, "must not be negative"))
	}
}

func (v *findings) optional(at *field.Path, s string) {
	if s != "" {
		v.pointer(at, s)
	}
}

// pointer checks a pointer and returns it; nil if it is invalid.
func (v *findings) pointer(at *field.Path, s string) jsontree.Pointer {
	p, err := jsontree.Parse(s)
	switch {
	case s == "":
		v.add(field.Required(at, "a JSON pointer"))
	case err != nil:
		v.add(field.Invalid(at, s, `must be a JSON pointer, which starts with "/"`))
	case p.String() != s:
		v.add(field.Invalid(at, s, `must be a JSON pointer, in which "~" is followed by 0 or 1`))
	case len(p) > maxTokens:
		v.add(field.TooMany(at, len(p), maxTokens))
	default:
		return p
	}
	return nil
}

func (v *findings) statusPointer(at *field.Path, s string) {
	p := v.pointer(at, s)
	if p == nil {
		return
	}
	if len(p) < 2 || p[0] != "status" {
		v.add(field.Invalid(at, s, `must be inside "/status/"`))
	}
	if slices.ContainsFunc(p, func(token string) bool { _, isIndex := index(token); return isIndex || token == "-" }) {
		v.add(field.Invalid(at, s, "must not name an element of a list"))
	}
}
