package imageparser

import (
	// Linked so that digests of these algorithms (and sha384, which lives in sha512) are known.
	_ "crypto/sha256"
	_ "crypto/sha512"
	"fmt"

	"github.com/distribution/reference"
)

// Image is a checked image reference. The zero Image is no image: it has no components and its
// String is "". Every other Image came from Parse or With.
//
// An Image never changes and is safe for concurrent use. Two Images are == exactly when their text is
// the same; "nginx" and "docker.io/library/nginx" differ.
type Image struct {
	text  string
	parts Parts
}

// Parse reads an image. It accepts exactly what reference.Parse of distribution/reference v0.6.0
// accepts in a program that links sha256, sha384 and sha512, as every importer of this package does.
// The checksum of a digest must be as long as its algorithm makes it, and in lower case.
//
// The error quotes s, cut when it is long, and wraps the error of distribution or of
// opencontainers/go-digest: errors.Is(err, reference.ErrReferenceInvalidFormat), for example.
func Parse(s string) (Image, error) {
	p := split(s)
	if !p.plain() {
		if _, err := reference.Parse(s); err != nil {
			return Image{}, fmt.Errorf("image %s: %w", quote(s), err)
		}
	}
	return Image{text: s, parts: p}, nil
}

// String returns the image exactly as it was typed, or as With joined it.
func (i Image) String() string { return i.text }

// Get returns a component of the image, and "" when it is absent or c is unknown.
func (i Image) Get(c Component) string { return i.parts.Get(c) }

// Parts returns the components of the image. Joined, they are its text.
func (i Image) Parts() Parts { return i.parts }

// With returns a new Image that has the component c set to value, or removed when value is "". The
// text of the new Image is the joined text of its parts.
//
//  1. The parts of i take the value by the rules of Parts.Set.
//  2. Parts.Check must accept them. An image without repository is refused; a digest with a checksum
//     of the wrong length is not, though Parse would refuse it.
//  3. The components of the new Image are read from its text by the host rule. They can differ from
//     what was set: With(Registry, "test-repo") on "myapp:1.0.0" gives "test-repo/myapp:1.0.0", which has
//     no registry and the repository "test-repo/myapp".
//
// The error says what was refused and wraps the error of distribution; the Image is then zero.
func (i Image) With(c Component, value string) (Image, error) {
	p, err := i.parts.Set(c, value)
	if err != nil {
		return Image{}, fmt.Errorf("image %s: %w", quote(i.text), err)
	}
	if err := p.Check(); err != nil {
		return Image{}, err
	}
	text := p.String()
	return Image{text: text, parts: split(text)}, nil
}
