package schedule_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// TestFleet schedules random bindings with an index of their clusters, concurrently and again. The results are those without it.
func TestFleet(t *testing.T) {
	t.Parallel()
	g := rand.New(rand.NewPCG(1, 2))
	scheduled, failed := 0, 0
	for number := range 500 {
		in := anyInput(g)
		in.Clusters = append(in.Clusters, nil, &api.Cluster{})
		in.Clusters[g.IntN(len(in.Clusters)-2)].DeletionTimestamp = &metav1.Time{}
		want, wantErr := schedule.Schedule(in)
		if wantErr == nil {
			scheduled++
		} else {
			failed++
		}
		in.Fleet = schedule.NewFleet(in.Clusters...)
		var group sync.WaitGroup
		for range 3 {
			group.Go(func() {
				got, err := schedule.Schedule(in)
				if !reflect.DeepEqual(want, got) || fmt.Sprint(err) != fmt.Sprint(wantErr) {
					t.Errorf("input %d: found %v, %v, expected %v, %v", number, got, err, want, wantErr)
				}
			})
		}
		group.Wait()
	}
	require.NotZero(t, scheduled)
	require.NotZero(t, failed)
	require.NotNil(t, schedule.NewFleet(nil))
}

// TestFleetClusters reads the clusters of an index.
func TestFleetClusters(t *testing.T) {
	t.Parallel()
	a, leaving := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "a"}}, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: "b", DeletionTimestamp: &metav1.Time{}}}
	f := schedule.NewFleet(leaving, nil, a)
	require.Equal(t, []*api.Cluster{leaving, a}, f.All())
	require.Same(t, a, f.Get("a"))
	require.Same(t, leaving, f.Get("b"), "its taints may still matter")
	for _, none := range []*schedule.Fleet{nil, {}, f} {
		require.Nil(t, none.Get("c"))
	}
}
