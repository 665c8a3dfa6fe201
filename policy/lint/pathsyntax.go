package lint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/override/words"
)

// checkPathSyntax reports paths that json-patch reads, but RFC 6901 does not allow or reads differently:
//
//  1. A path without a leading slash.
//  2. A "~" that is not followed by 0 or 1.
//  3. An index that is negative, or has a sign or leading zeros. In a map it is a key: objects decide, or else the name of the map does.
//
// The fix has no negative index except for add, where -1 is the end of the list.
func checkPathSyntax(s *subject) {
	for _, st := range s.steps() {
		for _, p := range st.pointers() {
			var places map[int]place
			if p.at.Equal(st.path.at) {
				places = st.seen.places
			}
			why, right := checkSyntax(p.text, st.adds(), places)
			switch {
			case why == "":
			case right == "":
				s.report(PathSyntax, p.at, nil, "%s", why)
			default:
				s.report(PathSyntax, p.at, fixOf(replace(p.at, right)), "%s, expected %s", why, words.Clip(right, maxQuoted))
			}
		}
	}
}

// freeMaps are the fields whose keys the user chooses.
var freeMaps = []string{"labels", "annotations", "matchLabels", "nodeSelector", "selector", "data", "stringData", "binaryData"}

// checkSyntax returns what is wrong with a pointer, and the right one if it is known.
func checkSyntax(path string, adds bool, places map[int]place) (why, right string) {
	if path == "" {
		return "", ""
	}
	if path[0] != '/' {
		if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
			return "the path has no leading slash", "" // it may be a path with dots
		}
		return "the path has no leading slash", "/" + path
	}
	if stray := strayTilde(path); stray >= 0 {
		return "a ~ in the path is not followed by 0 or 1", escapeTildes(path)
	}
	tokens := strings.Split(path[1:], "/")
	negative := false
	for i, token := range tokens {
		n, err := strconv.Atoi(token)
		if err != nil || strconv.Itoa(n) == token && n >= 0 || i == 0 || inMap(tokens[i-1], places[i]) {
			continue
		}
		why = "the index " + words.Clip(token, maxQuoted) + " is not an index of RFC 6901"
		switch {
		case n >= 0:
			tokens[i] = strconv.Itoa(n)
		case n == -1 && adds && i == len(tokens)-1:
			tokens[i] = "-"
		default:
			negative = true
		}
	}
	if why == "" || negative {
		return why, ""
	}
	return why, "/" + strings.Join(tokens, "/")
}

// inMap reports whether a number is the key of a map. A map in some objects and a list in others may be either, so it is not reported.
func inMap(parent string, seen place) bool {
	if seen.isMap || seen.isList {
		return seen.isMap
	}
	return slices.Contains(freeMaps, parent)
}

func strayTilde(path string) int {
	for i := range len(path) {
		if path[i] == '~' && (i+1 == len(path) || path[i+1] != '0' && path[i+1] != '1') {
			return i
		}
	}
	return -1
}

func escapeTildes(path string) string {
	var b strings.Builder
	for i := range len(path) {
		b.WriteByte(path[i])
		if path[i] == '~' && (i+1 == len(path) || path[i+1] != '0' && path[i+1] != '1') {
			b.WriteByte('0')
		}
	}
	return b.String()
}
