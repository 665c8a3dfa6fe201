package imageparser

import (
	"strings"
	"testing"

	"github.com/distribution/reference"
	"github.com/opencontainers/go-digest"
	"github.com/stretchr/testify/require"
)

// This file compares the package with distribution/reference: for all short strings over a small alphabet
// in each test run, and for the inputs of a fuzzer.

// TestAllShortStrings tests all strings of up to five of the characters that fast.go distinguishes, with -short of up to four.
func TestAllShortStrings(t *testing.T) {
	t.Parallel()
	const alphabet = "aZ0._-:/@"
	maxLength := 5
	if testing.Short() {
		maxLength = 4
	}
	var visit func(prefix string)
	visit = func(prefix string) {
		requireParse(t, prefix)
		requireCheck(t, split(prefix))
		requireCheck(t, Parts{Repository: "a", Tag: prefix})
		if len(prefix) < maxLength {
			for _, c := range alphabet {
				visit(prefix + string(c))
			}
		}
	}
	visit("")
}

// TestLimits tests strings around every length limit of the grammar.
func TestLimits(t *testing.T) {
	t.Parallel()
	letters := func(n int) string { return strings.Repeat("a", n) }
	for n := 250; n <= 260; n++ {
		for _, before := range []string{"", "a/", "a.b/", "a_b/", "a.b:1/", letters(200) + ".b/"} {
			requireParse(t, before+letters(n))
			requireParse(t, before+letters(n-2)+"/b")
			requireCheck(t, Parts{Registry: letters(n), Repository: "a"})
		}
	}
	for n := 120; n <= 135; n++ {
		requireParse(t, "a:"+letters(n))
		requireCheck(t, Parts{Repository: "a", Tag: letters(n)})
	}
	for n := 0; n <= 135; n++ {
		for _, algorithm := range []string{"sha256", "sha384", "sha512", "SHA256", "md5", "a+b", ""} {
			requireParse(t, "a@"+algorithm+":"+letters(n))
			requireParse(t, "a:b@"+algorithm+":"+letters(n))
			requireCheck(t, Parts{Repository: "a", Digest: algorithm + ":" + letters(n)})
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { requireParse(t, s) })
}

// TestWithRecorded sets and unsets every part of the recorded images.
func TestWithRecorded(t *testing.T) {
	t.Parallel()
	for _, s := range seeds(t) {
		for c := -1; c <= int(TagOrDigest)+1; c++ {
			requireWith(t, s, c, "mirror.io:80")
			requireWith(t, "a.io/b:v1@"+sha256, c, s)
		}
	}
}

// FuzzWith starts with one part for each image: the fuzzer runs each seed alone, which is slow.
func FuzzWith(f *testing.F) {
	for i, s := range seeds(f) {
		c := i%(int(TagOrDigest)+3) - 1
		f.Add(s, c, "mirror.io:80")
		f.Add("a.io/b:v1@"+sha256, c, s)
	}
	f.Fuzz(requireWith)
}

// requireWith compares With with Set, Check and split.
func requireWith(t *testing.T, s string, c int, value string) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Logf("With(%v, %q) of %q", Component(c), value, s)
		}
	}()
	before, _ := Parse(s)
	unset := before.Parts()
	p, refused := unset.Set(Component(c), value)
	after, err := before.With(Component(c), value)
	switch {
	case refused != nil:
		require.Equal(t, unset, p, "an error returns the Parts unchanged")
		require.Error(t, err, "With fails if Set fails")
	case err != nil:
		require.Error(t, p.Check(), "With fails only if Set or Check fails")
	default:
		require.NoError(t, p.Check(), "Check accepts the result of With")
		require.Equal(t, p.String(), after.String(), "the text is that of the joined parts")
		require.Equal(t, after.String(), after.Parts().String(), "the text is that of the joined parts")
		require.Equal(t, split(after.String()), after.Parts(), "the parts are those of the text")
		require.NoError(t, after.Parts().Check(), "the result is still valid when it is split again")
	}
	if err != nil {
		require.Zero(t, after, "an error returns the zero Image")
	}
	if Component(c) == TagOrDigest {
		requireBoth(t, unset, value)
	}
}

func FuzzCheck(f *testing.F) {
	for _, s := range seeds(f) {
		p := split(s)
		f.Add(p.Registry, p.Repository, p.Tag, p.Digest)
		f.Add(p.Repository, p.Registry, p.Digest, p.Tag)
	}
	f.Fuzz(func(t *testing.T, registry, repository, tag, digest string) {
		requireCheck(t, Parts{registry, repository, tag, digest})
	})
}

// requireParse compares Parse(s) and the components of the Image with reference.Parse.
func requireParse(t *testing.T, s string) {
	t.Helper()
	require.Equal(t, s, split(s).String(), "split is lossless")

	want, refused := reference.Parse(s)
	got, err := Parse(s)
	if refused != nil {
		if err == nil || got != (Image{}) {
			require.FailNow(t, "accepted", "%q: distribution returns the error: %v", s, refused)
		}
		require.ErrorIs(t, err, refused, "%q", s)
		return
	}
	require.NoError(t, err, "%q", s)
	require.Equal(t, s, got.String(), "String returns the original text")
	require.Equal(t, s, got.Parts().String(), "the joined parts are the original text")

	named, ok := want.(reference.Named)
	require.True(t, ok, "%q: every reference from Parse has a name", s)
	require.Equal(t, named.Name(), got.Parts().name(), "%q", s)
	tag, sum := "", ""
	if tagged, ok := want.(reference.Tagged); ok {
		tag = tagged.Tag()
	}
	if digested, ok := want.(reference.Digested); ok {
		sum = digested.Digest().String()
	}
	require.Equal(t, tag, got.Get(Tag), "%q", s)
	require.Equal(t, sum, got.Get(Digest), "%q", s)
}

// requireCheck compares p.Check, and Set with the tag and the digest of p, with WithName, WithTag and
// WithDigest.
func requireCheck(t *testing.T, p Parts) {
	t.Helper()
	named, want := reference.WithName(p.name())
	_, badTag := reference.WithTag(anyName, p.Tag)
	_, badDigest := reference.WithDigest(anyName, digest.Digest(p.Digest))
	if want == nil && p.Tag != "" {
		_, want = reference.WithTag(named, p.Tag)
	}
	if want == nil && p.Digest != "" {
		_, want = reference.WithDigest(named, digest.Digest(p.Digest))
	}
	require.ErrorIs(t, p.Check(), want, "%q", p)

	if p.Tag != "" {
		_, err := Parts{}.Set(Tag, p.Tag)
		require.ErrorIs(t, err, badTag, "%q", p)
	}
	if p.Digest != "" {
		_, err := Parts{}.Set(Digest, p.Digest)
		require.ErrorIs(t, err, badDigest, "%q", p)
	}
}

// requireBoth compares Set(TagOrDigest) with the definition of that component.
func requireBoth(t *testing.T, p Parts, value string) {
	t.Helper()
	got, err := p.Set(TagOrDigest, value)
	_, notTag := reference.WithTag(anyName, value)
	_, notDigest := reference.WithDigest(anyName, digest.Digest(value))
	switch {
	case value == "":
		p.Tag, p.Digest = "", ""
	case notTag == nil:
		p.Tag, p.Digest = value, ""
	case notDigest == nil:
		p.Tag, p.Digest = "", value
	default:
		require.ErrorIs(t, err, notTag, "%q", value)
		require.ErrorIs(t, err, notDigest, "%q", value)
		return
	}
	require.NoError(t, err, "%q", value)
	require.Equal(t, p, got, "%q", value)
}

// seeds returns the recorded images and some unusual ones.
func seeds(t testing.TB) []string {
	all := []string{sha256, sha384, sha512, "@" + sha256, "a__b--c/d.e_f", "a_b.c/d", "[::1]:5000/x:y@" + sha512}
	for _, r := range readRecorded(t) {
		all = append(all, r.Image)
	}
	return all
}
