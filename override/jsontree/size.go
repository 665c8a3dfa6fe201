package jsontree

import "fmt"

// MaxSize is how large a document may be. Every key and every element counts one, and every map and every list ten more. A map that
// a program refers to from several places counts at each of them, because as JSON it is written at each.
//
// No object that an API server holds comes near it. It is there for documents that a program has put together from shared maps:
// thirty maps, each twice in the next, are a billion.
const MaxSize = 10_000_000

// container is what a map or a list counts besides what it holds.
const container = 10

// Fits reports whether v is within [MaxDepth] and [MaxSize]. What is neither a map nor a list of decoded JSON has no inside. Code that
// walks values that it did not decode itself asks first: a map that contains itself has no end.
func Fits(v any) bool {
	left := MaxSize
	return fits(v, 0, &left)
}

func fits(v any, depth int, left *int) bool {
	switch v := v.(type) {
	case map[string]any:
		if enter(len(v), depth, left) != nil {
			return false
		}
		for _, e := range v {
			if !fits(e, depth+1, left) {
				return false
			}
		}
	case []any:
		if enter(len(v), depth, left) != nil {
			return false
		}
		for _, e := range v {
			if !fits(e, depth+1, left) {
				return false
			}
		}
	}
	return true
}

// enter counts a map or list of that length, and refuses it when it is too deep or there is too much.
func enter(length, depth int, left *int) *misfit {
	*left -= container + length
	if *left < 0 || depth >= MaxDepth {
		return beyond(*left)
	}
	return nil
}

func beyond(left int) *misfit {
	if left < 0 {
		return &misfit{limit: fmt.Sprintf("holds more than %d values, those of shared maps and lists counted at each place", MaxSize)}
	}
	return &misfit{limit: fmt.Sprintf("nests more than %d levels deep", MaxDepth)}
}
