package override

import (
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// value is the value at a place, if it exists.
type value struct {
	is     any
	exists bool
}

func (v value) equal(w value) bool {
	return v.exists == w.exists && (!v.exists || jsontree.Equal(v.is, w.is))
}

// child returns the value at a key or an index.
func (v value) child(token string) value {
	switch c := v.is.(type) {
	case map[string]any:
		is, there := c[token]
		return value{is, there && v.exists}
	case []any:
		if i, ok := indexOf(token); ok && i < len(c) {
			return value{c[i], v.exists}
		}
	}
	return value{}
}

// indexOf parses a decimal index without leading zeros, as in the pointers of changes.
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

// weight estimates the bytes of a copy of a value. It stops once the sum exceeds most; a value too deep to copy exceeds it, too.
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

// size returns the number of keys or elements.
func (v value) size() int {
	switch c := v.is.(type) {
	case map[string]any:
		return len(c)
	case []any:
		return len(c)
	}
	return 0
}

// each visits the keys or the indexes.
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
