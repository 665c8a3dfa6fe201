package schedule

import (
	"encoding/json"
	"reflect"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// PlacementChanged tells whether a placement asks for other clusters than the one that was applied, of which the text is given as the annotation
// applied-placement has it. observed is the name of the affinity term that was met last.
//
//  1. Without a text it has changed.
//  2. It has not if the text cannot be read, or says the same. A list that is empty is not the same as none.
//  3. It has if clusterAffinity, clusterTolerations, spreadConstraints or replicaScheduling differ.
//  4. What is left are clusterAffinities, and workloadAffinity, which does not count. It has changed if observed is empty, or
//     the first term of that name differs, or there is none on either side. So other terms may come, go and change places.
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
