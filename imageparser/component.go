package imageparser

import "fmt"

// Component names a part of an image. The zero Component names none: Get finds nothing there, Set
// and With refuse it.
type Component int

const (
	// Registry is the host, with its port: "localhost:5000" in "localhost:5000/team/app:v1".
	Registry Component = iota + 1
	// Repository is the name without the registry: "team/app".
	Repository
	// Tag is what follows the ":" behind the repository: "v1".
	Tag
	// Digest is what follows the "@", the algorithm included: "sha256:50d8...".
	Digest
	// TagOrDigest is everything behind the repository, taken as one part, as in Karmada's image
	// overriders. Reading gives the tag if there is one, else the digest. Writing replaces or
	// removes both.
	TagOrDigest
)

// String gives the name of the component as the errors of this package spell it, such as "tag or
// digest".
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
