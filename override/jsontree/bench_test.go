package jsontree_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/override/jsontree"
)

func deployment(b *testing.B) map[string]any {
	text, err := os.ReadFile("../../testdata/bench/deployment.json")
	require.NoError(b, err)
	return load(b, string(text)).(map[string]any)
}

// BenchmarkClone compares with BenchmarkDeepCopyJSON, which panics where Clone returns an error.
func BenchmarkClone(b *testing.B) {
	doc := deployment(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := jsontree.Clone(doc); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDeepCopyJSON(b *testing.B) {
	doc := deployment(b)
	b.ReportAllocs()
	for b.Loop() {
		_ = runtime.DeepCopyJSON(doc)
	}
}

// BenchmarkSet is the first edit of a view, five levels deep.
func BenchmarkSet(b *testing.B) {
	doc, image := deployment(b), at("/spec/template/spec/containers/1/image")
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := jsontree.New(doc).Set(image, "app"); err != nil {
			b.Fatal(err)
		}
	}
}
