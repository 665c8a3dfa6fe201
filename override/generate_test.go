package override_test

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
)

var encoded = base64.StdEncoding.EncodeToString([]byte(`{"a":1}`))

// source makes an object and policies from bytes; after the last byte, every choice is the first. Keys and tokens are not
// empty, because json-patch treats empty ones differently.
type source struct {
	data   []byte
	object map[string]any
	notes  []string // the policies, for the failure message
}

func (s *source) below(n int) int {
	if len(s.data) == 0 {
		return 0
	}
	b := int(s.data[0]) % n
	s.data = s.data[1:]
	return b
}

func pick[T any](s *source, from ...T) T { return from[s.below(len(from))] }

func (s *source) token() string {
	return pick(s, "a", "b", "0", "1", "-", "a/b", "~1", "x~w", "-1", "2")
}

// text returns a string, often one that some overrider can edit.
func (s *source) text() string {
	return pick(s,
		"x", "", "nginx:1.25", "r.io:5000/team/app@"+overridetest.Checksum, "<&>\u2028é", `[]`, "- a\n---\n- b\n", "{", "null",
	)
}

// value returns decoded JSON.
func (s *source) value(depth int) any {
	kinds := 9
	if depth == 0 {
		kinds = 7
	}
	switch s.below(kinds) {
	case 0:
		return s.text()
	case 1:
		return nil
	case 2:
		return int64(s.below(3))
	case 3:
		return pick(s, 0, 1, 2.5, 1e21, -1e-9, 1<<60)
	case 4:
		return s.below(2) == 0
	case 5:
		return map[string]any{}
	case 6:
		return []any{}
	case 7:
		m := map[string]any{}
		for range s.below(4) {
			m[s.token()] = s.value(depth - 1)
		}
		return m
	}
	l := []any{}
	for range s.below(4) {
		l = append(l, s.value(depth-1))
	}
	return l
}

// seldom returns true now and then, but not after the last byte.
func (s *source) seldom() bool { return s.below(40) == 39 }

// newObject returns an object, mostly a Test in the namespace shop with containers.
func (s *source) newObject() *unstructured.Unstructured {
	s.object = map[string]any{"apiVersion": "apps/v1", "kind": pick(s, "Test", "Test", "Test", "Deployment")}
	if !s.seldom() {
		s.object["metadata"] = map[string]any{"name": "web", "namespace": "shop", "labels": pick[any](s, map[string]any{"app": "web", "a/b": "x"}, map[string]any{}, nil)}
		if s.seldom() {
			s.object["metadata"] = map[string]any{"labels": map[string]any{"app": int64(5)}}
		}
	}
	if !s.seldom() {
		list := []any{}
		for range 1 + s.below(3) {
			c := map[string]any{"name": s.token(), "image": pick(s, "nginx:1.25", "r.io:5000/team/app@"+overridetest.Checksum, "a")}
			if s.seldom() {
				delete(c, "image")
			}
			if s.below(2) == 1 {
				c["command"] = pick[any](s, []any{"x", "", "x"}, []any{}, nil)
			}
			list = append(list, c)
		}
		s.object["spec"] = map[string]any{"pod": map[string]any{"containers": list}}
	}
	for range s.below(4) {
		s.object[s.token()] = s.value(3)
	}
	s.object["json"] = `{"a":{"b":[1,null]},"z":1.0}`
	s.object["yaml"] = "b: 0777 # c\na: &x [on]\nc: *x\n"
	s.object["base64"] = encoded
	return &unstructured.Unstructured{Object: s.object}
}

// place returns a pointer, mostly to an existing value.
func (s *source) place() jsontree.Pointer {
	p := jsontree.Pointer{}
	for v := any(s.object); len(p) == 0 || s.below(4) != 0 && len(p) < 6; {
		token := s.token()
		switch c := v.(type) {
		case map[string]any:
			keys := slices.Sorted(maps.Keys(c))
			if len(keys) > 0 && s.below(8) != 7 {
				token = keys[s.below(len(keys))]
			}
			if (token == "kind" || token == "apiVersion") && !s.seldom() {
				token = "metadata"
			}
			v = c[token]
		case []any:
			if i := s.below(len(c) + 1); i < len(c) {
				token, v = fmt.Sprint(i-len(c)*s.below(2)), c[i]
			}
		default:
			if !s.seldom() {
				return p
			}
			v = nil
		}
		p = append(p, token)
	}
	return p
}

// textPlace returns a pointer, mostly to a suitable string.
func (s *source) textPlace(fits func(text string) bool) jsontree.Pointer {
	var places []jsontree.Pointer
	var walk func(at jsontree.Pointer, v any)
	walk = func(at jsontree.Pointer, v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(v)) {
				walk(at.Child(key), v[key])
			}
		case []any:
			for i := range v {
				walk(at.Index(i), v[i])
			}
		case string:
			if fits(v) {
				places = append(places, at)
			}
		}
	}
	walk(nil, s.object)
	if len(places) == 0 || s.seldom() {
		return s.place()
	}
	return pick(s, places...)
}
