package schedule

import (
	"encoding/json"
	"reflect"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// PlacementChanged reports whether a placement selects other clusters than the one that was applied last. applied is the value of the annotation
// applied-placement, observed the name of the last successful affinity term.
//
//  1. If applied is empty, the placement has changed.
//  2. If applied is not valid JSON or is equal, the placement has not changed. An empty list differs from a missing one.
//  3. If clusterAffinity, clusterTolerations, spreadConstraints or replicaScheduling differ, it has changed.
//  4. Otherwise only clusterAffinities count. The placement has changed if observed is empty, or if the first term of that name differs or is
//     missing on either side. So other terms may be added, removed and moved. workloadAffinity does not count.
//
// A nil placement is an empty one.
func PlacementChanged(placement *api.Placement, applied, observed string) bool {
	if applied == "" {
		return true
	}
	var before api.Placement
	if err := json.Unmarshal([]byte(applied), &before); err != nil {
		return false
	}
	if placement == nil {
		placement = &api.Placement{}
	}
	switch {
	case reflect.DeepEqual(*placement, before):
		return false
	case !reflect.DeepEqual(placement.ClusterAffinity, before.ClusterAffinity),
		!reflect.DeepEqual(placement.ClusterTolerations, before.ClusterTolerations),
		!reflect.DeepEqual(placement.SpreadConstraints, before.SpreadConstraints),
		!reflect.DeepEqual(placement.ReplicaScheduling, before.ReplicaScheduling),
		observed == "":
		return true
	}
	now, then := termOf(placement, observed), termOf(&before, observed)
	return now == nil || then == nil || !reflect.DeepEqual(now, then)
}
