package schema

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"k8s.io/kube-openapi/pkg/validation/strfmt"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
)

// maxSteps limits a check. A step is one comparison of a value, a field or an element.
const maxSteps = 10_000_000

// check checks one object.
type check struct {
	hidden  redact.Region
	left    int64 // steps
	found   []Misfit
	dropped []Misfit
	silent  int // more than 0: record only whether something is wrong
	wrong   bool
}

// refuse adds a misfit.
func (c *check) refuse(at place, format string, args ...any) {
	if c.wrong = true; c.silent > 0 || len(c.found) == maxMisfits {
		return
	}
	c.found = append(c.found, Misfit{Path: at.pointer(), Text: fmt.Sprintf(format, args...)})
}

// refuseType adds the misfit of a value that has another type. It describes a hidden value by its type.
func (c *check) refuseType(v any, at place, expected string) {
	if c.wrong = true; c.silent > 0 || len(c.found) == maxMisfits {
		return
	}
	found := jsontree.Describe(v)
	if c.hidden.Touches(at.pointer()) {
		found = cmp.Or(article[typeOf(v)], typeOf(v))
	}
	c.refuse(at, "is %s, expected %s", found, expected)
}

// misfits returns what was found, sorted, or one misfit if there were too few steps.
func (c *check) misfits() []Misfit {
	if c.left < 0 {
		return []Misfit{{Text: fmt.Sprintf("the object takes more than %d steps to be checked", maxSteps), Unchecked: true}}
	}
	slices.SortStableFunc(c.found, func(a, b Misfit) int {
		return cmp.Or(slices.Compare(a.Path, b.Path), cmp.Compare(a.Text, b.Text))
	})
	return append(c.found, c.dropped...)
}

// spend takes steps, and reports whether some are left.
func (c *check) spend(steps int64) bool {
	c.left -= min(steps, maxSteps)
	return c.left >= 0
}

// fits reports whether a value fits a schema, without adding misfits.
func (c *check) fits(n *node, v any, at place) bool {
	before := c.wrong
	c.silent++
	c.wrong = false
	c.node(n, v, at)
	fits := !c.wrong
	c.silent--
	c.wrong = before
	return fits
}

// node checks a value.
func (c *check) node(n *node, v any, at place) {
	if !c.spend(1) || c.silent > 0 && c.wrong {
		return
	}
	switch {
	case !n.takes(v):
		c.refuseType(v, at, article[n.kind])
		return
	case n.intOrString && v != nil && !isOf("integer", v) && typeOf(v) != "string":
		c.refuseType(v, at, "an integer or a string")
		return
	}
	c.enum(n, v, at)
	if v == nil {
		return
	}
	c.others(n, v, at)
	switch v := v.(type) {
	case string:
		c.text(n, v, at)
	case []any:
		c.list(n, v, at)
	case map[string]any:
		c.object(n, v, at)
	case int64, float64:
		c.number(n, v, at)
	}
}

// takes reports whether a value has the type of a schema. As for an API server, a list has the type of a string with a known format, because it may
// be a list of bytes.
func (n *node) takes(v any) bool {
	if v == nil || n.kind == "" {
		return n.kind == "" || n.nullable
	}
	if n.format != "" && n.kind != "number" && n.kind != "integer" && (typeOf(v) == "string" || typeOf(v) == "array") {
		return true
	}
	return isOf(n.kind, v)
}

// enum checks that a value is one of some. As for an API server, null never is.
func (c *check) enum(n *node, v any, at place) {
	if len(n.enum) == 0 {
		return
	}
	for _, e := range n.enum {
		if !c.spend(sizeOf(e)) || v != nil && jsontree.Equal(v, e) {
			return
		}
	}
	text := fmt.Sprint(n.enum)
	if utf8.RuneCountInString(text) > 200 {
		text = fmt.Sprintf("%.200s…", text)
	}
	c.refuse(at, "should be one of %s", text)
}

// sizeOf returns what it costs to compare with a value: about its number of values.
func sizeOf(v any) int64 {
	size := int64(1)
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			size += sizeOf(e)
		}
	case map[string]any:
		for _, e := range v {
			size += sizeOf(e)
		}
	}
	return size
}

// others checks allOf, anyOf, oneOf and not.
func (c *check) others(n *node, v any, at place) {
	for _, other := range n.allOf {
		c.node(other, v, at)
	}
	if n.anyOf != nil && !slices.ContainsFunc(n.anyOf, func(other *node) bool { return c.fits(other, v, at) }) {
		c.refuse(at, "must fit one of the %d schemas of anyOf", len(n.anyOf))
	}
	fitting := 0
	for _, other := range n.oneOf {
		if c.fits(other, v, at) {
			fitting++
		}
	}
	if n.oneOf != nil && fitting != 1 {
		c.refuse(at, "must fit exactly one of the %d schemas of oneOf, fits %d", len(n.oneOf), fitting)
	}
	if n.not != nil && c.fits(n.not, v, at) {
		c.refuse(at, "must not fit the schema of not")
	}
}

func (c *check) text(n *node, v string, at place) {
	if n.minLength != nil || n.maxLength != nil {
		switch length := int64(utf8.RuneCountInString(v)); {
		case n.maxLength != nil && length > *n.maxLength:
			c.refuse(at, "should be at most %d chars long", *n.maxLength)
		case n.minLength != nil && length < *n.minLength:
			c.refuse(at, "should be at least %d chars long", *n.minLength)
		}
	}
	if n.pattern != nil && c.spend(int64(len(v))*n.patternCost/8) && !n.pattern.MatchString(v) {
		c.refuse(at, "should match '%.200s'", n.pattern)
	}
	if n.format == "" || !c.spend(int64(len(v))) || strfmt.Default.Validates(n.format, v) {
		return
	}
	if c.hidden.Touches(at.pointer()) {
		c.refuse(at, "must be of type %.60s", n.format)
		return
	}
	c.refuse(at, "must be of type %.60s: %.200q", n.format, v)
}

func (c *check) object(n *node, v map[string]any, at place) {
	if n.minProperties != nil && int64(len(v)) < *n.minProperties {
		c.refuse(at, "should have at least %d properties", *n.minProperties)
	}
	if n.maxProperties != nil && int64(len(v)) > *n.maxProperties {
		c.refuse(at, "should have at most %d properties", *n.maxProperties)
	}
	for _, name := range n.required {
		if _, found := v[name]; !found && c.spend(1) {
			c.refuse(at.child(name), "is required")
		}
	}
	if !c.spend(int64(len(v))) {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(v)) {
		inside := n.properties[key]
		switch {
		case inside != nil && v[key] == nil && inside.hasDefault && !inside.nullable: // an API server drops the null and sets the default
		case inside != nil:
			c.node(inside, v[key], at.child(key))
		case n.additional == forbidden:
			c.refuse(at.child(key), "is a forbidden property")
		case n.additional != nil:
			c.node(n.additional, v[key], at.child(key))
		}
	}
}
