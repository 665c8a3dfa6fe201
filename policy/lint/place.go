package lint

import (
	"slices"
	"strconv"

	"github.com/overridekit/overridekit/override/jsontree"
)

// identityFields identify an object, or are written by the system.
var identityFields = []jsontree.Pointer{
	{"kind"}, {"apiVersion"}, {"metadata", "name"}, {"metadata", "namespace"}, {"metadata", "uid"}, {"metadata", "ownerReferences"}, {"status"},
}

// checkIdentity reports overriders of identity fields, of fields inside them, and of metadata or the object as a whole.
func checkIdentity(_ *checker, s *subject) {
	for _, st := range s.steps() {
		at, ok := st.target()
		if !ok || st.operator == "test" {
			continue
		}
		for _, field := range identityFields {
			switch {
			case at.HasPrefix(field):
				s.report(IdentityField, st.path.at, nil, "%s of the object must not be overridden", field)
			case field.HasPrefix(at):
				s.report(IdentityField, st.path.at, nil, "%s and other fields that identify the object are replaced as well", field)
			}
		}
	}
}

// indexedLists are lists whose elements have names.
var indexedLists = []string{"containers", "initContainers", "ephemeralContainers", "env"}

// byName has the overrider that finds what a field of a container is about by name.
var byName = map[bool]map[string]string{
	false: {"image": "an imageOverrider without predicate, for all containers", "command": "commandOverrider", "args": "argsOverrider"},
	true:  {"image": "image with containerNames", "command": "command", "args": "args", "env": "envs"},
}

// checkIndexes reports paths that name a container or an environment variable by its index. An element that is inserted has no name yet.
func checkIndexes(_ *checker, s *subject) {
	for _, st := range s.steps() {
		at, ok := st.target()
		if !ok {
			continue
		}
		for i := 1; i < len(at); i++ {
			_, err := strconv.Atoi(at[i])
			if err != nil || !slices.Contains(indexedLists, at[i-1]) || i == len(at)-1 && st.operator == "add" {
				continue
			}
			overrider := byName[s.kubeadmiral][at[i-1]]
			if overrider == "" && i+1 < len(at) {
				overrider = byName[s.kubeadmiral][at[i+1]]
			}
			hint := ""
			if overrider != "" {
				hint = "; use " + overrider
			}
			s.report(IndexPath, st.path.at, nil, "the index %s of %s is another element when the list changes%s", at[i], at[i-1], hint)
			break
		}
	}
}
