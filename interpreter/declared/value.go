package declared

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
)

// content returns the content of an object, read-only.
func content(object *unstructured.Unstructured) (map[string]any, error) {
	if object == nil || object.Object == nil {
		return nil, errors.New("the object is nil")
	}
	return object.Object, nil
}

// fresh returns a copy of an object, to be written.
func fresh(object *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	root, err := content(object)
	if err != nil {
		return nil, err
	}
	c, err := jsontree.Clone(root)
	if err != nil {
		return nil, err
	}
	return &unstructured.Unstructured{Object: c.(map[string]any)}, nil
}

// isNull reports whether a value is null in JSON.
func isNull(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case map[string]any:
		return v == nil
	case []any:
		return v == nil
	}
	return false
}

// find returns the value at p; nil if it is absent. The value is shared.
func find(root any, p jsontree.Pointer) (any, error) {
	v := root
	for i, token := range p {
		if isNull(v) {
			return nil, nil
		}
		switch c := v.(type) {
		case map[string]any:
			v = c[token]
		case []any:
			n, ok := index(token)
			if !ok {
				return nil, unexpected(p[:i], v, "an object")
			}
			if n >= len(c) {
				return nil, nil
			}
			v = c[n]
		default:
			return nil, unexpected(p[:i], v, "an object")
		}
	}
	if isNull(v) {
		return nil, nil
	}
	return v, nil
}

// put writes v at p of a document that is not shared, and keeps v.
func put(root map[string]any, p jsontree.Pointer, v any) error {
	var here any = root
	for i, token := range p {
		var next any
		var set func(any)
		switch c := here.(type) {
		case map[string]any:
			next, set = c[token], func(v any) { c[token] = v }
		case []any:
			n, ok := index(token)
			if !ok {
				return unexpected(p[:i], here, "an object")
			}
			if n >= len(c) {
				return &valueError{at: p[:i], reason: fmt.Sprintf("has %d elements, so index %d does not exist", len(c), n)}
			}
			next, set = c[n], func(v any) { c[n] = v }
		default:
			return unexpected(p[:i], here, "an object")
		}
		switch {
		case i == len(p)-1:
			set(v)
		case isNull(next):
			next = map[string]any{}
			set(next)
		}
		here = next
	}
	return nil
}

// index parses the index of a list element as RFC 6901 defines it.
func index(token string) (int, bool) {
	n, err := strconv.Atoi(token)
	return n, err == nil && n >= 0 && strconv.Itoa(n) == token
}

// integer converts a value found at a place to an integer; 0 if it is absent.
func integer(at jsontree.Pointer, v any) (int64, error) {
	switch v := v.(type) {
	case nil:
		return 0, nil
	case int64:
		return v, nil
	case float64:
		if v == math.Trunc(v) && v >= math.MinInt64 && v < math.MaxInt64 {
			return int64(v), nil
		}
	}
	return 0, unexpected(at, v, "an integer")
}

// text converts a value found at a place to a string; empty if it is absent.
func text(at jsontree.Pointer, v any) (string, error) {
	switch v := v.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	}
	return "", unexpected(at, v, "a string")
}
