package eviction

import (
	"time"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// ToleranceCache decides how long objects may stay in clusters, once for each placement and cluster: most bindings share a placement. It is for
// clusters that do not change, and for one goroutine. With the zero value the time is zero, too.
type ToleranceCache struct {
	Now         time.Time // must not change
	byPlacement map[string]*knownTolerances
}

// knownTolerances is what is known about a placement.
type knownTolerances struct {
	tolerations []api.Toleration
	err         error
	byCluster   map[*api.Cluster]Tolerance
}

// Of returns what [Tolerate] decides for the taints of a cluster and the placement of a binding that was last scheduled. It is an error if the
// annotation that has the placement is missing or invalid. An object without a binding or a cluster may stay, without a reason.
func (c *ToleranceCache) Of(b api.Binding, cluster *api.Cluster) (Tolerance, error) {
	if content.NoBinding(b) || cluster == nil {
		return Tolerance{}, nil
	}
	text := b.GetAnnotations()[api.AppliedPlacementAnnotation]
	known := c.byPlacement[text]
	if known == nil {
		known = &knownTolerances{byCluster: map[*api.Cluster]Tolerance{}}
		known.tolerations, known.err = parseTolerations(text)
		if c.byPlacement == nil {
			c.byPlacement = map[string]*knownTolerances{}
		}
		c.byPlacement[text] = known
	}
	if known.err != nil {
		return Tolerance{}, known.err
	}
	t, found := known.byCluster[cluster]
	if !found {
		t = Tolerate(cluster.Spec.Taints, known.tolerations, c.Now)
		known.byCluster[cluster] = t
	}
	return t, nil
}
