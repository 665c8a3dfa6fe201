package schema

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"

	"k8s.io/kube-openapi/pkg/validation/strfmt"

	"github.com/overridekit/overridekit/override/jsontree"
)

// keyword adds a keyword with its value to a schema.
func (c *compiler) keyword(n *node, at place, key string, v any) (err error) {
	switch key {
	case "$ref", "patternProperties", "dependencies", "definitions", "additionalItems", "$schema", "id":
		return fmt.Errorf("found %s, which schemas of custom resources may not have", key)
	case "type":
		n.kind, err = textIn(at, v, kinds...)
	case "format":
		if n.format, err = textIn(at, v); !strfmt.Default.ContainsName(n.format) {
			n.format = ""
		}
	case "pattern":
		err = c.pattern(n, at, v)
	case "default":
		n.hasDefault = true
	case "enum":
		err = n.setEnum(at, v)
	case "required":
		n.required, err = texts(at, v)
	case "items":
		n.items, err = c.node(at, v)
	case "not":
		n.not, err = c.node(at, v)
	case "allOf":
		n.allOf, err = c.nodes(at, v)
	case "anyOf":
		n.anyOf, err = c.nodes(at, v)
	case "oneOf":
		n.oneOf, err = c.nodes(at, v)
	case "properties":
		err = c.properties(n, at, v)
	case "additionalProperties":
		if allowed, ok := v.(bool); ok {
			n.additional = map[bool]*node{true: anything, false: forbidden}[allowed]
			return nil
		}
		n.additional, err = c.node(at, v)
	default:
		err = n.plain(at, key, v)
	}
	return err
}

// kinds are the types of values.
var kinds = []string{"array", "boolean", "integer", "number", "object", "string"}

// plain adds a keyword whose value is a boolean or a number.
func (n *node) plain(at place, key string, v any) error {
	if into := map[string]*bool{
		"nullable": &n.nullable, "uniqueItems": &n.unique, "exclusiveMinimum": &n.exclusiveMinimum, "exclusiveMaximum": &n.exclusiveMaximum,
		"x-kubernetes-int-or-string": &n.intOrString, "x-kubernetes-preserve-unknown-fields": &n.preserve, "x-kubernetes-embedded-resource": &n.embedded,
	}[key]; into != nil {
		found, ok := v.(bool)
		if !ok {
			return jsontree.NotA(at.pointer(), v, true, "true or false")
		}
		*into = found
		return nil
	}
	if into := map[string]**float64{"minimum": &n.minimum, "maximum": &n.maximum, "multipleOf": &n.multipleOf}[key]; into != nil {
		found, ok := float(v)
		if !ok || key == "multipleOf" && found <= 0 {
			return jsontree.NotA(at.pointer(), v, true, map[bool]string{false: "a number", true: "a number greater than 0"}[key == "multipleOf"])
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
			return jsontree.NotA(at.pointer(), v, true, "an integer")
		}
		*into = &found
	}
	return nil
}

// pattern compiles a pattern. The number of its instructions is what a match costs for each byte.
func (c *compiler) pattern(n *node, at place, v any) error {
	pattern, err := textIn(at, v)
	if err != nil {
		return err
	}
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return &jsontree.ValueError{Pointer: at.pointer(), Found: jsontree.Describe(v), Expected: "a regular expression"}
	}
	program, err := syntax.Compile(parsed.Simplify())
	if err != nil {
		return err
	}
	if len(program.Inst) > *c.instructions {
		expected := fmt.Sprintf("at most %d instructions in the patterns of all definitions", maxInstructions)
		return &jsontree.ValueError{Pointer: at.pointer(), Found: jsontree.Describe(v), Expected: expected}
	}
	*c.instructions -= len(program.Inst)
	n.patternCost = int64(len(program.Inst))
	n.pattern, err = regexp.Compile(pattern)
	return err
}

func (n *node) setEnum(at place, v any) error {
	list, ok := v.([]any)
	if !ok {
		return jsontree.NotA(at.pointer(), v, true, "a list")
	}
	copied, err := jsontree.Clone(list)
	if err != nil {
		return err
	}
	n.enum, _ = copied.([]any)
	return nil
}

// textIn returns a string. If values are given, it must be one of them.
func textIn(at place, v any, some ...string) (string, error) {
	text, ok := v.(string)
	if !ok || len(some) > 0 && !slices.Contains(some, text) {
		expected := "a string"
		if len(some) > 0 {
			expected = fmt.Sprintf("one of %v", some)
		}
		return "", jsontree.NotA(at.pointer(), v, true, expected)
	}
	return text, nil
}

func texts(at place, v any) (all []string, err error) {
	list, ok := v.([]any)
	if !ok {
		return nil, jsontree.NotA(at.pointer(), v, true, "a list of strings")
	}
	for i, e := range list {
		text, err := textIn(at.element(i), e)
		if err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, nil
}
