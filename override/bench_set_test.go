package override_test

import (
	"fmt"
	"testing"

	"github.com/overridekit/overridekit/override"
)

// BenchmarkNewSet makes a set of compiled policies.
func BenchmarkNewSet(b *testing.B) {
	for _, count := range []int{1000, 100_000} {
		policies := compiled(b, many(count))
		b.Run(fmt.Sprint(count), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = override.NewSet(policies...)
			}
		})
	}
}
