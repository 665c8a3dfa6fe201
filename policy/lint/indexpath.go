package lint

import (
	"slices"
	"strconv"
)

// byName maps a field of a container to the overrider that selects the container by name.
var byName = map[bool]map[string]string{
	false: {"command": "commandOverrider", "args": "argsOverrider"},
	true:  {"image": "image with containerNames", "command": "command", "args": "args", "env": "envs"},
}

// checkIndexes reports paths that name a container by its index, where the dialect has an overrider that finds it by name:
//
//  1. In Karmada, the overrider must support a kind that the policy selects, and no overrider supports init containers. The imageOverrider finds
//     no containers by name.
//  2. If objects have a map there and no list, the index is a key.
func checkIndexes(c *checker, s *subject) {
	if s.karmada != nil && len(s.kinds) > 0 && !slices.ContainsFunc(s.kinds, c.fits) {
		return
	}
	for _, st := range s.steps() {
		at, _ := st.target()
		for i := 1; i+1 < len(at); i++ {
			if at[i-1] != "containers" && (at[i-1] != "initContainers" || !s.kubeadmiral) {
				continue
			}
			_, err := strconv.Atoi(at[i])
			overrider, seen := byName[s.kubeadmiral][at[i+1]], st.seen.places[i]
			if err == nil && overrider != "" && (!seen.isMap || seen.isList) {
				s.report(IndexPath, st.path.at, nil, "index %s may be another container after the list changes; use %s", at[i], overrider)
				break
			}
		}
	}
}
