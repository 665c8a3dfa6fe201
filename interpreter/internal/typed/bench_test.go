package typed_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter/internal/typed"
)

func deployment(tb testing.TB) map[string]any {
	text, err := os.ReadFile("../../../testdata/bench/deployment.json")
	require.NoError(tb, err)
	var doc map[string]any
	require.NoError(tb, json.Unmarshal(text, &doc))
	return doc
}

func BenchmarkCheck(b *testing.B) {
	t, doc := typed.Of("apps/v1", "Deployment"), deployment(b)
	b.ReportAllocs()
	for b.Loop() {
		if err := t.Check(doc); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	t, doc := typed.Of("apps/v1", "Deployment"), deployment(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := t.Encode(doc); err != nil {
			b.Fatal(err)
		}
	}
}
