package suite

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestEffects compares the effects of all golden cases of the dialects with what an explanation for each object and cluster says.
func TestEffects(t *testing.T) {
	t.Parallel()
	s, err := Load("../../../testdata/policies")
	require.NoError(t, err)
	require.Greater(t, len(s.Cases), 100)
	set := func(m map[string]bool, key string, is bool) {
		if is {
			m[key] = true
		}
	}
	keys := func(e *effects) map[string]bool {
		all := map[string]bool{}
		for ref, is := range e.selected {
			set(all, "selected "+ref.APIVersion+ref.String(), is)
		}
		for at, is := range e.reached {
			set(all, "reached "+at.Policy.APIVersion+at.String(), is)
		}
		for at, is := range e.changed {
			set(all, "changed "+at.Policy.APIVersion+at.String(), is)
		}
		return all
	}
	total := 0
	for _, c := range s.Cases {
		r := &Report{}
		in := c.load(r)
		require.NotNil(t, in, r.String())
		fast, slow := newEffects(), newEffects()
		for _, object := range in.objects {
			selection := in.set.Select(object)
			fast.observe(in, object, selection.Variants(in.clusters))
			for i := range in.clusters {
				slow.explained(in, selection.Explain(in.clusters[i]), &in.clusters[i])
			}
		}
		want := keys(slow)
		total += len(want)
		require.Equal(t, want, keys(fast), c.Name)
	}
	require.Greater(t, total, 400)
}
