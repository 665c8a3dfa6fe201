package imageparser

import (
	"strings"
	"testing"

	"github.com/distribution/reference"
	"github.com/opencontainers/go-digest"
	"github.com/stretchr/testify/require"
)

const (
	hex32  = "50d858e0985ecc7f60418aaf0cc5ab58"
	hex64  = hex32 + "7f42c2570a884095a9e8ccacd0f6545c"
	sha256 = "sha256:" + hex64
	sha384 = "sha384:" + hex64 + hex32
	sha512 = "sha512:" + hex64 + hex64
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, image string
		want        Parts
		reason      string
	}{
		{"repository", "nginx", Parts{Repository: "nginx"}, "no default registry and no default tag"},
		{"tag", "nginx:1.25", Parts{Repository: "nginx", Tag: "1.25"}, "the common case"},
		{"everything", "reg.io:5000/a/b:v1@" + sha256, Parts{"reg.io:5000", "a/b", "v1", sha256}, "tag and digest are both kept"},
		{"sha384", "nginx@" + sha384, Parts{Repository: "nginx", Digest: sha384}, "linked together with sha512"},
		{"sha512", "nginx@" + sha512, Parts{Repository: "nginx", Digest: sha512}, "linked by this package"},
		{"host without a path", "reg:5000", Parts{Repository: "reg", Tag: "5000"}, "the text after the last colon is a tag unless it has a slash"},
		{"domain without a path", "docker.io", Parts{Repository: "docker.io"}, "a registry requires a slash after it"},
		{"localhost without a path", "localhost", Parts{Repository: "localhost"}, "a registry requires a slash after it"},
		{"localhost", "localhost/app", Parts{Registry: "localhost", Repository: "app"}, "the one host that needs no dot"},
		{"localhost in upper case", "LOCALHOST/app", Parts{Repository: "LOCALHOST/app"}, "the host rule is case-sensitive"},
		{"port", "reg:5000/app", Parts{Registry: "reg:5000", Repository: "app"}, "a segment with a colon is a host"},
		{"one word", "team/app", Parts{Repository: "team/app"}, "distribution takes team for a domain, the host rule does not"},
		{"upper-case word", "MyReg/app", Parts{Repository: "MyReg/app"}, "distribution takes it as a domain, but the host rule does not"},
		{"upper-case host", "MyReg.io/app", Parts{Registry: "MyReg.io", Repository: "app"}, "hosts may have upper-case letters"},
		{"dot in a path segment", "a_b.c/d", Parts{Registry: "a_b.c", Repository: "d"}, "it is not a domain for distribution, but the host rule requires only the dot"},
		{"IPv6", "[::1]:5000/x", Parts{Registry: "[::1]:5000", Repository: "x"}, "colons are allowed in brackets"},
		{"IPv6 and tag", "[2001:db8::1]/x/y:1", Parts{Registry: "[2001:db8::1]", Repository: "x/y", Tag: "1"}, "only a colon after the last slash begins a tag"},
		{"bare checksum", sha256, Parts{Repository: "sha256", Tag: hex64}, "an image requires a name, so this is not a digest"},
		{"punycode", "xn--bcher-kva.example/x", Parts{Registry: "xn--bcher-kva.example", Repository: "x"}, "distribution handles repeated dashes"},
		{"limit after a word", "a/" + strings.Repeat("b", 255), Parts{Repository: "a/" + strings.Repeat("b", 255)}, "distribution does not count a possible domain"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := Parse(tc.image)
			require.NoError(t, err, tc.reason)
			require.Equal(t, tc.want, got.Parts(), tc.reason)
			require.Equal(t, tc.image, got.String(), "String returns the original text")
		})
	}
}

func TestParseErrors(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, image string
		is          error
		message     string
		reason      string
	}{
		{"empty", "", reference.ErrNameEmpty, `image "": repository name must have at least one component`, "Parse never returns the zero Image without an error"},
		{"no tag", "nginx:", reference.ErrReferenceInvalidFormat, `image "nginx:": invalid reference format`, "a colon requires a tag"},
		{"no digest", "nginx@", reference.ErrReferenceInvalidFormat, `image "nginx@": invalid reference format`, "an at sign requires a digest"},
		{"digest only", "@" + sha256, reference.ErrReferenceInvalidFormat, `image "@` + sha256 + `": invalid reference format`, "an image requires a name"},
		{"no repository", "docker.io/", reference.ErrReferenceInvalidFormat, `image "docker.io/": invalid reference format`, "an image requires a repository"},
		{"tag after a registry", "docker.io/:v1", reference.ErrReferenceInvalidFormat, `image "docker.io/:v1": invalid reference format`, "an unchecked edit could produce it"},
		{"two digests", "nginx@" + sha256 + "@" + sha256, reference.ErrReferenceInvalidFormat, `image "nginx@` + sha256 + "@" + sha256 + `": invalid reference format`, "only one digest is allowed"},
		{"upper case", "Nginx", reference.ErrNameContainsUppercase, `image "Nginx": repository name must be lowercase`, "the error wraps distribution's specific error"},
		{"long repository", strings.Repeat("a", 256), reference.ErrNameTooLong, `image "` + strings.Repeat("a", 256) + `": repository name must not be more than 255 characters`, "the limit is distribution's"},
		{"short checksum", "nginx@sha256:" + hex32, digest.ErrDigestInvalidLength, `image "nginx@sha256:` + hex32 + `": invalid checksum digest length`, "the grammar allows it, but not the algorithm"},
		{"upper-case checksum", "nginx@sha256:" + strings.ToUpper(hex64), digest.ErrDigestInvalidFormat, `image "nginx@sha256:` + strings.ToUpper(hex64) + `": invalid checksum digest format`, "the grammar allows upper case, but not sha256"},
		{"no checksum", "nginx@sha256:" + strings.Repeat("g", 64), reference.ErrReferenceInvalidFormat, `image "nginx@sha256:` + strings.Repeat("g", 64) + `": invalid reference format`, "g is not a hexadecimal digit"},
		{"host with an underscore", "a_b:1/c", reference.ErrReferenceInvalidFormat, `image "a_b:1/c": invalid reference format`, "only path segments may have underscores"},
		{"digits first", "nginx@256:" + hex64, reference.ErrReferenceInvalidFormat, `image "nginx@256:` + hex64 + `": invalid reference format`, "an algorithm starts with a letter"},
		{"unknown algorithm", "nginx@md5:" + hex32, digest.ErrDigestUnsupported, `image "nginx@md5:` + hex32 + `": unsupported digest algorithm`, "the algorithm must be registered"},
		{"invisible", "nginx\u200b", reference.ErrReferenceInvalidFormat, `image "nginx\u200b": invalid reference format`, "the quoted string shows the invisible character"},
		{"not UTF-8", "nginx\xff", reference.ErrReferenceInvalidFormat, `image "nginx\xff": invalid reference format`, "the input may be any bytes"},
		{"very long", strings.Repeat("a", 100_000) + "!", reference.ErrReferenceInvalidFormat, `image "` + strings.Repeat("a", 256) + `"... (100001 bytes): invalid reference format`, "the error is short"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := Parse(tc.image)
			require.ErrorIs(t, err, tc.is, tc.reason)
			require.EqualError(t, err, tc.message, tc.reason)
			require.Zero(t, got, "an error returns the zero Image")
		})
	}
}

func TestWith(t *testing.T) {
	t.Parallel()
	short := "sha256:" + hex32
	for _, tc := range []struct {
		name, image string
		component   Component
		value       string
		want        string
		parts       Parts
		reason      string
	}{
		{"registry added", "nginx:1", Registry, "reg.io", "reg.io/nginx:1", Parts{"reg.io", "nginx", "1", ""}, "the other components are kept"},
		{"registry replaced", "a.io/nginx:1@" + sha256, Registry, "b.io:80", "b.io:80/nginx:1@" + sha256, Parts{"b.io:80", "nginx", "1", sha256}, "tag and digest are both kept"},
		{"registry removed", "a.io/nginx", Registry, "", "nginx", Parts{"", "nginx", "", ""}, "its slash is removed, too"},
		{"registry that is not a host", "myapp:1.0.0", Registry, "test-repo", "test-repo/myapp:1.0.0", Parts{"", "test-repo/myapp", "1.0.0", ""}, "components are read from the text"},
		{"registry with a path", "nginx", Registry, "a.io/team", "a.io/team/nginx", Parts{"a.io", "team/nginx", "", ""}, "components are read from the text"},
		{"registry uncovers another", "a.io/b.io/nginx", Registry, "", "b.io/nginx", Parts{"b.io", "nginx", "", ""}, "components are read from the text"},
		{"repository", "a.io/b:1", Repository, "c/d", "a.io/c/d:1", Parts{"a.io", "c/d", "1", ""}, "the other components are kept"},
		{"repository with a host", "b:1", Repository, "a.io/b", "a.io/b:1", Parts{"a.io", "b", "1", ""}, "components are read from the text"},
		{"tag", "nginx:1@" + sha256, Tag, "2", "nginx:2@" + sha256, Parts{"", "nginx", "2", sha256}, "Tag does not change the digest"},
		{"tag removed", "nginx:1@" + sha256, Tag, "", "nginx@" + sha256, Parts{"", "nginx", "", sha256}, "Tag does not change the digest"},
		{"digest", "nginx:1", Digest, sha512, "nginx:1@" + sha512, Parts{"", "nginx", "1", sha512}, "Digest does not change the tag"},
		{"digest removed", "nginx:1@" + sha256, Digest, "", "nginx:1", Parts{"", "nginx", "1", ""}, "Digest does not change the tag"},
		{"digest of the wrong length", "nginx", Digest, short, "nginx@" + short, Parts{"", "nginx", "", short}, "With checks the grammar, as Check does; only Parse checks the length"},
		{"tag for both", "nginx:1@" + sha256, TagOrDigest, "2", "nginx:2", Parts{"", "nginx", "2", ""}, "the part is replaced as a whole"},
		{"digest for both", "nginx:1", TagOrDigest, sha256, "nginx@" + sha256, Parts{"", "nginx", "", sha256}, "the part is replaced as a whole"},
		{"both removed", "nginx:1@" + sha256, TagOrDigest, "", "nginx", Parts{"", "nginx", "", ""}, "the part is removed as a whole"},
		{"from nothing", "", Repository, "nginx", "nginx", Parts{"", "nginx", "", ""}, "a repository alone makes the zero Image valid"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			before := mustImage(t, tc.image)
			after, err := before.With(tc.component, tc.value)
			require.NoError(t, err, tc.reason)
			require.Equal(t, tc.want, after.String(), tc.reason)
			require.Equal(t, tc.parts, after.Parts(), tc.reason)
			require.Equal(t, tc.image, before.String(), "the old image is not changed")
		})
	}
}

func TestWithErrors(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, image string
		component   Component
		value       string
		is          error
		message     string
		reason      string
	}{
		{"no repository left", "docker.io/nginx:1", Repository, "", reference.ErrReferenceInvalidFormat, `image "docker.io/:1": invalid reference format`, "the error has the invalid result"},
		{"tag inside the repository", "nginx", Repository, "nginx:1", reference.ErrReferenceInvalidFormat, `image "nginx:1": invalid reference format`, "the text would be valid, but not the repository"},
		{"scheme", "nginx", Registry, "https://a.io", reference.ErrReferenceInvalidFormat, `image "https://a.io/nginx": invalid reference format`, "a registry is not a URL"},
		{"long repository", "nginx", Repository, strings.Repeat("a", 256), reference.ErrNameTooLong, `image "` + strings.Repeat("a", 256) + `": repository name must not be more than 255 characters`, "the error wraps that of distribution"},
		{"tag", "nginx:1", Tag, "a b", reference.ErrTagInvalidFormat, `image "nginx:1": tag "a b": invalid tag format`, "the error has the image and the value"},
		{"digest", "nginx:1", Digest, "latest", reference.ErrDigestInvalidFormat, `image "nginx:1": digest "latest": invalid digest format`, "a tag is not a digest"},
		{"neither", "nginx:1", TagOrDigest, "a b", reference.ErrDigestInvalidFormat, `image "nginx:1": tag or digest "a b": invalid tag format, invalid digest format`, "the error wraps both errors"},
		{"tag of nothing", "", Tag, "1", reference.ErrReferenceInvalidFormat, `image ":1": invalid reference format`, "the zero Image has no repository"},
		{"nothing of nothing", "", Tag, "", reference.ErrReferenceInvalidFormat, `image "": invalid reference format`, "the result of With is always valid"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := mustImage(t, tc.image).With(tc.component, tc.value)
			require.ErrorIs(t, err, tc.is, tc.reason)
			require.EqualError(t, err, tc.message, tc.reason)
			require.Zero(t, got, "an error returns the zero Image")
		})
	}

	_, err := mustImage(t, "nginx").With(0, "x")
	require.EqualError(t, err, `image "nginx": unknown component(0)`, "an unknown component is an error")
}

func TestImageIsAValue(t *testing.T) {
	t.Parallel()
	viaParse := mustImage(t, "a.io/nginx:2")
	viaWith, err := mustImage(t, "nginx:2").With(Registry, "a.io")
	require.NoError(t, err)
	require.True(t, viaParse == viaWith, "images with the same text are equal")
	require.False(t, viaParse == mustImage(t, "a.io/nginx:3"), "images with different texts differ")

	var none Image
	require.Empty(t, none.String(), "the zero Image has no text")
	require.Zero(t, none.Parts(), "the zero Image has no parts")
	require.Empty(t, none.Get(TagOrDigest), "the zero Image has no components")
}

func TestParseAllocatesNothing(t *testing.T) {
	for _, image := range benchImages {
		require.Zero(t, testing.AllocsPerRun(10, func() { _, _ = Parse(image) }), "%q is recognized without a regular expression", image)
	}
}

func mustImage(t testing.TB, s string) Image {
	t.Helper()
	if s == "" {
		return Image{}
	}
	i, err := Parse(s)
	require.NoError(t, err)
	return i
}

var benchImages = []string{
	"nginx:1.25.3",
	"registry.example.com:5000/team/app:v1.2.3",
	"ghcr.io/org/app@" + sha256,
}

func BenchmarkParse(b *testing.B) {
	for _, image := range append(benchImages, "xn--bcher-kva.example/team/app:v1") {
		b.Run(image, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(image); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkWith(b *testing.B) {
	for _, image := range benchImages {
		i := mustImage(b, image)
		b.Run(image, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := i.With(Registry, "mirror.example.com"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
