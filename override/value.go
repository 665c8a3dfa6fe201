package override

import (
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// value is what is at a place, if anything.
type value struct {
	is    any
	there bool
}

func (v value) equal(w value) bool {
	return v.there == w.there && (!v.there || jsontree.Equal(v.is, w.is))
}

// child is what is at a key or an index.
func (v value) child(token string) value {
	switch c := v.is.(type) {
	case map[string]any:
		is, there := c[token]
		return value{is, there && v.there}
	case []any:
		if i, ok := indexOf(token); ok && i < len(c) {
			return value{c[i], v.there}
		}
	}
	return value{}
}

// indexOf reads a plain index, as the pointers of changes have them.
func indexOf(token string) (int, bool) {
	if token == "" || len(token) > 9 || token[0] == '0' && len(token) > 1 {
		return 0, false
	}
	i := 0
	for _, digit := range []byte(token) {
		if digit < '0' || digit > '9' {
			return 0, false
		}
		i = i*10 + int(digit-'0')
	}
	return i, true
}

// weight is about how many bytes a copy of a value takes, as far as most; of one that cannot be copied it is more than most.
func weight(v any, most int) int { return weigh(v, most, 0) }

func weigh(v any, most, depth int) int {
	const each = 16 // an interface, and the header of a string
	total := each
	if depth > jsontree.MaxDepth {
		return most + 1
	}
	switch v := v.(type) {
	case string:
		total += len(v)
	case map[string]any:
		for key, e := range v {
			if total > most {
				break
			}
			total += each + len(key) + weigh(e, most-total, depth+1)
		}
	case []any:
		for _, e := range v {
			if total > most {
				break
			}
			total += weigh(e, most-total, depth+1)
		}
	}
	return total
}

// size is how many keys or elements there are.
func (v value) size() int {
	switch c := v.is.(type) {
	case map[string]any:
		return len(c)
	case []any:
		return len(c)
	}
	return 0
}

// each goes through the keys, or the indexes.
func (v value) each(visit func(token string)) {
	switch c := v.is.(type) {
	case map[string]any:
		for key := range c {
			visit(key)
		}
	case []any:
		for i := range c {
			visit(strconv.Itoa(i))
		}
	}
}
