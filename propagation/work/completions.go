package work

import (
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// Completions divides spec.completions of a Job among clusters, by their names; nil if there is nothing to divide.
//
//  1. Only an object of the kind Job, of any group, is divided, and only if the spec asks for replicas and its placement divides them.
//  2. A Job without spec.completions works off a queue and keeps none. Completions that are no integer are an error, and so is a
//     number beyond int32.
//  3. A cluster weighs as much as the replicas it gets, by [schedule.Webster]. Ties go by the uid of the Job. Of a name that stands twice
//     among the targets the last one counts.
//  4. Clusters without replicas get no completions, but if none has replicas, nothing is divided. Completions below 0 are 0 for every
//     cluster.
func Completions(job *unstructured.Unstructured, spec *api.ResourceBindingSpec, targets []api.TargetCluster) (map[string]int64, error) {
	if !dividesCompletions(job, spec) {
		return nil, nil
	}
	if err := content.Check(job.Object); err != nil {
		return nil, fmt.Errorf("%s: %w", content.Ref(job), err)
	}
	return completions(job, spec, targets)
}

func dividesCompletions(job *unstructured.Unstructured, spec *api.ResourceBindingSpec) bool {
	return content.Ref(job).Kind == "Job" && spec != nil && spec.Replicas > 0 && divided(spec.Placement)
}

// completions is [Completions] of a Job that can be read.
func completions(job *unstructured.Unstructured, spec *api.ResourceBindingSpec, targets []api.TargetCluster) (map[string]int64, error) {
	if !dividesCompletions(job, spec) {
		return nil, nil
	}
	completions, found, err := integerAt(job.Object, "spec", "completions")
	if err != nil || !found {
		return nil, err
	}
	if completions > math.MaxInt32 || completions < math.MinInt32 {
		return nil, fmt.Errorf("/spec/completions is %d, expected a number of 32 bits", completions)
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

// integerAt is a field that must be an integer if it is found. A null on the way to it is nothing found, a null in its place no
// integer.
func integerAt(content map[string]any, path ...string) (n int64, found bool, err error) {
	at := jsontree.Pointer(path)
	v, found, err := unstructured.NestedFieldNoCopy(content, path...)
	if err != nil {
		return 0, false, fmt.Errorf("no way to %s: %w", at, err)
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
