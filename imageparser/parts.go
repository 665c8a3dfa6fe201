package imageparser

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/distribution/reference"
	"github.com/opencontainers/go-digest"
)

// Parts are the components of an image as plain data. An absent component is an empty string. Parts need
// not be valid: callers assemble them and then call Check.
//
// Parts are comparable, and no method changes its receiver.
type Parts struct {
	Registry, Repository, Tag, Digest string
}

// Get returns a component, valid or not, and "" if it is absent or c is unknown.
func (p Parts) Get(c Component) string {
	switch c {
	case Registry:
		return p.Registry
	case Repository:
		return p.Repository
	case Tag:
		return p.Tag
	case Digest:
		return p.Digest
	case TagOrDigest:
		if p.Tag != "" {
			return p.Tag
		}
		return p.Digest
	}
	return ""
}

// Set returns Parts with the component c set to value; with value "" the component is removed.
//
//  1. Registry and Repository accept any string: Check validates them together.
//  2. Tag accepts a tag, Digest accepts a digest. Neither changes the other.
//  3. TagOrDigest accepts a tag or a digest, and removes the other one. With value "" it removes both.
//
// A value is valid if reference.WithTag or reference.WithDigest accepts it: they check the grammar of a
// digest, not the length of its checksum. The error about an invalid value wraps the error of that
// function (for TagOrDigest, of both functions). An unknown component is an error, too. With an error,
// Set returns p.
func (p Parts) Set(c Component, value string) (Parts, error) {
	switch c {
	case Registry:
		p.Registry = value
		return p, nil
	case Repository:
		p.Repository = value
		return p, nil
	case Tag:
		if err := checkTag(value); err != nil {
			return p, fmt.Errorf("tag %s: %w", quote(value), err)
		}
		p.Tag = value
		return p, nil
	case Digest:
		if err := checkDigest(value); err != nil {
			return p, fmt.Errorf("digest %s: %w", quote(value), err)
		}
		p.Digest = value
		return p, nil
	case TagOrDigest:
		notTag := checkTag(value)
		if notTag == nil {
			p.Tag, p.Digest = value, ""
			return p, nil
		}
		if err := checkDigest(value); err != nil {
			return p, fmt.Errorf("tag or digest %s: %w, %w", quote(value), notTag, err)
		}
		p.Tag, p.Digest = "", value
		return p, nil
	}
	return p, fmt.Errorf("unknown %v", c)
}

// String joins the components, valid or not: the registry and "/", the repository, ":" and the tag, "@"
// and the digest. The separator of an absent component is omitted: the registry "h" and the tag "v" alone
// are "h/:v". The zero Parts are "".
func (p Parts) String() string {
	slash, colon, at := "", "", "" // a single concatenation allocates once
	if p.Registry != "" {
		slash = "/"
	}
	if p.Tag != "" {
		colon = ":"
	}
	if p.Digest != "" {
		at = "@"
	}
	return p.Registry + slash + p.Repository + colon + p.Tag + at + p.Digest
}

// Check returns nil if the Parts are a valid image:
//
//  1. reference.WithName accepts the registry and the repository, joined;
//  2. reference.WithTag accepts the tag, unless it is absent;
//  3. reference.WithDigest accepts the digest, unless it is absent. Like WithDigest, Check does not
//     compare the length of the checksum with its algorithm; Parse does.
//
// Otherwise the error quotes the joined Parts and wraps the first of their errors.
func (p Parts) Check() error {
	if p.plain() {
		return nil
	}
	if _, err := reference.WithName(p.name()); err != nil {
		return fmt.Errorf("image %s: %w", quote(p.String()), err)
	}
	if err := checkTag(p.Tag); err != nil {
		return fmt.Errorf("image %s: tag %s: %w", quote(p.String()), quote(p.Tag), err)
	}
	if err := checkDigest(p.Digest); err != nil {
		return fmt.Errorf("image %s: digest %s: %w", quote(p.String()), quote(p.Digest), err)
	}
	return nil
}

// name returns the name in the sense of distribution: the registry and the repository, joined by "/".
func (p Parts) name() string {
	if p.Registry == "" {
		return p.Repository
	}
	return p.Registry + "/" + p.Repository
}

// split splits any string without loss: split(s).String() is s for every s.
//
//  1. The text after the last "@" is the digest.
//  2. In the rest, the part after the last ":" is the tag, unless a "/" follows that ":".
//  3. In the rest, the first segment is the registry if the host rule of the package applies.
//  4. The rest is the repository.
//
// A separator at the end of the string is kept in the repository, where it is not valid.
func split(s string) Parts {
	var p Parts
	if i := strings.LastIndexByte(s, '@'); i >= 0 && i+1 < len(s) {
		s, p.Digest = s[:i], s[i+1:]
	}
	if i := strings.LastIndexByte(s, ':'); i >= 0 && i+1 < len(s) && strings.IndexByte(s[i:], '/') < 0 {
		s, p.Tag = s[:i], s[i+1:]
	}
	if i := strings.IndexByte(s, '/'); i >= 0 && isHost(s[:i]) {
		s, p.Registry = s[i+1:], s[:i]
	}
	p.Repository = s
	return p
}

// isHost implements point 2 of the host rule.
func isHost(segment string) bool {
	return segment == "localhost" || strings.ContainsAny(segment, ".:")
}

// anyName is the name for checking tags and digests alone.
var anyName, _ = reference.WithName("name")

func checkTag(tag string) error {
	if tag == "" || plainTag(tag) {
		return nil
	}
	_, err := reference.WithTag(anyName, tag)
	return err
}

func checkDigest(d string) error {
	if d == "" || plainDigest(d) {
		return nil
	}
	_, err := reference.WithDigest(anyName, digest.Digest(d))
	return err
}

// quote quotes a string for an error. A long one is shortened.
func quote(s string) string {
	const limit = 256
	if len(s) <= limit {
		return strconv.Quote(s)
	}
	return fmt.Sprintf("%q... (%d bytes)", s[:limit], len(s))
}
