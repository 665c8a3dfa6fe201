package imageparser

import "fmt"

// Component names a part of an image. The zero Component is unknown: Get returns "", Set and With return
// an error.
type Component int

const (
	// Registry is the host, with its port: "localhost:5000" in "localhost:5000/team/app:v1".
	Registry Component = iota + 1
	// Repository is the name without the registry: "team/app".
	Repository
	// Tag is the text after the ":" that follows the repository: "v1".
	Tag
	// Digest is the text after the "@", including the algorithm: "sha256:50d8...".
	Digest
	// TagOrDigest is everything after the repository as one part, as in Karmada's image overriders.
	// Reading returns the tag, or the digest of a reference without a tag. Writing replaces or removes both.
	TagOrDigest
)

// String returns the name of the component in errors, such as "tag or digest".
func (c Component) String() string {
	switch c {
	case Registry:
		return "registry"
	case Repository:
		return "repository"
	case Tag:
		return "tag"
	case Digest:
		return "digest"
	case TagOrDigest:
		return "tag or digest"
	}
	return fmt.Sprintf("component(%d)", int(c))
}
