package override_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// BenchmarkDeepCopy copies the object once. It is the unit of the other benchmarks.
func BenchmarkDeepCopy(b *testing.B) {
	obj := decoded(b, "deployment.json")
	b.ReportAllocs()
	for b.Loop() {
		_ = obj.DeepCopy()
	}
}

// The set is made once. The benchmark measures the work for each object and cluster: "changes" is Select and Apply, "object" also
// copies the result.

func BenchmarkB1(b *testing.B) { measure(b, "b1") }
func BenchmarkB2(b *testing.B) { measure(b, "b2") }
func BenchmarkB3(b *testing.B) { measure(b, "b3") }
func BenchmarkB4(b *testing.B) { measure(b, "b4") }

// BenchmarkB5 applies policies to one object for 500 clusters: one Select, 500 times Apply.
func BenchmarkB5(b *testing.B) { measure(b, "b5") }

func measure(b *testing.B, name string) {
	for _, c := range benchmarks {
		if c.name == name {
			measureSet(b, fleet(b, name), c.policies(b))
		}
	}
}

func measureSet(b *testing.B, clusters []selector.Cluster, set *override.Set) {
	obj := decoded(b, "deployment.json")
	for _, part := range []string{"changes", "object"} {
		b.Run(part, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				selection := set.Select(obj)
				for _, cluster := range clusters {
					result, err := selection.Apply(cluster)
					if err == nil && part == "object" {
						_, err = result.Object()
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// BenchmarkExplain explains 10,000 policies for one object in one cluster. It should take less than 1,000 times the time of
// BenchmarkDeepCopy.
func BenchmarkExplain(b *testing.B) {
	obj, cluster := decoded(b, "deployment.json"), fleet(b, "b4")[0]
	selection := setOf(b, many(10000)).Select(obj)
	b.ReportAllocs()
	for b.Loop() {
		require.Len(b, selection.Explain(cluster).Policies, 10000)
	}
}
