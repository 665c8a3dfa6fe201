package lint

import (
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
)

// domainMaps are maps whose keys may begin with a domain and a slash, and whose values have no fields. Fields of these names may be
// something else in a custom resource, so the domain decides.
var domainMaps = []string{"matchLabels", "nodeSelector", "selector", "limits", "requests", "hard"}

// checkSlashes reports paths with a key whose slash is not escaped:
//
//  1. The path goes below a key of a map of strings. It is not a mistake if an object has a map or a list there.
//  2. The step fails on an object that has the rest of the path as one key.
//
// A key of the first rule has at most one slash. With more, it is not clear which key is meant.
//
// Neither is reported if the step changed an object.
func checkSlashes(s *subject) {
	for _, st := range s.steps() {
		at, _ := st.target()
		depth := keyWithSlash(at)
		if found := st.seen.places[depth+1]; found.isMap || found.isList {
			depth = 0
		}
		if st.seen.slash > 0 {
			depth = st.seen.slash
		}
		if depth == 0 || st.seen.changed > 0 {
			continue
		}
		key := strings.Join(at[depth:], "/")
		right := at[:depth].Child(key)
		s.breaks(pathOf(st.path.at))
		if st.seen.slash == 0 && strings.Count(key, "/") > 1 {
			s.report(UnescapedSlash, st.path.at, nil,
				"%s is below a key, expected a key with at most one slash, which a JSON pointer writes as ~1", words.Clip(at.String(), maxQuoted))
			continue
		}
		s.report(UnescapedSlash, st.path.at, fixOf(replace(st.path.at, right.String())),
			"the key %s has a slash, which a JSON pointer writes as ~1, expected %s", quote(key), words.Clip(right.String(), maxQuoted))
	}
}

// keyWithSlash returns the number of tokens before those that are probably one key with a slash, or 0.
func keyWithSlash(at jsontree.Pointer) int {
	if slices.Contains(at, "") {
		return 0
	}
	for i := range at[:max(0, len(at)-2)] {
		inMetadata := i > 0 && at[i-1] == "metadata" && (at[i] == "labels" || at[i] == "annotations")
		if inMetadata || slices.Contains(domainMaps, at[i]) && strings.Contains(at[i+1], ".") {
			return i + 1
		}
	}
	return 0
}
