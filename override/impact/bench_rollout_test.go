package impact_test

import (
	"fmt"
	"testing"

	"github.com/overridekit/overridekit/selector"
)

func BenchmarkRollout(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		clusters := make([]selector.Cluster, n)
		for i := range clusters {
			clusters[i] = selector.Cluster{Name: fmt.Sprint("m", i), Region: fmt.Sprint("r", i%20)}
		}
		i := impactIn(clusters)
		b.Run(fmt.Sprintf("clusters=%d", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				i.Rollout(i.OneOfEachRegion(clusters)...)
			}
		})
	}
}
