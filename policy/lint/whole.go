package lint

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
)

// wholeFields are maps and lists that usually have entries, or get them from other writers.
var wholeFields = []string{
	"labels", "annotations", "matchLabels", "nodeSelector", "data", "stringData", "binaryData", "finalizers", "containers", "initContainers",
	"env", "envFrom", "command", "args", "ports", "volumes", "volumeMounts", "tolerations", "imagePullSecrets", "rules", "subjects",
}

// reportWhole reports an add operation that replaces a map or a list. Objects decide, if there are any: it is only a mistake if entries are
// lost. Without objects the name of the field decides.
func (s *subject) reportWhole(st *step) {
	at, ok := st.target()
	if !ok || !st.adds() || len(at) == 0 {
		return
	}
	var value any
	if json.Unmarshal(st.value, &value) != nil {
		return
	}
	content, isMap := value.(map[string]any)
	list, isList := value.([]any)
	suspect := slices.Contains(wholeFields, at[len(at)-1]) && len(content)+len(list) > 0
	switch f := &st.seen; {
	case f.loses != "":
		s.report(ReplacesWhole, st.path.at, s.wholeFix(st, at, content), "add replaces all of %s, so the entries that %s has there are lost", words.Clip(f.loses, maxQuoted), f.losing)
	case !suspect || !isMap && !isList:
	case f.ran > 0:
		s.excused[ReplacesWhole] = true
	default:
		s.report(ReplacesWhole, st.path.at, s.wholeFix(st, at, content), "add replaces all of %s, so the entries that an object has there are lost", words.Clip(at.String(), maxQuoted))
	}
}

// maxEntries limits the operations of a fix.
const maxEntries = 50

// wholeFix returns a fix that adds each entry of a map. Labels and annotations get the overrider of Karmada that also creates the map.
func (s *subject) wholeFix(st *step, at jsontree.Pointer, content map[string]any) json.RawMessage {
	if len(content) == 0 || len(content) > maxEntries || s.isFull(ReplacesWhole) {
		return nil
	}
	if fix := s.mapFix(st, at, content); fix != nil {
		return fix
	}
	if st.seen.loses == "" || st.seen.creates {
		return nil // the map may be missing, and then each entry fails
	}
	var operations []operation
	for i, key := range slices.Sorted(maps.Keys(content)) {
		entry := map[string]any{"path": at.Child(key).String(), "operator": "add", "value": content[key]}
		if i == 0 {
			operations = append(operations, replace(st.at, entry))
			continue
		}
		index, _ := strconv.Atoi(st.at[len(st.at)-1])
		operations = append(operations, add(st.at[:len(st.at)-1].Index(index+i), entry))
	}
	return fixOf(operations...)
}

// mapFix moves strings for metadata.labels or metadata.annotations from a patch to the overrider of Karmada for them. That one runs before the
// patches, so there is no fix if a step before the patch writes into the map.
func (s *subject) mapFix(st *step, at jsontree.Pointer, content map[string]any) json.RawMessage {
	if s.karmada == nil || len(at) != 2 || at[0] != "metadata" || at[1] != "labels" && at[1] != "annotations" {
		return nil
	}
	for _, v := range content {
		if _, isString := v.(string); !isString {
			return nil
		}
	}
	if s.writesBefore(st, at) {
		return nil
	}
	overriders := st.at[:len(st.at)-2]
	field := overriders.Child(at[1] + "Overrider")
	entry := map[string]any{"operator": "add", "value": content}
	if s.hasEntries(overriders, field) {
		return fixOf(remove(st.at), add(field.Child("-"), entry))
	}
	return fixOf(remove(st.at), add(field, []any{entry}))
}

// hasEntries reports whether the overriders of a rule have entries in a field.
func (s *subject) hasEntries(overriders, field jsontree.Pointer) bool {
	for i := range s.rules {
		if !overriders.HasPrefix(s.rules[i].at) {
			continue
		}
		for _, st := range s.rules[i].steps {
			if st.at[:len(st.at)-1].Equal(field) {
				return true
			}
		}
	}
	return false
}

// writesBefore reports whether an earlier step of the same rule has a path to the place, around it or inside it.
func (s *subject) writesBefore(st *step, at jsontree.Pointer) bool {
	for i := range s.rules {
		if !st.at.HasPrefix(s.rules[i].at) {
			continue
		}
		for _, earlier := range s.rules[i].steps {
			if earlier == st {
				return false
			}
			if other, ok := earlier.target(); ok && (other.HasPrefix(at) || at.HasPrefix(other)) {
				return true
			}
		}
	}
	return false
}
