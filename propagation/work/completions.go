package work

import (
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// completions divides spec.completions of a Job and returns the part of each cluster by name, or nil if there is nothing to divide.
//
//  1. Only an object of the kind Job, of any group, is divided, and only if the spec has replicas and a placement that divides them.
//  2. A Job without spec.completions processes a queue and is not divided. Completions that are not an integer, or not within int32, are an
//     error.
//  3. The weight of a cluster is its number of replicas, see [schedule.Webster]. The uid of the Job breaks ties. If targets has a name twice,
//     the last entry counts.
//  4. Clusters without replicas get no completions. If no cluster has replicas, nothing is divided. Completions below 0 are 0 for
//     every cluster.
//
// The Job has been checked.
func completions(job *unstructured.Unstructured, spec *api.ResourceBindingSpec, targets []api.TargetCluster) (map[string]int64, error) {
	if override.RefOf(job).Kind != "Job" || spec.Replicas <= 0 || !divided(spec.Placement) {
		return nil, nil
	}
	completions, found, err := integerAt(job.Object, "spec", "completions")
	if err != nil || !found {
		return nil, err
	}
	if completions > math.MaxInt32 || completions < math.MinInt32 {
		return nil, fmt.Errorf("/spec/completions is %d, expected an integer of 32 bits", completions)
	}
	votes := make(map[string]int64, len(targets))
	for _, t := range targets {
		votes[t.Name] = int64(t.Replicas)
	}
	all, err := schedule.Webster(int32(completions), votes, nil, schedule.Descending(string(job.GetUID())))
	if err != nil {
		return nil, fmt.Errorf("/spec/completions: %w", err)
	}
	shares := make(map[string]int64, len(votes))
	for _, share := range all {
		shares[share.Name] = int64(share.Replicas)
	}
	return shares, nil
}

func divided(p *api.Placement) bool {
	return p != nil && p.ReplicaScheduling != nil && p.ReplicaScheduling.ReplicaSchedulingType == api.Divided
}

// integerAt returns a field that must be an integer if it exists. A null on the path means that it does not exist; a null value is an error.
func integerAt(content map[string]any, path ...string) (n int64, found bool, err error) {
	at := jsontree.Pointer(path)
	v, found, err := unstructured.NestedFieldNoCopy(content, path...)
	if err != nil {
		return 0, false, fmt.Errorf("cannot read %s: %w", at, err)
	}
	if !found {
		return 0, false, nil
	}
	n, ok := v.(int64)
	if !ok {
		return 0, false, fmt.Errorf("%s is %s, expected an integer", at, jsontree.Describe(v))
	}
	return n, true, nil
}
