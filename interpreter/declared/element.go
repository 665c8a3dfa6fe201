package declared

import "cmp"

// element is an element of a concatenated list, and its JSON.
type element struct {
	value any
	json  string
}

// compare orders booleans before numbers, then strings, lists and objects. Numbers are ordered by value, strings by their bytes,
// everything else by its JSON.
func (e element) compare(f element) int {
	return cmp.Or(
		cmp.Compare(e.rank(), f.rank()), cmp.Compare(e.number(), f.number()),
		cmp.Compare(e.string(), f.string()), cmp.Compare(e.json, f.json),
	)
}

func (e element) rank() int {
	switch e.value.(type) {
	case bool:
		return 0
	case int64, float64:
		return 1
	case string:
		return 2
	case []any:
		return 3
	}
	return 4
}

func (e element) number() float64 {
	switch v := e.value.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

func (e element) string() string {
	s, _ := e.value.(string)
	return s
}
