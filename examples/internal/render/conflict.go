package render

import (
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
)

// conflict is a conflict between two policies, and where it was found.
type conflict struct {
	override.Conflict
	object   override.Ref
	first    string // a cluster
	clusters int
}

// addConflicts adds the conflicts of a result between different policies. A policy that overwrites its own values, for example with a rule for all
// clusters and one for a single cluster, is not in conflict.
func (e *effects) addConflicts(at int, object *unstructured.Unstructured, v override.Variant, known map[string]*line) {
	for _, c := range v.Result.Conflicts() {
		if c.Earlier.Origin.Policy == c.Later.Origin.Policy {
			continue
		}
		found := &conflict{Conflict: c, object: override.RefOf(object), first: v.Clusters[0]}
		key := fmt.Sprintf("%q %q %q %q", found.object, c.Pointer, c.Earlier.Origin, c.Later.Origin)
		if known[key] == nil {
			known[key] = &line{At: at, origin: c.Earlier.Origin, message: found, clusters: &found.clusters}
			e.Conflicts = append(e.Conflicts, known[key])
		}
		*known[key].clusters += len(v.Clusters)
	}
}

// String returns five lines.
func (c *conflict) String() string {
	in := c.first
	if c.clusters > 1 {
		in += fmt.Sprintf(" and %d more", c.clusters-1)
	}
	return fmt.Sprintf("conflict in %s, in %s:\n%s", c.object, in, c.Conflict)
}
