package namespace_test

import (
	"fmt"
	"testing"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/namespace"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// BenchmarkRender renders one namespace for a thousand clusters.
func BenchmarkRender(b *testing.B) {
	names := make([]string, 1000)
	for i := range names {
		names[i] = fmt.Sprintf("member%04d", i)
	}
	in := namespace.Input{
		Namespace: casetest.Object(b, "{apiVersion: v1, kind: Namespace, metadata: {name: shop, uid: u-1, labels: {kubernetes.io/metadata.name: shop, team: a}}, spec: {finalizers: [kubernetes]}}"),
		Clusters:  clusters(names...),
		NewID:     func(of override.Ref) string { return of.Namespace },
	}
	stored, err := render(in)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("new", func(b *testing.B) {
		for range b.N {
			_, _ = render(in)
		}
	})
	in.Stored = stored
	in.Overrides = overrides(b, "overriders: {labelsOverrider: [{operator: add, value: {tier: gold}}]}")
	b.Run("stored and overridden", func(b *testing.B) {
		for range b.N {
			_, _ = render(in)
		}
	})
	b.Run("DeepCopy", func(b *testing.B) {
		for range b.N {
			for range in.Clusters {
				in.Namespace.DeepCopy()
			}
		}
	})
}
