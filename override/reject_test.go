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
			"left", "the value after a rule must be a valid reference",
			[]overridetest.Rule{{Steps: []override.Overrider{breaks1}}},
			`/images/1: the reference is broken: image "r.io/:v1": invalid reference format`,
		}, {
			"repaired by a later step", "only the value after the rule counts",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("replace /images/1 r.io/c:v1")...)}}, "",
		}, {
			"repaired by another pointer", "an index may be written in several ways",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks("/images/+1")}, overridetest.Do("replace /images/1 r.io/c:v1")...)}}, "",
		}, {
			"repaired by the next rule", "each rule is checked by itself",
			[]overridetest.Rule{{Steps: []override.Overrider{breaks1}}, {Steps: overridetest.Do("replace /images/1 r.io/c:v1")}},
			`/images/1: the reference is broken: image "r.io/:v1": invalid reference format`,
		}, {
			"repaired in between", "the previous rule has repaired the image, the next one breaks it again",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("replace /images/1 r.io/c:v1")...)}, {Steps: []override.Overrider{breaks1}}},
			`/images/1: the reference is broken: image "r.io/:v1": invalid reference format`,
		}, {
			"replaced by anything", "the rejection is only about the old value",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("replace /images/1 {}")...)}}, "",
		}, {
			"written again", "the same value is not another one",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do(`replace /images/1 "r.io/:v1"`)...)}},
			`/images/1: the reference is broken: image "r.io/:v1": invalid reference format`,
		}, {
			"removed", "a removed value does not remain",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("remove /images/1")...)}}, "",
		}, {
			"removed with its parent", "a removed value does not remain",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("remove /images")...)}}, "",
		}, {
			"the list replaced", "a removed value does not remain",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("replace /images [r.io/c:v1]")...)}}, "",
		}, {
			"the document replaced", "a removed value does not remain",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("replace  {kind: Test}")...)}}, "",
		}, {
			"shifted down", "removing an element in front moves the image to 0, where it stays",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("remove /images/0")...)}},
			`/images/0: the reference is broken: image "r.io/:v1": invalid reference format`,
		}, {
			"shifted up", "inserting in front or in its place moves the image",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("add /images/0 x", "add /images/2 x")...)}},
			`/images/3: the reference is broken: image "r.io/:v1": invalid reference format`,
		}, {
			"shifted and repaired", "the repair is at the current index",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("add /images/0 x", "replace /images/2 r.io/c:v1")...)}}, "",
		}, {
			"shifted, another one repaired", "the old index has another image now",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("add /images/0 x", "replace /images/1 r.io/c:v1")...)}},
			`/images/2: the reference is broken: image "r.io/:v1": invalid reference format`,
		}, {
			"others shifted", "edits after it or in other lists do not move it",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1}, overridetest.Do("add /images/- x", "remove /images/2", "add /other/0 x", "set /a 1")...)}},
			`/images/1: the reference is broken: image "r.io/:v1": invalid reference format`,
		}, {
			"the first of two", "the first remaining one is the error",
			[]overridetest.Rule{{Steps: append([]override.Overrider{breaks1, breaks("/images/0")}, overridetest.Do("replace /images/1 r.io/c:v1")...)}},
			`/images/0: the reference is broken: image "r.io/:v0": invalid reference format`,
		}, {
			"broken twice", "the second value remains, and its step is named",
			[]overridetest.Rule{{Steps: []override.Overrider{broken("/a", "1"), broken("/a", "2")}}},
			`/a: it must not be 2`,
		}, {
			"read before it is repaired", "a later step reads an invalid image",
			[]overridetest.Rule{{Steps: []override.Overrider{breaks1, breaks1}}},
			`/images/1 is the string "r.io/:v1", expected an image reference: image "r.io/:v1": invalid reference format`,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := overridetest.Apply(t, overridetest.Object("{kind: Test, images: [r.io/a:v0, r.io/b:v1], other: []}"),
				overridetest.Member1, overridetest.Policy{Name: "p", Rules: c.rules})
			if c.err == "" {
				require.NoError(t, err, c.reason)
				require.NotEmpty(t, result.Changes())
				return
			}
			var e *override.Error
			require.ErrorAs(t, err, &e, c.reason)
			require.Equal(t, c.err, e.Err.Error(), c.reason)
			require.Contains(t, c.err, e.Pointer.String(), "the pointer is that of the value at the end")
		})
	}
}
