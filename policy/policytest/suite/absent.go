package suite

import (
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	apischema "k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/schema"
	"github.com/overridekit/overridekit/selector"
)

// doubt says why a path without a value may be misspelt, or returns "".
func (s *seen) doubt(path jsontree.Pointer) string {
	if _, existed := jsontree.Get(s.object.Object, path); existed {
		return "" // a policy removed it
	}
	schemas, facts := s.of.in.types(), selector.ObjectOf(s.object.Object)
	known := schemas.Has(apischema.FromAPIVersionAndKind(facts.APIVersion, facts.Kind))
	if known {
		for _, m := range schemas.Misfits(probe(facts, path)) {
			if m.Dropped && len(m.Path) <= len(path) && m.Path.String() == path[:len(m.Path)].String() {
				return m.String() + nearKey(s.result.SharedContent(), path)
			}
		}
	}
	content := any(s.result.SharedContent())
	for i, token := range path {
		switch v := content.(type) {
		case map[string]any:
			next, exists := v[token]
			if !exists && (known || i > 0 && freeKeys[path[i-1]]) {
				return ""
			}
			if near := nearKey(v, jsontree.Pointer{token}); !exists && near != "" {
				return strings.TrimPrefix(nearKey(s.result.SharedContent(), path), ", ")
			}
			if !exists && i < len(path)-1 && !freeKeys[token] {
				return fmt.Sprintf("%s has no value, either", path[:i+1])
			}
			content = next
		case []any:
			n, err := strconv.Atoi(token)
			if err != nil || n < 0 || n >= len(v) && i < len(path)-1 {
				return fmt.Sprintf("%s is a list with the length %d and has no element %.100q", path[:i], len(v), token)
			} else if n >= len(v) {
				return ""
			}
			content = v[n]
		case nil:
			return ""
		default:
			return fmt.Sprintf("%s is neither a map nor a list", path[:i])
		}
	}
	return ""
}

// freeKeys are the maps of common kinds with any keys. Objects often do not have them.
var freeKeys = map[string]bool{
	"labels": true, "annotations": true, "matchLabels": true, "nodeSelector": true, "data": true, "stringData": true, "binaryData": true,
}

// types returns the types of the objects of the case.
func (in *input) types() *schema.Schemas {
	if in.schemas == nil {
		in.schemas, _ = schema.New(in.Objects...) // [Valid] reports the errors
	}
	return in.schemas
}

// probe returns an object of a kind that has only a value at a path.
func probe(of selector.Object, path jsontree.Pointer) *unstructured.Unstructured {
	var content any = map[string]any{}
	for i := len(path) - 1; i >= 0; i-- {
		if _, err := strconv.Atoi(path[i]); err == nil {
			content = []any{content}
		} else {
			content = map[string]any{path[i]: content}
		}
	}
	root, ok := content.(map[string]any)
	if !ok {
		root = map[string]any{path[0]: map[string]any{}}
	}
	root["apiVersion"], root["kind"] = of.APIVersion, of.Kind
	return &unstructured.Unstructured{Object: root}
}
