package overrider_test

import (
	"strings"
	"testing"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
)

// images returns an Image overrider for /image.
func images(operations ...overrider.ImageOperation) []override.Overrider {
	return overridetest.One(overrider.Image{Where: overrider.ImageAt(overridetest.At("/image")), Operations: operations})
}

// TestImage shows the results of operations on a reference.
func TestImage(t *testing.T) {
	t.Parallel()
	const (
		registry, repository = imageparser.Registry, imageparser.Repository
		tag, digest, either  = imageparser.Tag, imageparser.Digest, imageparser.TagOrDigest
		set, add, remove     = overrider.ImageSet, overrider.ImageAppend, overrider.ImageDelete
	)
	passOver := func(o overrider.ImageOperation) overrider.ImageOperation { o.SkipInvalid = true; return o }
	for _, c := range []struct {
		name, reason string
		image        string
		operations   []overrider.ImageOperation
		want         string // empty: no change
		skips        []string
		err          string
	}{
		{"set the registry", "the rest stays", "docker.io/team/app:v1", []overrider.ImageOperation{overridetest.ImageOp(registry, set, "r.io:5000")}, "r.io:5000/team/app:v1", nil, ""},
		{"set an absent registry", "it comes in front", "team/app:v1", []overrider.ImageOperation{overridetest.ImageOp(registry, set, "r.io")}, "r.io/team/app:v1", nil, ""},
		{"append to the registry", "without a separator", "gcr.io/app", []overrider.ImageOperation{overridetest.ImageOp(registry, add, ".cn")}, "gcr.io.cn/app", nil, ""},
		{"append to an absent registry", "the value becomes the registry", "app", []overrider.ImageOperation{overridetest.ImageOp(registry, add, "r.io")}, "r.io/app", nil, ""},
		{"delete the registry", "its slash is removed, too", "r.io:5000/team/app:v1", []overrider.ImageOperation{overridetest.ImageOp(registry, remove, "")}, "team/app:v1", nil, ""},
		{"set to nothing", "that is to delete", "r.io/app", []overrider.ImageOperation{overridetest.ImageOp(registry, set, "")}, "app", nil, ""},
		{"a value that is not a registry", "the string is still an image, with another repository", "app:v1", []overrider.ImageOperation{overridetest.ImageOp(registry, set, "mirror")}, "mirror/app:v1", nil, ""},

		{"set the repository", "registry, tag and digest stay", "r.io/app:v1@" + overridetest.Checksum, []overrider.ImageOperation{overridetest.ImageOp(repository, set, "team/web")}, "r.io/team/web:v1@" + overridetest.Checksum, nil, ""},
		{"append to the repository", "without a separator", "app:v1", []overrider.ImageOperation{overridetest.ImageOp(repository, add, "-slim")}, "app-slim:v1", nil, ""},
		{"a repository in capitals", "it is not a valid reference", "app:v1", []overrider.ImageOperation{overridetest.ImageOp(repository, set, "App")}, "", nil,
			`/image: the reference is broken: image "App:v1": repository name must be lowercase`},
		{"delete the repository", "the rest is not an image", "r.io/app:v1", []overrider.ImageOperation{overridetest.ImageOp(repository, remove, "")}, "", nil,
			`/image: the reference is broken: image "r.io/:v1": invalid reference format`},

		{"set the tag", "the digest stays: it is another component", "app:v1@" + overridetest.Checksum, []overrider.ImageOperation{overridetest.ImageOp(tag, set, "v2")}, "app:v2@" + overridetest.Checksum, nil, ""},
		{"set an absent tag", "its colon is added, too", "localhost/app", []overrider.ImageOperation{overridetest.ImageOp(tag, set, "v2")}, "localhost/app:v2", nil, ""},
		{"append to the tag", "without a separator", "app:v1", []overrider.ImageOperation{overridetest.ImageOp(tag, add, "-arm64")}, "app:v1-arm64", nil, ""},
		{"delete the tag", "its colon is removed, too", "r.io:5000/app:v1", []overrider.ImageOperation{overridetest.ImageOp(tag, remove, "")}, "r.io:5000/app", nil, ""},
		{"an invalid tag", "an invalid value is an error", "app:v1", []overrider.ImageOperation{overridetest.ImageOp(tag, set, "v 2")}, "", nil,
			`/image is the string "app:v1", expected an image to which this operation applies: tag "v 2": invalid tag format`},
		{"a digest is not a tag", "each component has its own grammar", "app:v1", []overrider.ImageOperation{overridetest.ImageOp(tag, set, "sha256:0")}, "", nil,
			`/image is the string "app:v1", expected an image to which this operation applies: tag "sha256:0": invalid tag format`},

		{"set the digest", "the tag stays", "app:v1", []overrider.ImageOperation{overridetest.ImageOp(digest, set, overridetest.Checksum)}, "app:v1@" + overridetest.Checksum, nil, ""},
		{"append to the digest", "the prefix is the algorithm", "app@sha256:" + overridetest.Sum, []overrider.ImageOperation{overridetest.ImageOp(digest, add, "ff")}, "app@sha256:" + overridetest.Sum + "ff", nil, ""},
		{"delete the digest", "the tag stays", "app:v1@" + overridetest.Checksum, []overrider.ImageOperation{overridetest.ImageOp(digest, remove, "")}, "app:v1", nil, ""},
		{"an invalid digest", "an invalid value is an error", "app", []overrider.ImageOperation{overridetest.ImageOp(digest, set, "sha256:0")}, "", nil,
			`/image is the string "app", expected an image to which this operation applies: digest "sha256:0": invalid digest format`},

		{"a tag for either", "it replaces both", "app:v1@" + overridetest.Checksum, []overrider.ImageOperation{overridetest.ImageOp(either, set, "v2")}, "app:v2", nil, ""},
		{"a digest for either", "it replaces both", "app:v1", []overrider.ImageOperation{overridetest.ImageOp(either, set, overridetest.Checksum)}, "app@" + overridetest.Checksum, nil, ""},
		{"delete either", "both are removed", "app:v1@" + overridetest.Checksum, []overrider.ImageOperation{overridetest.ImageOp(either, remove, "")}, "app", nil, ""},
		{"append to either", "the tag counts first", "app:v1@" + overridetest.Checksum, []overrider.ImageOperation{overridetest.ImageOp(either, add, "-x")}, "app:v1-x", nil, ""},

		{"insert a tag", "an absent component is set", "r.io/app", []overrider.ImageOperation{overridetest.ImageOp(tag, overrider.ImageInsert, "v1")}, "r.io/app:v1", nil, ""},
		{"insert over a tag", "an existing component is an error", "r.io/app:v1", []overrider.ImageOperation{overridetest.ImageOp(tag, overrider.ImageInsert, "v1")}, "", nil,
			`/image is the string "r.io/app:v1", expected an image to which this operation applies: the tag is "v1", insert expects it to be absent`},

		{"in order", "each operation sees the result of the previous one", "app", []overrider.ImageOperation{
			overridetest.ImageOp(registry, set, "r.io"), overridetest.ImageOp(registry, add, ":5000"), overridetest.ImageOp(repository, add,
				"/web"), overridetest.ImageOp(tag, set, "v1"), overridetest.ImageOp(tag, add, "b"),
		}, "r.io:5000/app/web:v1b", nil, ""},
		{"repaired in between", "the reference is not parsed in between", "r.io/app:v1", []overrider.ImageOperation{overridetest.ImageOp(repository, remove, ""), overridetest.ImageOp(repository, set, "web")}, "r.io/web:v1", nil, ""},
		{"moved between components", "components are not parsed again in between", "app", []overrider.ImageOperation{overridetest.ImageOp(repository, set, "r.io/x"), overridetest.ImageOp(registry, set, "q.io")}, "q.io/r.io/x", nil, ""},

		{"nothing to do", "without operations, only the image is checked", "r.io/app", nil, "", []string{"already up to date"}, ""},
		{"equal", "an equal value is not a change", "r.io/app:v1", []overrider.ImageOperation{overridetest.ImageOp(registry, set, "r.io"), overridetest.ImageOp(tag, set, "v1")}, "", []string{"already up to date"}, ""},
		{"changed and changed back", "only the result counts", "app:v1", []overrider.ImageOperation{overridetest.ImageOp(tag, set, "v2"), overridetest.ImageOp(tag, set, "v1")}, "", []string{"already up to date"}, ""},

		{"skipped", "an invalid value is skipped with the reason, and the next operation acts", "app:v1",
			[]overrider.ImageOperation{passOver(overridetest.ImageOp(either, set, "not one")), overridetest.ImageOp(registry, set, "r.io")}, "r.io/app:v1",
			[]string{`/image is unchanged: tag or digest "not one": invalid tag format, invalid digest format`}, ""},
		{"skipped, but invalid", "an invalid result is still an error", "app",
			[]overrider.ImageOperation{passOver(overridetest.ImageOp(repository, set, "App"))}, "", nil,
			`/image: the reference is broken: image "App": repository name must be lowercase`},
	} {
		code := override.CodeValue
		if strings.Contains(c.err, "the reference is broken") {
			code = override.CodeInvalid
		}
		want := ""
		if c.want != "" {
			want = "image: " + c.want
		}
		t.Run(c.name, trial{
			reason: c.reason, object: "image: " + c.image, steps: images(c.operations...), want: want, skips: c.skips, code: code, err: c.err,
		}.run)
	}
}

// TestImageInsertEmpty shows that an insert without a value is a fault of the policy.
func TestImageInsertEmpty(t *testing.T) {
	t.Parallel()
	t.Run("nothing", trial{
		reason: "the image is valid", object: "image: app", steps: images(overridetest.ImageOp(imageparser.Tag, overrider.ImageInsert, "")),
		code: override.CodeFault, err: `/image is the string "app", expected an image to which this operation applies: insert without a value`,
	}.run)
}

// TestImageRead shows which values are not an image reference, even without operations.
func TestImageRead(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, object, err string }{
		{"missing", "a missing place has no image", "{}", "/image is missing, expected an image reference"},
		{"null", "null is not a string", "image: null", "/image is null, expected an image reference"},
		{"empty", "an empty string is not an image", `image: ""`, `/image is the string "", expected an image reference: image "": repository name must have at least one component`},
		{"a number", "a number is not a string", "image: 5", "/image is the number 5, expected an image reference"},
		{"a list", "a list is not a string", "image: [app]", "/image is a list, expected an image reference"},
		{"spaces", "surrounding spaces are not removed", `image: " app"`, `/image is the string " app", expected an image reference: image " app": invalid reference format`},
		{"a short checksum", "a digest must be as long as its algorithm makes it", "image: app@sha256:" + overridetest.Sum[2:],
			`/image is the string "app@sha256:` + overridetest.Sum[2:] + `", expected an image reference: image "app@sha256:` + overridetest.Sum[2:] + `": invalid checksum digest length`},
	} {
		t.Run(c.name, trial{reason: c.reason, object: c.object, steps: images(), code: override.CodeValue, err: c.err}.run)
	}
}
