package jsontree

import "fmt"

// MaxSize limits the size of a document. Every key and every element counts one, and every map and every list ten
// more. A map that is referenced several times counts once per reference, because JSON repeats it.
//
// No object in an API server is nearly as large. The limit is for documents that a program builds from shared maps:
// thirty maps, each referenced twice by the next, are a billion values.
const MaxSize = 10_000_000

// container is the size of an empty map or list.
const container = 10

// Fits reports whether v is within [MaxDepth] and [MaxSize]. Only the maps and lists of decoded JSON are walked. Call it
// before walking a value that another program part built: a map that contains itself never ends.
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

// enter counts a map or list of a length, and returns an error if it is too deep or the document too large.
func enter(length, depth int, left *int) *invalidValue {
	*left -= container + length
	if *left < 0 || depth >= MaxDepth {
		return beyond(*left)
	}
	return nil
}

func beyond(left int) *invalidValue {
	if left < 0 {
		return &invalidValue{limit: fmt.Sprintf("contains more than %d values, with shared maps and lists counted once per reference", MaxSize)}
	}
	return &invalidValue{limit: fmt.Sprintf("nests more than %d levels deep", MaxDepth)}
}
