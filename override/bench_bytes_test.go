package override_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// BenchmarkJSON writes the results of B1 and B2 as JSON. "marshal" is json.Marshal of the object of Result.Object, which is made before.
// "bytes" is AppendJSON with the encoding of the input object, and "first" without it. "patch" is AppendJSONPatch.
func BenchmarkJSON(b *testing.B) {
	for _, name := range []string{"b1", "b2"} {
		set, cluster := policiesOf(b, name+"-policies.json"), fleet(b, name)[0]
		result, err := set.Select(decoded(b, "deployment.json")).Apply(cluster)
		require.NoError(b, err)
		object, err := result.Object()
		require.NoError(b, err)
		result, err = set.Select(decoded(b, "deployment.json")).Apply(cluster)
		require.NoError(b, err)
		var text []byte
		for _, part := range []struct {
			name string
			do   func() error
		}{
			{"marshal", func() (err error) { _, err = json.Marshal(object.Object); return err }},
			{"first", func() (err error) { text, err = result.AppendJSON(text[:0]); result.ForgetEncoding(); return err }},
			{"bytes", func() (err error) { text, err = result.AppendJSON(text[:0]); result.ForgetText(); return err }},
			{"patch", func() (err error) { text, err = result.AppendJSONPatch(text[:0]); return err }},
		} {
			b.Run(name+"/"+part.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := part.do(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkBytes is BenchmarkB1, B2 and B5 with AppendJSON instead of Object: everything from Select to the bytes.
func BenchmarkBytes(b *testing.B) {
	for _, c := range benchmarks {
		if !slices.Contains([]string{"b1", "b2", "b5"}, c.name) {
			continue
		}
		obj, set, clusters := decoded(b, "deployment.json"), c.policies(b), fleet(b, c.name)
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			var text []byte
			for b.Loop() {
				selection := set.Select(obj)
				for _, cluster := range clusters {
					result, err := selection.Apply(cluster)
					if err == nil {
						text, err = result.AppendJSON(text[:0])
					}
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
	obj, set, clusters := decoded(b, "deployment.json"), policiesOf(b, "b5-cluster-policies.json", "b5-policies.json"), fleet(b, "b5")
	b.Run("each", func(b *testing.B) {
		b.ReportAllocs()
		var text []byte
		for b.Loop() {
			for result, err := range set.Select(obj).Each(slices.Values(clusters)) {
				if err == nil {
					text, err = result.AppendJSON(text[:0])
				}
				if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
