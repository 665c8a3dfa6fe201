package schedule

import (
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// enabled reports whether the status of a cluster lists a kind. A list that may be incomplete is read as complete.
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
