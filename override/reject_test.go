package override_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
)

// breaks returns an overrider that removes the repository of the image at a place, which makes it invalid.
func breaks(place string) override.Overrider {
	return overrider.Image{Where: overrider.ImageAt(overridetest.At(place)), Operations: []overrider.ImageOperation{{Component: imageparser.Repository, Verb: overrider.ImageDelete}}}
}

// TestReject shows how long a rejected value may remain: until the end of its rule, even if it moves in a list.
func TestReject(t *testing.T) {
	t.Parallel()
	breaks1 := breaks("/images/1")
	for _, c := range []struct {
		name, reason string
		rules        []overridetest.Rule
		err          string // empty: no error
	}{
		{
			"left", "what a rule leaves behind must be a valid reference",
			[]overridetest.Rule{{Steps: []override.Overrider{breaks1}}},
			`/images/1: the new reference is invalid: image "r.io/:v1": invalid reference format`,
		}, {
			"mended by a later step", "what counts is what the rule leaves behind",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("replace /images/1 r.io/c:v1")...)}}, "",
		}, {
			"mended under another name", "an index may be written in several ways",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks("/images/+1")}, overridetest.Do("replace /images/1 r.io/c:v1")...)}}, "",
		}, {
			"mended by the next rule", "a rule stands for itself",
			[]overridetest.Rule{{Steps: []override.Overrider{breaks1}}, {Steps: overridetest.Do("replace /images/1 r.io/c:v1")}},
			`/images/1: the new reference is invalid: image "r.io/:v1": invalid reference format`,
		}, {
			"mended in between", "the rule before it has mended the image, the next one breaks it anew",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("replace /images/1 r.io/c:v1")...)}, {Steps: []override.Overrider{breaks1}}},
			`/images/1: the new reference is invalid: image "r.io/:v1": invalid reference format`,
		}, {
			"replaced by anything", "another value is the business of the step that wrote it",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("replace /images/1 {}")...)}}, "",
		}, {
			"written again", "the same value in the same place is no other value",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do(`replace /images/1 "r.io/:v1"`)...)}},
			`/images/1: the new reference is invalid: image "r.io/:v1": invalid reference format`,
		}, {
			"taken away", "what is gone does not stay behind",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("remove /images/1")...)}}, "",
		}, {
			"taken away with all around it", "what is gone does not stay behind",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("remove /images")...)}}, "",
		}, {
			"the list replaced", "what is gone does not stay behind",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("replace /images [r.io/c:v1]")...)}}, "",
		}, {
			"the document replaced", "what is gone does not stay behind",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("replace  {kind: Test}")...)}}, "",
		}, {
			"shifted down", "removing an element in front moves the image to 0, where it stays",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("remove /images/0")...)}},
			`/images/0: the new reference is invalid: image "r.io/:v1": invalid reference format`,
		}, {
			"shifted up", "inserting in front or in its place moves the image",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("add /images/0 x", "add /images/2 x")...)}},
			`/images/3: the new reference is invalid: image "r.io/:v1": invalid reference format`,
		}, {
			"shifted and mended", "it is mended where it is, not where it was",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("add /images/0 x", "replace /images/2 r.io/c:v1")...)}}, "",
		}, {
			"shifted, another mended", "what stands in its old place now is another image",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("add /images/0 x", "replace /images/1 r.io/c:v1")...)}},
			`/images/2: the new reference is invalid: image "r.io/:v1": invalid reference format`,
		}, {
			"others shifted", "what happens behind it or in other lists does not move it",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("add /images/- x", "remove /images/2", "add /other/0 x", "set /a 1")...)}},
			`/images/1: the new reference is invalid: image "r.io/:v1": invalid reference format`,
		}, {
			"the first of two", "the first that stands is the error",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1, breaks("/images/0")}, overridetest.Do("replace /images/1 r.io/c:v1")...)}},
			`/images/0: the new reference is invalid: image "r.io/:v0": invalid reference format`,
		}, {
			"broken twice", "the second value stands, and the step that wrote it is named",
			[]overridetest.Rule{{Steps: []override.Overrider{broken("/a", "1"), broken("/a", "2")}}},
			`/a: it must not be 2`,
		}, {
			"read before it is mended", "a later step that reads the image does not find one",
			[]overridetest.Rule{{Steps: []override.Overrider{breaks1, breaks1}}},
			`/images/1 is the string "r.io/:v1", expected an image reference: image "r.io/:v1": invalid reference format`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, images: [r.io/a:v0, r.io/b:v1], other: []}"), overridetest.Member1, overridetest.Policy{Name: "p", Rules: c.rules})
			if c.err == "" {
				require.NoError(t, err, c.reason)
				require.NotEmpty(t, result.Changes())
				return
			}
			var e *override.Error
			require.ErrorAs(t, err, &e, c.reason)
			require.Equal(t, c.err, e.Err.Error(), c.reason)
			require.Contains(t, c.err, e.Pointer.String(), "the place is where the value is in the end")
		})
	}
}
