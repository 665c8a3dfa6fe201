package jsontree_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// source turns bytes into choices; without more bytes every choice is the first.
type source struct{ data []byte }

func (s *source) below(n int) int {
	if len(s.data) == 0 {
		return 0
	}
	b := int(s.data[0]) % n
	s.data = s.data[1:]
	return b
}

func (s *source) token() string {
	return []string{"a", "b", "0", "1", "-", "", "a/b", "~1", "-1", "2"}[s.below(10)]
}

func (s *source) value(depth int) any {
	kinds := 9
	if depth == 0 {
		kinds = 7
	}
	switch s.below(kinds) {
	case 0:
		return nil
	case 1:
		return "x"
	case 2:
		return []int64{0, 1, 2, 1 << 60, 1152921504606847000}[s.below(5)]
	case 3:
		return []float64{0, 1, 2.5, 1e21, -1e-9, 1 << 60}[s.below(6)]
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

// path returns a pointer that mostly follows existing values.
func (s *source) path(doc any) string {
	p := jsontree.Pointer{}
	for v := doc; s.below(6) != 0 && len(p) < 6; {
		token := s.token()
		switch c := v.(type) {
		case map[string]any:
			keys := slices.Sorted(maps.Keys(c))
			if len(keys) > 0 && s.below(4) != 0 {
				token = keys[s.below(len(keys))]
			}
			v = c[token]
		case []any:
			if i := s.below(len(c) + 2); i < len(c) {
				token, v = fmt.Sprint(i-len(c)*s.below(2)), c[i]
			}
		}
		p = append(p, token)
	}
	if s.below(20) == 19 {
		return strings.TrimPrefix(p.String(), "/")
	}
	return p.String()
}
