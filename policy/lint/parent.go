package lint

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// parentHint names the overrider that creates the map of a label or an annotation. For other fields the error of the engine says what to add.
func (s *subject) parentHint(st *step) string {
	at, _ := st.target()
	switch {
	case len(at) != 3 || at[0] != "metadata" || at[1] != "labels" && at[1] != "annotations":
		return ""
	case s.kubeadmiral:
		return "; " + at[1] + " with the operator addIfAbsent also creates the map"
	}
	return "; " + at[1] + "Overrider also creates the map"
}

// parentFix returns a fix for a value whose parent is missing in every object that the step covers: the operation adds the parent with the
// value inside. A path that is probably wrong has no fix: in a field that identifies the object, below a key of a map without nested maps, or
// with a dot in a token before the last.
func (s *subject) parentFix(st *step) json.RawMessage {
	at, ok := st.target()
	f := &st.seen
	if !ok || s.isFull(MissingParent) {
		return nil
	}
	var value any = json.RawMessage(st.value)
	if len(st.value) == 0 {
		value = nil
	}
	if text := ""; len(at) == 3 && json.Unmarshal(st.value, &text) == nil && len(st.value) > 0 && st.value[0] == '"' {
		if fix := s.mapFix(st, at[:2], map[string]any{at[2]: text}); fix != nil {
			return fix
		}
	}
	isIdentity := slices.ContainsFunc(identityFields, at.HasPrefix)
	if f.ran > 0 || f.parent == nil || isIdentity || belowKey(at) || strings.Contains(strings.Join(at[len(f.parent)-1:len(at)-1], ""), ".") {
		return nil
	}
	for i := len(at) - 1; i >= len(f.parent); i-- {
		_, err := strconv.Atoi(at[i])
		switch isKey := slices.Contains(freeMaps, at[i-1]); {
		case !isKey && (at[i] == "-" || at[i] == "0"):
			value = []any{value}
		case !isKey && err == nil:
			return nil
		default:
			value = map[string]any{at[i]: value}
		}
	}
	return fixOf(replace(st.path.at, f.parent.String()), add(st.at.Child("value"), value))
}

// belowKey reports whether a path leads below a key of a map that usually has no maps in it.
func belowKey(at jsontree.Pointer) bool {
	for i := range at[:max(0, len(at)-2)] {
		if slices.Contains(freeMaps, at[i]) || slices.Contains(domainMaps, at[i]) {
			return true
		}
	}
	return false
}
