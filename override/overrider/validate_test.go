package overrider_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
)

// TestValidate has overriders that fail for every object. NewPolicy refuses them.
func TestValidate(t *testing.T) {
	t.Parallel()
	image := func(operations ...overrider.ImageOperation) override.Overrider {
		return overrider.Image{Where: overrider.ImageAt{"image"}, Operations: operations}
	}
	for _, c := range []struct {
		name, reason string
		step         override.Overrider
		want         string
	}{
		{"a Go int", "only int64 is a number of JSON", overrider.Patch{Op: jsontree.Set, Pointer: jsontree.Pointer{"spec", "replicas"}, Value: 3},
			"the value for /spec/replicas: the document is a Go int, expected a JSON value (null, bool, int64, float64, string, list or map of those)"},
		{"a Go map", "so are only maps of any", overrider.Patch{Op: jsontree.Add, Pointer: jsontree.Pointer{"a"}, Value: map[string]any{"b": map[string]string{}}},
			"the value for /a: /b is a Go map[string]string, expected a JSON value (null, bool, int64, float64, string, list or map of those)"},
		{"an unknown operation", "move is not supported", overrider.Patch{Op: "move"}, `unknown patch operation "move"`},
		{"an unparsed pointer", "the key would be the whole pointer", overrider.Patch{Op: jsontree.Set, Pointer: jsontree.Pointer{"/spec/replicas"}, Value: int64(3)},
			`the first token of the pointer is "/spec/replicas", expected a key: jsontree.Parse reads a pointer from a string`},
		{"no place", "an image must be somewhere", overrider.Image{}, "found no Where, expected the containers or the pointer of the image"},
		{"a nil place", "a pointer to nothing is not a place", overrider.Image{Where: (*overrider.Containers)(nil)}, "found no Where, expected the containers or the pointer of the image"},
		{"a step in a step", "it has no overrider", override.Step{}, "a step must have an overrider"},
		{"a wrong step in a step", "it is checked, too", override.Step{Overrider: overrider.Patch{Op: "move"}}, `unknown patch operation "move"`},
		{"no component", "the zero component is unknown", image(overrider.ImageOperation{Value: "v1"}), "operations[0]: unknown component(0)"},
		{"no image verb", "there are four", image(overrider.ImageOperation{Component: imageparser.Tag}, overrider.ImageOperation{Component: imageparser.Tag, Verb: 4}),
			"operations[1]: found verb 4, expected one of the 4 constants of its type"},
		{"no map verb", "there are three", overrider.WholeLabels(-1, nil), "found verb -1, expected one of the 3 constants of its type"},
		{"no variable verb", "there are three", overrider.WholeEnv(overrider.Containers{}, 3, nil), "found verb 3, expected one of the 3 constants of its type"},
		{"no list verb", "there are three", overrider.WholeArgs(overrider.Containers{}, 3, nil), "found verb 3, expected one of the 3 constants of its type"},
		{"a variable without a name", "variables are set by name", overrider.SetEnv(overrider.Containers{}, map[string]any{"value": "x"}), "variables[0] has no name"},
		{"a variable twice", "one of them would have no effect", overrider.SetEnv(overrider.Containers{}, map[string]any{"name": "A"}, map[string]any{"name": "A"}), `variables[1]: the name "A" is given twice`},
		{"a variable with a Go int", "it is not JSON", overrider.SetEnv(overrider.Containers{}, map[string]any{"name": "A", "value": 5}),
			"variables[0]: /value is a Go int, expected a JSON value (null, bool, int64, float64, string, list or map of those)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "p"},
				Rules: []override.Rule{{Stages: override.Steps(override.Step{At: "rules[0].steps[2]", Overrider: c.step})}}})
			require.EqualError(t, err, "p: rules[0].steps[2]: Invalid value: "+c.want, c.reason)
		})
	}
}
