package overrider_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNothing calls everything with nil and with zero values. What has no meaning is refused with an error, or does nothing.
func TestNothing(t *testing.T) {
	t.Parallel()
	var in override.Input
	refuses := func(err error) { t.Helper(); require.Error(t, err); require.NotEmpty(t, err.Error()) }
	overrides := func(o override.Overrider, fails bool) func(*testing.T) {
		return func(t *testing.T) {
			for _, e := range []*override.Edits{nil, {}} {
				require.Equal(t, fails, o.Override(in, e) != nil)
			}
		}
	}
	calls := map[string]func(t *testing.T){
		"Image.Override":   overrides(overrider.Image{}, true),
		"Patch.Override":   overrides(overrider.Patch{}, true),
		"Labels":           overrides(overrider.Labels(0, nil), true),
		"Annotations":      overrides(overrider.Annotations(overrider.VerbSet, nil), false),
		"Args":             overrides(overrider.Args(overrider.Containers{}, overrider.VerbAppend, nil), false),
		"Command":          overrides(overrider.Command(overrider.Containers{}, overrider.VerbAppend, nil), false),
		"WholeArgs":        overrides(overrider.WholeArgs(overrider.Containers{}, overrider.VerbSet, nil), false),
		"WholeCommand":     overrides(overrider.WholeCommand(overrider.Containers{}, overrider.VerbSet, nil), false),
		"WholeEnv":         overrides(overrider.WholeEnv(overrider.Containers{}, overrider.VerbInsert, nil), true),
		"WholeLabels":      overrides(overrider.WholeLabels(overrider.VerbInsert, nil), true),
		"WholeAnnotations": overrides(overrider.WholeAnnotations(-1, nil), true),
		"Embedded": func(t *testing.T) {
			o, err := overrider.Embedded(overrider.EmbeddedText{Document: math.MinInt}, nil)
			require.NoError(t, err)
			refuses(o.Override(in, nil))
			_, err = overrider.Embedded(overrider.EmbeddedText{}, []overrider.TextOperation{{}})
			refuses(err)
		},
		"Containers.Images": func(t *testing.T) {
			at, err := overrider.Containers{}.Images(in, nil)
			require.NoError(t, err)
			require.Empty(t, at)
		},
		"Containers.Find": func(t *testing.T) {
			found, err := overrider.Containers{}.Find(in, nil)
			require.NoError(t, err)
			require.Empty(t, found)
		},
		"Container.Field":        func(t *testing.T) { require.Equal(t, "//0/", overrider.Container{}.Field("").String()) },
		"Image.WritesComponents": func(*testing.T) { overrider.Image{}.WritesComponents() },
		"ImageAt.Images": func(t *testing.T) {
			at, err := overrider.ImageAt(nil).Images(in, nil)
			require.NoError(t, err)
			require.Len(t, at, 1)
		},

		"Verb.String": func(t *testing.T) { require.NotEmpty(t, overrider.Verb(math.MinInt).String()) },
	}
	exported.Walk(t, calls)
}
