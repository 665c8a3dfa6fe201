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
		{"all", Parts{"h", "r", "t", "d"}, "h/r:t@d", "each separator is written once"},
		{"no registry", Parts{"", "r", "t", "d"}, "r:t@d", "the slash belongs to the registry"},
		{"no repository", Parts{"h", "", "v", ""}, "h/:v", "components are joined without validation"},
		{"only a registry", Parts{"h", "", "", ""}, "h/", "the slash belongs to the registry"},
		{"only a tag", Parts{"", "", "v", ""}, ":v", "the colon belongs to the tag"},
		{"only a digest", Parts{"", "", "", "d"}, "@d", "the at sign belongs to the digest"},
		{"any strings", Parts{"//", "::", "@", " "}, "///:::@@ ", "nothing is normalized"},
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
		{"registry", Parts{"h", "r", "t", "d"}, Registry, "h", "each component has its own field"},
		{"repository", Parts{"h", "r", "t", "d"}, Repository, "r", "each component has its own field"},
		{"tag", Parts{"h", "r", "t", "d"}, Tag, "t", "each component has its own field"},
		{"digest", Parts{"h", "r", "t", "d"}, Digest, "d", "each component has its own field"},
		{"tag before digest", Parts{"h", "r", "t", "d"}, TagOrDigest, "t", "a tag has precedence"},
		{"digest without tag", Parts{"h", "r", "", "d"}, TagOrDigest, "d", "without a tag it is the digest"},
		{"neither", Parts{"h", "r", "", ""}, TagOrDigest, "", "an absent component is empty"},
		{"unknown", Parts{"h", "r", "t", "d"}, 0, "", "an unknown component is empty"},
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
		{"any registry", Registry, " //", Parts{" //", "r", "t", sha256}, "it is validated together with the repository"},
		{"any repository", Repository, "R:@", Parts{"h", "R:@", "t", sha256}, "it is validated together with the registry"},
		{"no registry", Registry, "", Parts{"", "r", "t", sha256}, "empty is absent"},
		{"no repository", Repository, "", Parts{"h", "", "t", sha256}, "Parts need not be valid"},
		{"tag", Tag, "v", Parts{"h", "r", "v", sha256}, "the digest is kept"},
		{"longest tag", Tag, strings.Repeat("v", 128), Parts{"h", "r", strings.Repeat("v", 128), sha256}, "the limit of distribution"},
		{"no tag", Tag, "", Parts{"h", "r", "", sha256}, "the digest is kept"},
		{"digest", Digest, sha512, Parts{"h", "r", "t", sha512}, "the tag is kept"},
		{"short digest", Digest, short, Parts{"h", "r", "t", short}, "the grammar requires 32 digits for any algorithm"},
		{"unknown algorithm", Digest, "a+b:" + hex32, Parts{"h", "r", "t", "a+b:" + hex32}, "the grammar allows any algorithm"},
		{"no digest", Digest, "", Parts{"h", "r", "t", ""}, "the tag is kept"},
		{"tag for both", TagOrDigest, "v", Parts{"h", "r", "v", ""}, "the digest is removed"},
		{"digest for both", TagOrDigest, sha512, Parts{"h", "r", "", sha512}, "the tag is removed"},
		{"neither", TagOrDigest, "", Parts{"h", "r", "", ""}, "both are removed"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := start.Set(tc.component, tc.value)
			require.NoError(t, err, tc.reason)
			require.Equal(t, tc.want, got, tc.reason)
		})
	}
}

func TestPartsSetErrors(t *testing.T) {
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
		{"tag with a dash first", Tag, "-v", []error{reference.ErrTagInvalidFormat}, `tag "-v": invalid tag format`, "the grammar of distribution"},
		{"tag with a line break", Tag, "v\n", []error{reference.ErrTagInvalidFormat}, `tag "v\n": invalid tag format`, "the error quotes it"},
		{"long tag", Tag, strings.Repeat("v", 129), []error{reference.ErrTagInvalidFormat}, `tag "` + strings.Repeat("v", 129) + `": invalid tag format`, "the limit of distribution"},
		{"digest as tag", Tag, sha256, []error{reference.ErrTagInvalidFormat}, `tag "` + sha256 + `": invalid tag format`, "Tag does not accept a digest"},
		{"tag as digest", Digest, "v", []error{reference.ErrDigestInvalidFormat}, `digest "v": invalid digest format`, "Digest does not accept a tag"},
		{"31 digits", Digest, "sha256:" + hex32[1:], []error{reference.ErrDigestInvalidFormat}, `digest "sha256:` + hex32[1:] + `": invalid digest format`, "one digit less than the grammar requires"},
		{"neither", TagOrDigest, ":v", []error{reference.ErrTagInvalidFormat, reference.ErrDigestInvalidFormat}, `tag or digest ":v": invalid tag format, invalid digest format`, "the separator is not part of the value"},
		{"unknown component", 9, "v", nil, `unknown component(9)`, "an unknown component is an error"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := start.Set(tc.component, tc.value)
			require.EqualError(t, err, tc.message, tc.reason)
			for _, is := range tc.is {
				require.ErrorIs(t, err, is, tc.reason)
			}
			require.Equal(t, start, got, "an error returns the Parts unchanged")
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
		{"registry that is not a host", Parts{"mirror", "app", "", ""}, "", "the joined name is checked"},
		{"host in the repository", Parts{"", "a.io:80/app", "", ""}, "", "the joined name is checked"},
		{"short digest", Parts{"", "app", "", "sha256:" + hex32}, "", "only the grammar is checked"},
		{"nothing", Parts{}, `image "": invalid reference format`, "an image requires a repository"},
		{"no repository", Parts{"h", "", "v", ""}, `image "h/:v": invalid reference format`, "an image requires a repository"},
		{"upper-case repository", Parts{"h", "R", "", ""}, `image "h/R": invalid reference format`, "only hosts may have upper-case letters"},
		{"slash in the registry", Parts{"h/", "r", "", ""}, `image "h//r": invalid reference format`, "the name has an empty segment"},
		{"tag", Parts{"", "r", "a b", ""}, `image "r:a b": tag "a b": invalid tag format`, "the tag was not set by Set"},
		{"digest", Parts{"", "r", "", "d"}, `image "r@d": digest "d": invalid digest format`, "the digest was not set by Set"},
		{"name first", Parts{"", "R", "a b", "d"}, `image "R:a b@d": invalid reference format`, "the error is that of the first invalid part"},
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
