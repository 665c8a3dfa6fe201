package overrider_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNilArguments calls everything with nil and with zero values. Each call must return an error or do nothing.
func TestNilArguments(t *testing.T) {
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
		"Image.Override":     overrides(overrider.Image{}, true),
		"Patch.Override":     overrides(overrider.Patch{}, true),
		"SetLabels":          overrides(overrider.SetLabels(nil), false),
		"ReplaceLabels":      overrides(overrider.ReplaceLabels(nil), false),
		"DeleteLabels":       overrides(overrider.DeleteLabels(), false),
		"SetAnnotations":     overrides(overrider.SetAnnotations(map[string]string{"a": ""}), true),
		"ReplaceAnnotations": overrides(overrider.ReplaceAnnotations(map[string]string{"a": ""}), false),
		"DeleteAnnotations":  overrides(overrider.DeleteAnnotations(""), false),
		"AppendArgs":         overrides(overrider.AppendArgs(overrider.Containers{}), false),
		"DeleteArgs":         overrides(overrider.DeleteArgs(overrider.Containers{}, ""), false),
		"AppendCommand":      overrides(overrider.AppendCommand(overrider.Containers{}, ""), false),
		"DeleteCommand":      overrides(overrider.DeleteCommand(overrider.Containers{}), false),
		"SetEnv": func(t *testing.T) {
			o := overrider.SetEnv(overrider.Containers{}, nil, map[string]any{"name": 5})
			overrides(o, false)(t)
			refuses(o.(override.Validator).Validate())
		},
		"PodSpecsFunc.PodSpec": func(t *testing.T) {
			_, ok := overrider.PodSpecsFunc(nil).PodSpec(selector.Object{})
			require.False(t, ok)
		},
		"DefaultPodSpecs":  func(t *testing.T) { _, ok := overrider.DefaultPodSpecs(selector.Object{}); require.False(t, ok) },
		"Patch.Validate":   func(*testing.T) { refuses(overrider.Patch{}.Validate()) },
		"Image.Validate":   func(*testing.T) { refuses(overrider.Image{}.Validate()) },
		"WholeArgs":        overrides(overrider.WholeArgs(overrider.Containers{}, overrider.ListSet, nil), false),
		"WholeCommand":     overrides(overrider.WholeCommand(overrider.Containers{}, overrider.ListSet, nil), false),
		"WholeEnv":         overrides(overrider.WholeEnv(overrider.Containers{}, overrider.MapInsert, nil), true),
		"WholeLabels":      overrides(overrider.WholeLabels(overrider.MapInsert, nil), true),
		"WholeAnnotations": overrides(overrider.WholeAnnotations(-1, nil), true),
		"Embedded": func(t *testing.T) {
			o, err := overrider.Embedded(overrider.EmbeddedText{Format: overrider.TextYAML}, nil)
			require.NoError(t, err)
			refuses(o.Override(in, nil))
			_, err = overrider.Embedded(overrider.EmbeddedText{Format: overrider.TextYAML, Document: math.MinInt}, nil)
			refuses(err)
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
		"Container.Field":  func(t *testing.T) { require.Equal(t, "//0/", overrider.Container{}.Field("").String()) },
		"Patch.Scope":      func(*testing.T) { overrider.Patch{}.Scope() },
		"Containers.Scope": func(*testing.T) { overrider.Containers{}.Scope() },
		"ImageAt.Scope":    func(*testing.T) { overrider.ImageAt(nil).Scope() },
		"Image.Scope": func(t *testing.T) {
			for _, where := range []overrider.Images{nil, (*overrider.Containers)(nil), (*overrider.ImageAt)(nil)} {
				require.True(t, override.ScopeOf(overrider.Image{Where: where}).Has(override.ScopeCluster))
			}
		},
		"Image.Area": func(t *testing.T) {
			for _, where := range []overrider.Images{nil, (*overrider.Containers)(nil), (*overrider.ImageAt)(nil)} {
				require.Zero(t, override.AreaOf(overrider.Image{Where: where}))
			}
			require.Equal(t, override.AreaImages, override.AreaOf(overrider.Image{Where: overrider.Containers{}}))
		},
		"Image.WritesComponents": func(*testing.T) { overrider.Image{}.WritesComponents() },
		"ImageAt.Images": func(t *testing.T) {
			at, err := overrider.ImageAt(nil).Images(in, nil)
			require.NoError(t, err)
			require.Len(t, at, 1)
		},

		"Image.Writes": func(t *testing.T) { require.Empty(t, override.WritesOf(overrider.Image{})) },
		"Patch.Writes": func(t *testing.T) { require.Empty(t, override.WritesOf(overrider.Patch{})) },

		"MapVerb.String":   func(t *testing.T) { require.NotEmpty(t, overrider.MapVerb(math.MinInt).String()) },
		"ListVerb.String":  func(t *testing.T) { require.NotEmpty(t, overrider.ListVerb(math.MinInt).String()) },
		"ImageVerb.String": func(t *testing.T) { require.NotEmpty(t, overrider.ImageVerb(math.MinInt).String()) },
	}
	exported.Walk(t, calls)
}
