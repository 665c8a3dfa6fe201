package jsontree_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// BenchmarkMarshal is the reference of the following benchmarks.
func BenchmarkMarshal(b *testing.B) {
	doc := deployment(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := json.Marshal(doc); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	doc := deployment(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := jsontree.Encode(doc); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAppend appends a document with one edit, five levels deep, that is encoded, and one that is not.
func BenchmarkAppend(b *testing.B) {
	doc, image := deployment(b), at("/spec/template/spec/containers/1/image")
	encoding, err := jsontree.Encode(doc)
	require.NoError(b, err)
	tree := jsontree.New(doc)
	_, _, err = tree.Set(image, "app")
	require.NoError(b, err)
	for _, c := range []struct {
		name     string
		encoding *jsontree.Encoding
	}{{"encoded", encoding}, {"new", nil}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var text []byte
			for b.Loop() {
				if text, err = c.encoding.Append(text[:0], tree.Root()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
