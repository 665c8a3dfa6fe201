package schema_test

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	"k8s.io/kube-openapi/pkg/validation/validate"

	"github.com/overridekit/overridekit/policy/schema"
)

// generator makes schemas and values at random, from bytes.
type generator struct{ bytes []byte }

// pick returns a number from 0 to n-1, and 0 after the last byte.
func (g *generator) pick(n int) int {
	if len(g.bytes) == 0 {
		return 0
	}
	b := g.bytes[0]
	g.bytes = g.bytes[1:]
	return int(b) % n
}

func (g *generator) value(depth int) any {
	switch n := g.pick(10); {
	case n >= 7 && depth > 0:
		m := map[string]any{}
		for range g.pick(4) {
			m[string(rune('a'+g.pick(3)))] = g.value(depth - 1)
		}
		return m
	case n >= 5 && depth > 0:
		list := []any{}
		for range g.pick(4) {
			list = append(list, g.value(depth-1))
		}
		return list
	default:
		return []any{nil, "a", "ab", "", "2020-01-01", int64(1), int64(3), float64(1), 1.5, true}[g.pick(10)]
	}
}

func (g *generator) list(depth int) []any {
	list := []any{g.schema(depth - 1)}
	for range g.pick(2) {
		list = append(list, g.schema(depth-1))
	}
	return list
}

// schema makes a schema without defaults and without what only this package checks.
func (g *generator) schema(depth int) map[string]any {
	s := map[string]any{}
	if g.pick(2) == 1 {
		s["type"] = []any{"array", "boolean", "integer", "number", "object", "string"}[g.pick(6)]
		s["nullable"] = g.pick(3) == 0
	}
	for range g.pick(3) {
		small := int64(g.pick(3))
		switch g.pick(11) {
		case 0:
			s["enum"] = []any{"a", int64(1), 1.5, nil, map[string]any{}, []any{"a"}}[g.pick(5):]
		case 1:
			s["minimum"], s["exclusiveMinimum"] = small, g.pick(2) == 0
		case 2:
			s["maximum"], s["exclusiveMaximum"] = small, g.pick(2) == 0
		case 3:
			s["multipleOf"] = []any{int64(1), int64(2), 0.5}[small]
			if s["type"] == "integer" && small == 2 {
				s["multipleOf"] = int64(3) // releases of the oracle disagree about fractions
			}
		case 4:
			s["minLength"], s["maxLength"] = small, small
		case 5:
			s["pattern"] = []any{"^a", "b$", "."}[small]
		case 6:
			if s["type"] == "string" {
				s["format"] = []any{"date", "uuid", "password"}[small]
			}
		case 7:
			s["minItems"], s["maxItems"], s["uniqueItems"] = small, small+1, g.pick(2) == 0
		case 8:
			s["minProperties"], s["maxProperties"] = small, small+1
		case 9:
			s["required"] = []any{"a"}
		case 10:
			s["additionalProperties"] = g.pick(2) == 0
		}
	}
	for range g.pick(3) {
		if depth == 0 {
			break
		}
		switch g.pick(7) {
		case 0:
			s["items"] = g.schema(depth - 1)
		case 1:
			s["properties"] = map[string]any{"a": g.schema(depth - 1), "b": g.schema(depth - 1)}
		case 2:
			s["additionalProperties"] = g.schema(depth - 1)
		case 3:
			s["allOf"] = g.list(depth)
		case 4:
			s["anyOf"] = g.list(depth)
		case 5:
			s["oneOf"] = g.list(depth)
		case 6:
			s["not"] = g.schema(depth - 1)
		}
	}
	return s
}

// compare compares with k8s.io/kube-openapi whether an object fits a schema.
func compare(t *testing.T, bytes []byte) (fits bool) {
	g := &generator{bytes}
	given := map[string]any{"properties": map[string]any{"spec": g.schema(4)}}
	content := map[string]any{"apiVersion": "example.com/v1", "kind": "A", "spec": g.value(4)}
	s, errs := schema.New(definition(given))
	require.Empty(t, errs)
	fits = true
	misfits := s.Misfits(&unstructured.Unstructured{Object: content})
	for _, m := range misfits {
		fits = fits && m.Dropped
	}
	text, err := json.Marshal(given)
	require.NoError(t, err)
	var oracle spec.Schema
	require.NoError(t, json.Unmarshal(text, &oracle))
	result := validate.NewSchemaValidator(&oracle, nil, "", strfmt.Default).Validate(content)
	require.Equal(t, result.IsValid(), fits, "%s\n%v\noracle: %v\nhere: %v", text, content, fmt.Sprint(result.Errors), misfits)
	return fits
}

// TestOracle compares random schemas and values. Both outcomes must be common.
func TestOracle(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewSource(1))
	count, cases := map[bool]int{}, 4_000
	if testing.Short() {
		cases /= 4
	}
	for range cases {
		bytes := make([]byte, 120)
		random.Read(bytes)
		count[compare(t, bytes)]++
	}
	require.Greater(t, count[true], cases/10)
	require.Greater(t, count[false], cases/10)
}

func FuzzOracle(f *testing.F) {
	f.Add([]byte("a schema and a value"))
	f.Fuzz(func(t *testing.T, bytes []byte) {
		if len(bytes) <= 1000 {
			compare(t, bytes)
		}
	})
}
