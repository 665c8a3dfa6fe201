package plan

import (
	"fmt"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
)

// placed has what a row says of its clusters, by name. A row may name as many clusters as the table has columns.
type placed struct {
	counted bool // the object has replicas
	targets map[string]api.TargetCluster
	failed  map[string]bool
}

func newPlaced(row *propagation.Row) placed {
	p := placed{row.Replicas > 0, make(map[string]api.TargetCluster, len(row.Clusters)), map[string]bool{}}
	for _, c := range row.Clusters {
		if _, ok := p.targets[c.Name]; !ok {
			p.targets[c.Name] = c
		}
	}
	p.fail(row.Err)
	return p
}

// fail notes the clusters whose Works have errors.
func (p placed) fail(err error) {
	switch err := err.(type) {
	case *work.Error:
		p.failed[err.Cluster] = true
	case interface{ Unwrap() []error }:
		for _, e := range err.Unwrap() {
			p.fail(e)
		}
	case interface{ Unwrap() error }:
		p.fail(err.Unwrap())
	}
}

// cell returns the number of replicas that a cluster gets, "yes" if the object has no replicas, or "." if the cluster does not get it. If the
// Work of the cluster has an error, "!" follows.
func (p placed) cell(cluster string) string {
	target, ok := p.targets[cluster]
	if !ok {
		return "."
	}
	text := "yes"
	if p.counted { // a dependency has 0, but its clusters have the replicas of the object that needs it
		text = fmt.Sprint(target.Replicas)
	}
	if p.failed[cluster] {
		text += "!"
	}
	return text
}
