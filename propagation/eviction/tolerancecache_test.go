package eviction_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// TestToleranceCache compares the answers of one cache with those of Tolerate, for random placements and clusters.
func TestToleranceCache(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	at := metav1.NewTime(noon)
	var clusters []*api.Cluster
	for range 10 { // without names: the cache does not take one for another
		c := &api.Cluster{}
		for range r.IntN(3) {
			c.Spec.Taints = append(c.Spec.Taints, api.Taint{Key: fmt.Sprint("k", r.IntN(3)), Effect: api.TaintNoExecute, TimeAdded: &at})
		}
		clusters = append(clusters, c)
	}
	cache, seen := &eviction.ToleranceCache{Now: noon}, map[eviction.Tolerance]bool{}
	for range 2000 {
		var tolerations []api.Toleration
		for range r.IntN(3) {
			o := api.Toleration{Key: fmt.Sprint("k", r.IntN(3)), Operator: api.TolerationExists}
			if seconds := r.Int64N(3); seconds > 0 {
				o.TolerationSeconds = &seconds
			}
			tolerations = append(tolerations, o)
		}
		text, err := json.Marshal(api.Placement{ClusterTolerations: tolerations})
		require.NoError(t, err)
		b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{api.AppliedPlacementAnnotation: string(text)}}}
		c := clusters[r.IntN(len(clusters))]
		got, err := cache.Of(b, c)
		require.NoError(t, err)
		require.Equal(t, eviction.Tolerate(c.Spec.Taints, tolerations, noon), got, "%s", text)
		seen[got] = true
	}
	require.Greater(t, len(seen), 10)
}

// TestToleranceCacheRemembers shows that the placement of a second binding is not read again, valid or not.
func TestToleranceCacheRemembers(t *testing.T) {
	cluster := &api.Cluster{Spec: api.ClusterSpec{Taints: []api.Taint{{Key: "a", Effect: api.TaintNoExecute}}}}
	for name, text := range map[string]string{"valid": `{"clusterTolerations": [{"operator": "Exists"}]}`, "invalid": "{"} {
		b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{api.AppliedPlacementAnnotation: text}}}
		cache := &eviction.ToleranceCache{Now: noon}
		require.Zero(t, testing.AllocsPerRun(10, func() { _, _ = cache.Of(b, cluster) }), name)
	}
}
