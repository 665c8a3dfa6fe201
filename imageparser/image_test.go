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
		{"host without a path", "reg:5000", Parts{Repository: "reg", Tag: "5000"}, "what follows the last colon is a tag unless a slash comes"},
		{"domain without a path", "docker.io", Parts{Repository: "docker.io"}, "a registry needs a slash behind it"},
		{"localhost without a path", "localhost", Parts{Repository: "localhost"}, "a registry needs a slash behind it"},
		{"localhost", "localhost/app", Parts{Registry: "localhost", Repository: "app"}, "the one host that needs no dot"},
		{"localhost in capitals", "LOCALHOST/app", Parts{Repository: "LOCALHOST/app"}, "the host rule compares exactly"},
		{"port", "reg:5000/app", Parts{Registry: "reg:5000", Repository: "app"}, "a colon makes a host"},
		{"one word", "team/app", Parts{Repository: "team/app"}, "distribution takes team for a domain, the host rule does not"},
		{"capital word", "MyReg/app", Parts{Repository: "MyReg/app"}, "accepted as distribution's domain, but no host by the rule"},
		{"capital host", "MyReg.io/app", Parts{Registry: "MyReg.io", Repository: "app"}, "hosts may have capitals"},
		{"dot in a path segment", "a_b.c/d", Parts{Registry: "a_b.c", Repository: "d"}, "no domain for distribution, but the host rule only looks for the dot"},
		{"IPv6", "[::1]:5000/x", Parts{Registry: "[::1]:5000", Repository: "x"}, "brackets carry colons"},
		{"IPv6 and tag", "[2001:db8::1]/x/y:1", Parts{Registry: "[2001:db8::1]", Repository: "x/y", Tag: "1"}, "only the colon behind the last slash opens the tag"},
		{"bare checksum", sha256, Parts{Repository: "sha256", Tag: hex64}, "an image always has a name: this is not a digest"},
		{"punycode", "xn--bcher-kva.example/x", Parts{Registry: "xn--bcher-kva.example", Repository: "x"}, "repeated dashes are left to distribution"},
		{"limit behind a word", "a/" + strings.Repeat("b", 255), Parts{Repository: "a/" + strings.Repeat("b", 255)}, "distribution does not count what could be a domain"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := Parse(tc.image)
			require.NoError(t, err, tc.reason)
			require.Equal(t, tc.want, got.Parts(), tc.reason)
			require.Equal(t, tc.image, got.String(), "an image is what was typed")
		})
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, image string
		is          error
		message     string
		reason      string
	}{
		{"empty", "", reference.ErrNameEmpty, `image "": repository name must have at least one component`, "the zero Image never comes out of Parse without an error"},
		{"no tag", "nginx:", reference.ErrReferenceInvalidFormat, `image "nginx:": invalid reference format`, "a colon promises a tag"},
		{"no digest", "nginx@", reference.ErrReferenceInvalidFormat, `image "nginx@": invalid reference format`, "an at sign promises a digest"},
		{"digest only", "@" + sha256, reference.ErrReferenceInvalidFormat, `image "@` + sha256 + `": invalid reference format`, "the only reference without a name cannot be written"},
		{"no repository", "docker.io/", reference.ErrReferenceInvalidFormat, `image "docker.io/": invalid reference format`, "a registry alone is no image"},
		{"tag behind a registry", "docker.io/:v1", reference.ErrReferenceInvalidFormat, `image "docker.io/:v1": invalid reference format`, "what an unchecked edit would leave behind"},
		{"two digests", "nginx@" + sha256 + "@" + sha256, reference.ErrReferenceInvalidFormat, `image "nginx@` + sha256 + "@" + sha256 + `": invalid reference format`, "one digest at most"},
		{"capital", "Nginx", reference.ErrNameContainsUppercase, `image "Nginx": repository name must be lowercase`, "distribution's more telling errors come through"},
		{"long repository", strings.Repeat("a", 256), reference.ErrNameTooLong, `image "` + strings.Repeat("a", 256) + `": repository name must not be more than 255 characters`, "the limit is distribution's"},
		{"short checksum", "nginx@sha256:" + hex32, digest.ErrDigestInvalidLength, `image "nginx@sha256:` + hex32 + `": invalid checksum digest length`, "the grammar allows it, the algorithm does not"},
		{"capital checksum", "nginx@sha256:" + strings.ToUpper(hex64), digest.ErrDigestInvalidFormat, `image "nginx@sha256:` + strings.ToUpper(hex64) + `": invalid checksum digest format`, "the grammar allows capitals, sha256 does not"},
		{"no checksum", "nginx@sha256:" + strings.Repeat("g", 64), reference.ErrReferenceInvalidFormat, `image "nginx@sha256:` + strings.Repeat("g", 64) + `": invalid reference format`, "g is the first letter that is no digit"},
		{"host with an underscore", "a_b:1/c", reference.ErrReferenceInvalidFormat, `image "a_b:1/c": invalid reference format`, "a path segment may have one, a host may not"},
		{"digits first", "nginx@256:" + hex64, reference.ErrReferenceInvalidFormat, `image "nginx@256:` + hex64 + `": invalid reference format`, "an algorithm starts with a letter"},
		{"unknown algorithm", "nginx@md5:" + hex32, digest.ErrDigestUnsupported, `image "nginx@md5:` + hex32 + `": unsupported digest algorithm`, "only linked algorithms are known"},
		{"invisible", "nginx\u200b", reference.ErrReferenceInvalidFormat, `image "nginx\u200b": invalid reference format`, "a quoted text shows what the eye does not"},
		{"not UTF-8", "nginx\xff", reference.ErrReferenceInvalidFormat, `image "nginx\xff": invalid reference format`, "any bytes may come in"},
		{"very long", strings.Repeat("a", 100_000) + "!", reference.ErrReferenceInvalidFormat, `image "` + strings.Repeat("a", 256) + `"... (100001 bytes): invalid reference format`, "an error fits on a page"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := Parse(tc.image)
			require.ErrorIs(t, err, tc.is, tc.reason)
			require.EqualError(t, err, tc.message, tc.reason)
			require.Zero(t, got, "an error gives no image")
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
		{"registry added", "nginx:1", Registry, "reg.io", "reg.io/nginx:1", Parts{"reg.io", "nginx", "1", ""}, "the rest stays"},
		{"registry replaced", "a.io/nginx:1@" + sha256, Registry, "b.io:80", "b.io:80/nginx:1@" + sha256, Parts{"b.io:80", "nginx", "1", sha256}, "tag and digest both survive"},
		{"registry removed", "a.io/nginx", Registry, "", "nginx", Parts{"", "nginx", "", ""}, "its slash goes with it"},
		{"registry that is no host", "myapp:1.0.0", Registry, "test-repo", "test-repo/myapp:1.0.0", Parts{"", "test-repo/myapp", "1.0.0", ""}, "components are read from the text"},
		{"registry with a path", "nginx", Registry, "a.io/team", "a.io/team/nginx", Parts{"a.io", "team/nginx", "", ""}, "components are read from the text"},
		{"registry uncovers another", "a.io/b.io/nginx", Registry, "", "b.io/nginx", Parts{"b.io", "nginx", "", ""}, "components are read from the text"},
		{"repository", "a.io/b:1", Repository, "c/d", "a.io/c/d:1", Parts{"a.io", "c/d", "1", ""}, "the rest stays"},
		{"repository with a host", "b:1", Repository, "a.io/b", "a.io/b:1", Parts{"a.io", "b", "1", ""}, "components are read from the text"},
		{"tag", "nginx:1@" + sha256, Tag, "2", "nginx:2@" + sha256, Parts{"", "nginx", "2", sha256}, "Tag alone leaves the digest"},
		{"tag removed", "nginx:1@" + sha256, Tag, "", "nginx@" + sha256, Parts{"", "nginx", "", sha256}, "Tag alone leaves the digest"},
		{"digest", "nginx:1", Digest, sha512, "nginx:1@" + sha512, Parts{"", "nginx", "1", sha512}, "Digest alone leaves the tag"},
		{"digest removed", "nginx:1@" + sha256, Digest, "", "nginx:1", Parts{"", "nginx", "1", ""}, "Digest alone leaves the tag"},
		{"digest of the wrong length", "nginx", Digest, short, "nginx@" + short, Parts{"", "nginx", "", short}, "With obeys the grammar, as Check does; only Parse measures the checksum"},
		{"tag for both", "nginx:1@" + sha256, TagOrDigest, "2", "nginx:2", Parts{"", "nginx", "2", ""}, "the part is replaced as a whole"},
		{"digest for both", "nginx:1", TagOrDigest, sha256, "nginx@" + sha256, Parts{"", "nginx", "", sha256}, "the part is replaced as a whole"},
		{"both removed", "nginx:1@" + sha256, TagOrDigest, "", "nginx", Parts{"", "nginx", "", ""}, "the part is removed as a whole"},
		{"from nothing", "", Repository, "nginx", "nginx", Parts{"", "nginx", "", ""}, "the zero Image takes a first component"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			before := mustImage(t, tc.image)
			after, err := before.With(tc.component, tc.value)
			require.NoError(t, err, tc.reason)
			require.Equal(t, tc.want, after.String(), tc.reason)
			require.Equal(t, tc.parts, after.Parts(), tc.reason)
			require.Equal(t, tc.image, before.String(), "the old image stays")
		})
	}
}

func TestWithRefuses(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, image string
		component   Component
		value       string
		is          error
		message     string
		reason      string
	}{
		{"no repository left", "docker.io/nginx:1", Repository, "", reference.ErrReferenceInvalidFormat, `image "docker.io/:1": invalid reference format`, "the error shows what would have been left behind"},
		{"tag inside the repository", "nginx", Repository, "nginx:1", reference.ErrReferenceInvalidFormat, `image "nginx:1": invalid reference format`, "the text would be an image, but the repository is none"},
		{"scheme", "nginx", Registry, "https://a.io", reference.ErrReferenceInvalidFormat, `image "https://a.io/nginx": invalid reference format`, "a registry is no URL"},
		{"long repository", "nginx", Repository, strings.Repeat("a", 256), reference.ErrNameTooLong, `image "` + strings.Repeat("a", 256) + `": repository name must not be more than 255 characters`, "distribution's error comes through"},
		{"tag", "nginx:1", Tag, "a b", reference.ErrTagInvalidFormat, `image "nginx:1": tag "a b": invalid tag format`, "the image and the value are both named"},
		{"digest", "nginx:1", Digest, "latest", reference.ErrDigestInvalidFormat, `image "nginx:1": digest "latest": invalid digest format`, "a tag is no digest"},
		{"neither", "nginx:1", TagOrDigest, "a b", reference.ErrDigestInvalidFormat, `image "nginx:1": tag or digest "a b": invalid tag format, invalid digest format`, "both reasons are given"},
		{"tag of nothing", "", Tag, "1", reference.ErrReferenceInvalidFormat, `image ":1": invalid reference format`, "the zero Image has no repository"},
		{"nothing of nothing", "", Tag, "", reference.ErrReferenceInvalidFormat, `image "": invalid reference format`, "a successful With always gives an image"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			got, err := mustImage(t, tc.image).With(tc.component, tc.value)
			require.ErrorIs(t, err, tc.is, tc.reason)
			require.EqualError(t, err, tc.message, tc.reason)
			require.Zero(t, got, "an error gives no image")
		})
	}

	_, err := mustImage(t, "nginx").With(0, "x")
	require.EqualError(t, err, `image "nginx": component(0): no such component of an image`, "an unknown component is refused, never ignored")
}

func TestImageIsAValue(t *testing.T) {
	t.Parallel()
	viaParse := mustImage(t, "a.io/nginx:2")
	viaWith, err := mustImage(t, "nginx:2").With(Registry, "a.io")
	require.NoError(t, err)
	require.True(t, viaParse == viaWith, "images with the same text are equal, wherever they come from")
	require.False(t, viaParse == mustImage(t, "a.io/nginx:3"), "images with other texts are not")

	var none Image
	require.Empty(t, none.String(), "no image has no text")
	require.Zero(t, none.Parts(), "no image has no parts")
	require.Empty(t, none.Get(TagOrDigest), "no image has no components")
}

func TestCommonImagesCostNothing(t *testing.T) {
	for _, image := range benchImages {
		require.Zero(t, testing.AllocsPerRun(10, func() { _, _ = Parse(image) }), "%q: a common spelling needs no regular expression, and no memory", image)
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
