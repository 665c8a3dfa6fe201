package imageparser

import (
	"strings"
	"testing"

	"github.com/distribution/reference"
	"github.com/stretchr/testify/require"
)

func TestPartsString(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name   string
		parts  Parts
		want   string
		reason string
	}{
		{"nothing", Parts{}, "", "the zero Parts have no text"},
		{"all", Parts{"h", "r", "t", "d"}, "h/r:t@d", "every separator once"},
		{"no registry", Parts{"", "r", "t", "d"}, "r:t@d", "the slash belongs to the registry"},
		{"no repository", Parts{"h", "", "v", ""}, "h/:v", "what there is is joined, valid or not"},
		{"only a registry", Parts{"h", "", "", ""}, "h/", "the slash belongs to the registry"},
		{"only a tag", Parts{"", "", "v", ""}, ":v", "the colon belongs to the tag"},
		{"only a digest", Parts{"", "", "", "d"}, "@d", "the at sign belongs to the digest"},
		{"any text", Parts{"//", "::", "@", " "}, "///:::@@ ", "nothing is cleaned up"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tc.want, tc.parts.String(), tc.reason)
		})
	}
}

func TestPartsGet(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name      string
		parts     Parts
		component Component
		want      string
		reason    string
	}{
		{"registry", Parts{"h", "r", "t", "d"}, Registry, "h", "each component is its field"},
		{"repository", Parts{"h", "r", "t", "d"}, Repository, "r", "each component is its field"},
		{"tag", Parts{"h", "r", "t", "d"}, Tag, "t", "each component is its field"},
		{"digest", Parts{"h", "r", "t", "d"}, Digest, "d", "each component is its field"},
		{"tag before digest", Parts{"h", "r", "t", "d"}, TagOrDigest, "t", "the tag if there is one"},
		{"digest without tag", Parts{"h", "r", "", "d"}, TagOrDigest, "d", "else the digest"},
		{"neither", Parts{"h", "r", "", ""}, TagOrDigest, "", "absent reads as empty"},
		{"unknown", Parts{"h", "r", "t", "d"}, 0, "", "an unknown component is absent"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, tc.want, tc.parts.Get(tc.component), tc.reason)
		})
	}
}

func TestPartsSet(t *testing.T) {
	t.Parallel()
	start := Parts{"h", "r", "t", sha256}
	short := "sha256:" + hex32
	for _, tc := range []struct {
		name      string
		component Component
		value     string
		want      Parts
		reason    string
	}{
		{"any registry", Registry, " //", Parts{" //", "r", "t", sha256}, "only joined to a repository is it right or wrong"},
		{"any repository", Repository, "R:@", Parts{"h", "R:@", "t", sha256}, "only joined to a registry is it right or wrong"},
		{"no registry", Registry, "", Parts{"", "r", "t", sha256}, "empty is absent"},
		{"no repository", Repository, "", Parts{"h", "", "t", sha256}, "Parts may be no image on their way to one"},
		{"tag", Tag, "v", Parts{"h", "r", "v", sha256}, "the digest stays"},
		{"longest tag", Tag, strings.Repeat("v", 128), Parts{"h", "r", strings.Repeat("v", 128), sha256}, "distribution's limit"},
		{"no tag", Tag, "", Parts{"h", "r", "", sha256}, "the digest stays"},
		{"digest", Digest, sha512, Parts{"h", "r", "t", sha512}, "the tag stays"},
		{"short digest", Digest, short, Parts{"h", "r", "t", short}, "the grammar asks for 32 digits, whatever the algorithm"},
		{"unknown algorithm", Digest, "a+b:" + hex32, Parts{"h", "r", "t", "a+b:" + hex32}, "the grammar knows no algorithms"},
		{"no digest", Digest, "", Parts{"h", "r", "t", ""}, "the tag stays"},
		{"tag for both", TagOrDigest, "v", Parts{"h", "r", "v", ""}, "the digest goes"},
		{"digest for both", TagOrDigest, sha512, Parts{"h", "r", "", sha512}, "the tag goes"},
		{"neither", TagOrDigest, "", Parts{"h", "r", "", ""}, "both go"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := start.Set(tc.component, tc.value)
			require.NoError(t, err, tc.reason)
			require.Equal(t, tc.want, got, tc.reason)
		})
	}
}

func TestPartsSetRefuses(t *testing.T) {
	t.Parallel()
	start := Parts{"h", "r", "t", sha256}
	for _, tc := range []struct {
		name      string
		component Component
		value     string
		is        []error
		message   string
		reason    string
	}{
		{"tag with a dash first", Tag, "-v", []error{reference.ErrTagInvalidFormat}, `tag "-v": invalid tag format`, "distribution's grammar"},
		{"tag with a line end", Tag, "v\n", []error{reference.ErrTagInvalidFormat}, `tag "v\n": invalid tag format`, "the quote shows it"},
		{"long tag", Tag, strings.Repeat("v", 129), []error{reference.ErrTagInvalidFormat}, `tag "` + strings.Repeat("v", 129) + `": invalid tag format`, "distribution's limit"},
		{"digest as tag", Tag, sha256, []error{reference.ErrTagInvalidFormat}, `tag "` + sha256 + `": invalid tag format`, "Tag takes no digest"},
		{"tag as digest", Digest, "v", []error{reference.ErrDigestInvalidFormat}, `digest "v": invalid digest format`, "Digest takes no tag"},
		{"31 digits", Digest, "sha256:" + hex32[1:], []error{reference.ErrDigestInvalidFormat}, `digest "sha256:` + hex32[1:] + `": invalid digest format`, "one digit below the grammar"},
		{"neither", TagOrDigest, ":v", []error{reference.ErrTagInvalidFormat, reference.ErrDigestInvalidFormat}, `tag or digest ":v": invalid tag format, invalid digest format`, "the separator is no part of the value"},
		{"unknown component", 9, "v", nil, `component(9): no such component of an image`, "refused, never ignored"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := start.Set(tc.component, tc.value)
			require.EqualError(t, err, tc.message, tc.reason)
			for _, is := range tc.is {
				require.ErrorIs(t, err, is, tc.reason)
			}
			require.Equal(t, start, got, "refused Parts are unchanged")
		})
	}
}

func TestPartsCheck(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name    string
		parts   Parts
		message string
		reason  string
	}{
		{"image", Parts{"a.io", "b/c", "v1", sha256}, "", "the common case"},
		{"registry that is no host", Parts{"mirror", "app", "", ""}, "", "the name is checked joined"},
		{"host in the repository", Parts{"", "a.io:80/app", "", ""}, "", "the name is checked joined"},
		{"short digest", Parts{"", "app", "", "sha256:" + hex32}, "", "grammar only"},
		{"nothing", Parts{}, `image "": invalid reference format`, "an image has a repository"},
		{"no repository", Parts{"h", "", "v", ""}, `image "h/:v": invalid reference format`, "an image has a repository"},
		{"capital repository", Parts{"h", "R", "", ""}, `image "h/R": invalid reference format`, "capitals are for hosts"},
		{"slash in the registry", Parts{"h/", "r", "", ""}, `image "h//r": invalid reference format`, "an empty segment"},
		{"tag", Parts{"", "r", "a b", ""}, `image "r:a b": tag "a b": invalid tag format`, "a tag that no Set has seen"},
		{"digest", Parts{"", "r", "", "d"}, `image "r@d": digest "d": invalid digest format`, "a digest that no Set has seen"},
		{"name first", Parts{"", "R", "a b", "d"}, `image "R:a b@d": invalid reference format`, "one error, that of the first part that is wrong"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			err := tc.parts.Check()
			if tc.message == "" {
				require.NoError(t, err, tc.reason)
				return
			}
			require.EqualError(t, err, tc.message, tc.reason)
		})
	}
}
