package jsontree

import (
	"slices"
	"strconv"
	"strings"
)

// maxHint is the length of the longest pointer, in bytes, that a hint has.
const maxHint = 200

// hint returns how to correct a pointer whose token at depth, which is not the last, is not a key of m. It is empty if nothing is likely.
//
//  1. If the rest of the pointer with its slashes is a key of m, or the token has a dot, as the domains in labels and annotations do, the slash
//     belongs to the key.
//  2. Otherwise an edit that adds needs a parent. It is a list if "-" or 0 follows, and a map otherwise. The maps of strings that all objects
//     may have are maps whatever follows. There is no hint for another index, because it does not fit a new list, and for the
//     status, which is not for edits.
func (e *edit) hint(m map[string]any, depth int) string {
	if length(e.pointer) > maxHint {
		return ""
	}
	token, rest := e.pointer[depth], strings.Join(e.pointer[depth:], "/")
	if _, found := m[rest]; found || strings.Contains(token, ".") {
		return "; a slash in a key is written ~1, did you mean " + e.pointer[:depth].Child(rest).String() + "?"
	}
	if e.op != Add && e.op != Set || token == "" || depth == 0 && token == "status" {
		return ""
	}
	parent := "{}"
	if next := e.pointer[depth+1]; !slices.Contains(stringMaps, token) && (next == "-" || isIndex(next)) {
		if next != "-" && next != "0" {
			return ""
		}
		parent = "[]"
	}
	return "; add " + e.pointer[:depth+1].String() + " with the value " + parent + " before"
}

// stringMaps are the fields of Kubernetes with maps of strings, whose keys may be numbers.
var stringMaps = []string{"labels", "annotations", "matchLabels", "nodeSelector", "data", "stringData", "binaryData"}

// isIndex reports whether a token is probably the index of a list.
func isIndex(token string) bool {
	n, err := strconv.Atoi(token)
	return err == nil && n >= 0
}

// length returns the number of bytes of all tokens with their slashes.
func length(p Pointer) int {
	n := len(p)
	for _, token := range p {
		n += len(token)
	}
	return n
}
