package files_test

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/files"
)

// TestWith compares steps with a merge of all sources at once, for definitions, objects and policies in any order, also if they are given twice.
func TestWith(t *testing.T) {
	t.Parallel()
	const (
		definition = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: tenants.example.com}\nspec: {group: example.com, names: {kind: Tenant}, scope: Cluster}\n"
		tenant     = "apiVersion: example.com/v1\nkind: Tenant\nmetadata: {name: a}\n---\napiVersion: example.com/v1\nkind: Tenant\nmetadata: {name: b}\n"
		override1  = "apiVersion: policy.karmada.io/v1alpha1\nkind: ClusterOverridePolicy\nmetadata: {name: p}\n"
	)
	reader := files.Reader{Decoder: policy.Decoder{Namespace: "default"}}
	texts := []string{definition, tenant, override1, configMap, clusters, tenant, override1, "kind: ["}
	random := rand.New(rand.NewSource(1))
	shared := 0
	for range 300 {
		var sources []*files.Source
		for i := range texts {
			sources = append(sources, reader.Decode(files.File{Name: string(rune('a' + i))}, strings.NewReader(texts[i])))
		}
		random.Shuffle(len(sources), func(i, j int) { sources[i], sources[j] = sources[j], sources[i] })
		want, all := files.Merge(sources...)

		first, second := random.Intn(len(sources)+1), random.Intn(len(sources)+1)
		first, second = min(first, second), max(first, second)
		base, report := files.Merge(sources[:first]...)
		before := *base
		before.Objects = append(before.Objects[:0:0], base.Objects...)
		middle, more := base.With(sources[first:second]...)
		got, most := middle.With(sources[second:]...)
		other, _ := base.With(sources[first:]...)

		for _, b := range []*files.Bundle{got, other} {
			require.Equal(t, want.Bundle, b.Bundle)
			for _, o := range want.Objects {
				require.Equal(t, want.Place(override.RefOf(o), "metadata"), b.Place(override.RefOf(o), "metadata"))
			}
			for _, p := range want.Policies {
				require.Equal(t, want.Place(p.Ref(), ""), b.Place(p.Ref(), ""))
				shared++
			}
		}
		require.Equal(t, before.Bundle, base.Bundle, "it is not written")
		var errs []error
		for _, r := range []*files.Report{report, more, most} {
			errs = append(errs, r.Errors...)
		}
		require.Equal(t, all.Errors, errs)
	}
	require.Positive(t, shared)
}
