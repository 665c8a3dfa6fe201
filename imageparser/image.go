package imageparser

import (
	// These imports register the digest algorithms (sha384 is in sha512).
	_ "crypto/sha256"
	_ "crypto/sha512"
	"fmt"

	"github.com/distribution/reference"
)

// Image is a valid image reference. The zero Image is not valid: it has no components and its String
// is "". Every other Image is a result of Parse or With.
//
// An Image is immutable and safe for concurrent use. Two Images are == if and only if their strings are
// equal; "nginx" and "docker.io/library/nginx" differ.
type Image struct {
	text  string
	parts Parts
}

// Parse parses an image reference. It accepts exactly what reference.Parse of distribution/reference
// v0.6.0 accepts in a program that imports sha256, sha384 and sha512, as this package does. The checksum
// of a digest must have the length of its algorithm, in lower case.
//
// The error quotes s, shortened if it is long, and wraps the error of distribution or of
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

// String returns the string that was passed to Parse, or that With joined.
func (i Image) String() string { return i.text }

// Get returns a component of the image, and "" if it is absent or c is unknown.
func (i Image) Get(c Component) string { return i.parts.Get(c) }

// Parts returns the components of the image. Joined, they are its string.
func (i Image) Parts() Parts { return i.parts }

// With returns a new Image with the component c set to value, or removed if value is "". The string of
// the new Image is that of its joined parts.
//
//  1. The value is set by the rules of Parts.Set.
//  2. Parts.Check must accept the new parts. An image without a repository is an error; a digest with a
//     checksum of the wrong length is not, although Parse would reject it.
//  3. The components of the new Image are read from its string by the host rule. They can differ from
//     the value that was set: With(Registry, "test-repo") on "myapp:1.0.0" returns
//     "test-repo/myapp:1.0.0", which has no registry and the repository "test-repo/myapp".
//
// An error quotes the invalid value and wraps the error of distribution; the Image is then zero.
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
