package schedule

import (
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// enabled tells whether a cluster is known to have a kind. A list of what it has that may be incomplete counts like a complete one.
func enabled(c *api.Cluster, apiVersion, kind string) bool {
	for i := range c.Status.APIEnablements {
		if c.Status.APIEnablements[i].GroupVersion != apiVersion {
			continue
		}
		for _, r := range c.Status.APIEnablements[i].Resources {
			if r.Kind == kind {
				return true
			}
		}
	}
	return false
}
