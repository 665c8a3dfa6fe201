package schema

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"

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
	required                     []string
	minProperties, maxProperties *int64
	additional                   *node // of other fields; nil: they are unknown

	allOf, anyOf, oneOf []*node
	not                 *node
}

// The schemas of other fields that additionalProperties gives with true and with false.
var (
	anything  = &node{preserve: true}
	forbidden = &node{}
)

// maxNodes is the number of schemas in a schema. An API server stores at most 1.5 MiB.
const maxNodes = 100_000

// maxInstructions is the number of instructions in the patterns of all definitions together. Each takes about 40 bytes, and nested repetitions make
// a hundred of them from one byte of a pattern.
const maxInstructions = 4_000_000

// compiler compiles a schema.
type compiler struct {
	left         int
	instructions *int // that patterns may have, also those of other schemas
}

// compile compiles a schema. It subtracts the instructions of its patterns.
func compile(given any, instructions *int) (*node, error) {
	if !jsontree.Fits(given) {
		return nil, errors.New("it is too large")
	}
	if given == nil {
		given = map[string]any{} // as an empty schema
	}
	c := &compiler{maxNodes, instructions}
	return c.node(place{}, given)
}

// node compiles the schema at a place. The schema must be a tree, which jsontree.Fits has checked.
func (c *compiler) node(at place, given any) (*node, error) {
	if c.left--; c.left < 0 {
		return nil, fmt.Errorf("it has more than %d parts", maxNodes)
	}
	m, ok := given.(map[string]any)
	if !ok {
		return nil, jsontree.NotA(at.pointer(), given, true, "an object")
	}
	n := &node{}
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if m[key] == nil {
			continue
		}
		if err := c.keyword(n, at.child(key), key, m[key]); err != nil {
			return nil, err
		}
	}
	n.required = slices.DeleteFunc(n.required, func(name string) bool { return n.properties[name] != nil && n.properties[name].hasDefault })
	return n, nil
}

func (c *compiler) nodes(at place, v any) (all []*node, err error) {
	list, ok := v.([]any)
	if !ok {
		return nil, jsontree.NotA(at.pointer(), v, true, "a list of schemas")
	}
	for i, e := range list {
		n, err := c.node(at.element(i), e)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

func (c *compiler) properties(n *node, at place, v any) (err error) {
	m, ok := v.(map[string]any)
	if !ok {
		return jsontree.NotA(at.pointer(), v, true, "an object with schemas")
	}
	n.properties = make(map[string]*node, len(m))
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if n.properties[name], err = c.node(at.child(name), m[name]); err != nil {
			return err
		}
	}
	return nil
}
