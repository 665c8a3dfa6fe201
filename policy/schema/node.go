package schema

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"regexp/syntax"
	"slices"

	"k8s.io/kube-openapi/pkg/validation/strfmt"

	"github.com/overridekit/overridekit/override/jsontree"
)

// node is a compiled schema.
type node struct {
	kind        string // "": any
	nullable    bool
	intOrString bool
	preserve    bool // unknown fields stay
	embedded    bool
	hasDefault  bool
	enum        []any

	minimum, maximum, multipleOf       *float64
	exclusiveMinimum, exclusiveMaximum bool

	minLength, maxLength *int64
	pattern              *regexp.Regexp
	patternCost          int64  // the instructions of the pattern
	format               string // "": none that is known

	items              *node
	minItems, maxItems *int64
	unique             bool

	properties                   map[string]*node
	names                        []string // of the properties, sorted
	required                     []string
	minProperties, maxProperties *int64
	additional                   *node // nil: see closed and open
	closed                       bool  // additionalProperties: false
	open                         bool  // additionalProperties: true

	allOf, anyOf, oneOf []*node
	not                 *node
}

// mostNodes is the number of schemas in a schema. An API server stores at most 1.5 MiB.
const mostNodes = 100_000

// compiler compiles a schema.
type compiler struct{ left int }

func compile(given any) (*node, error) {
	if !jsontree.Fits(given) {
		return nil, errors.New("it is too large")
	}
	if given == nil {
		given = map[string]any{} // as an empty schema
	}
	c := &compiler{left: mostNodes}
	return c.node(nil, given)
}

// node compiles the schema at p. The schema must be a tree, which jsontree.Fits has checked.
func (c *compiler) node(p jsontree.Pointer, given any) (*node, error) {
	if c.left--; c.left < 0 {
		return nil, fmt.Errorf("it has more than %d parts", mostNodes)
	}
	m, ok := given.(map[string]any)
	if !ok {
		return nil, jsontree.NotA(p, given, true, "an object")
	}
	n := &node{}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if m[key] == nil {
			continue
		}
		if err := c.keyword(n, p.Child(key), key, m[key]); err != nil {
			return nil, err
		}
	}
	n.required = slices.DeleteFunc(n.required, func(name string) bool { return n.properties[name] != nil && n.properties[name].hasDefault })
	return n, nil
}

// keyword adds a keyword with its value to a schema.
func (c *compiler) keyword(n *node, p jsontree.Pointer, key string, v any) (err error) {
	switch key {
	case "$ref", "patternProperties", "dependencies", "definitions", "additionalItems", "$schema", "id":
		return fmt.Errorf("found %s, which schemas of custom resources may not have", key)
	case "type":
		n.kind, err = textIn(p, v, kinds...)
	case "format":
		if n.format, err = textIn(p, v); !strfmt.Default.ContainsName(n.format) {
			n.format = ""
		}
	case "pattern":
		err = n.setPattern(p, v)
	case "default":
		n.hasDefault = true
	case "enum":
		err = n.setEnum(p, v)
	case "required":
		n.required, err = texts(p, v)
	case "items":
		n.items, err = c.node(p, v)
	case "not":
		n.not, err = c.node(p, v)
	case "allOf":
		n.allOf, err = c.nodes(p, v)
	case "anyOf":
		n.anyOf, err = c.nodes(p, v)
	case "oneOf":
		n.oneOf, err = c.nodes(p, v)
	case "properties":
		err = c.properties(n, p, v)
	case "additionalProperties":
		if allowed, ok := v.(bool); ok {
			n.open, n.closed = allowed, !allowed
			return nil
		}
		n.additional, err = c.node(p, v)
	default:
		err = n.plain(p, key, v)
	}
	return err
}

// kinds are the types of values.
var kinds = []string{"array", "boolean", "integer", "number", "object", "string"}

// plain adds a keyword whose value is a boolean or a number.
func (n *node) plain(p jsontree.Pointer, key string, v any) error {
	if into := map[string]*bool{
		"nullable": &n.nullable, "uniqueItems": &n.unique, "exclusiveMinimum": &n.exclusiveMinimum, "exclusiveMaximum": &n.exclusiveMaximum,
		"x-kubernetes-int-or-string": &n.intOrString, "x-kubernetes-preserve-unknown-fields": &n.preserve, "x-kubernetes-embedded-resource": &n.embedded,
	}[key]; into != nil {
		found, ok := v.(bool)
		if !ok {
			return jsontree.NotA(p, v, true, "true or false")
		}
		*into = found
		return nil
	}
	if into := map[string]**float64{"minimum": &n.minimum, "maximum": &n.maximum, "multipleOf": &n.multipleOf}[key]; into != nil {
		found, ok := float(v)
		if !ok || key == "multipleOf" && found <= 0 {
			return jsontree.NotA(p, v, true, map[bool]string{false: "a number", true: "a number greater than 0"}[key == "multipleOf"])
		}
		*into = &found
		return nil
	}
	if into := map[string]**int64{
		"minLength": &n.minLength, "maxLength": &n.maxLength, "minItems": &n.minItems, "maxItems": &n.maxItems,
		"minProperties": &n.minProperties, "maxProperties": &n.maxProperties,
	}[key]; into != nil {
		found, ok := integer(v)
		if !ok {
			return jsontree.NotA(p, v, true, "an integer")
		}
		*into = &found
	}
	return nil
}

func (c *compiler) nodes(p jsontree.Pointer, v any) (all []*node, err error) {
	list, ok := v.([]any)
	if !ok {
		return nil, jsontree.NotA(p, v, true, "a list of schemas")
	}
	for i, e := range list {
		n, err := c.node(p.Index(i), e)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

func (c *compiler) properties(n *node, p jsontree.Pointer, v any) (err error) {
	m, ok := v.(map[string]any)
	if !ok {
		return jsontree.NotA(p, v, true, "an object with schemas")
	}
	n.properties, n.names = make(map[string]*node, len(m)), slices.Sorted(maps.Keys(m))
	for _, name := range n.names {
		if n.properties[name], err = c.node(p.Child(name), m[name]); err != nil {
			return err
		}
	}
	return nil
}

// setPattern compiles a pattern. The number of its instructions is what a match costs for each byte.
func (n *node) setPattern(p jsontree.Pointer, v any) error {
	pattern, err := textIn(p, v)
	if err != nil {
		return err
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return &jsontree.ValueError{Pointer: p, Found: jsontree.Describe(v), Expected: "a regular expression"}
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err == nil {
		n.patternCost = int64(len(program.Inst))
		n.pattern, err = regexp.Compile(pattern)
	}
	return err
}

func (n *node) setEnum(p jsontree.Pointer, v any) error {
	list, ok := v.([]any)
	if !ok {
		return jsontree.NotA(p, v, true, "a list")
	}
	copied, err := jsontree.Clone(list)
	if err != nil {
		return err
	}
	n.enum, _ = copied.([]any)
	return nil
}

// textIn returns a string, which is one of some if any are given.
func textIn(p jsontree.Pointer, v any, some ...string) (string, error) {
	text, ok := v.(string)
	if !ok || len(some) > 0 && !slices.Contains(some, text) {
		expected := "a string"
		if len(some) > 0 {
			expected = fmt.Sprintf("one of %v", some)
		}
		return "", jsontree.NotA(p, v, true, expected)
	}
	return text, nil
}

func texts(p jsontree.Pointer, v any) (all []string, err error) {
	list, ok := v.([]any)
	if !ok {
		return nil, jsontree.NotA(p, v, true, "a list of strings")
	}
	for i, e := range list {
		text, err := textIn(p.Index(i), e)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}
