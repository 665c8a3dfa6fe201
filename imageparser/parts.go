package imageparser

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/distribution/reference"
	"github.com/opencontainers/go-digest"
)

// Parts are the components of an image as plain data, an empty string where there is none. They
// need not be an image: Parts are what a caller assembles before it asks Check.
//
// Parts are comparable, and no method changes its receiver.
type Parts struct {
	Registry, Repository, Tag, Digest string
}

// Get returns the component as it stands, valid or not, and "" when it is absent or c is unknown.
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

// Set returns Parts with the component c set to value; with value "" the component is absent.
//
//  1. Registry and Repository take any text: only together do they have a grammar, and Check knows it.
//  2. Tag takes a tag, Digest takes a digest. Each leaves the other alone.
//  3. TagOrDigest takes a tag or a digest, and removes the one that it is not. With value ""
//     it removes both.
//
// Valid is what reference.WithTag and reference.WithDigest accept: the grammar of a digest, not the
// length of its checksum. Another value is refused with an error that wraps theirs (for TagOrDigest
// both of theirs), an unknown component with an error as well; the Parts returned are then p.
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
	return p, fmt.Errorf("%v: no such component of an image", c)
}

// String joins whatever is there, valid or not: the registry and "/", the repository, ":" and the
// tag, "@" and the digest. An absent part takes its separator with it, so the registry "h" and the
// tag "v" alone give "h/:v". The zero Parts give "".
func (p Parts) String() string {
	slash, colon, at := "", "", "" // in one expression, which allocates once
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

// Check returns nil when the Parts are an image:
//
//  1. reference.WithName accepts the registry and the repository, joined;
//  2. reference.WithTag accepts the tag, unless it is absent;
//  3. reference.WithDigest accepts the digest, unless it is absent. Like it, Check does not compare
//     the checksum with its algorithm; Parse does.
//
// Otherwise the error quotes the joined Parts and wraps the error of the first that refused.
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

// name is what distribution calls the name: the registry and the repository with "/" between them.
func (p Parts) name() string {
	if p.Registry == "" {
		return p.Repository
	}
	return p.Registry + "/" + p.Repository
}

// split takes any text apart, and loses nothing: split(s).String() is s, for every s.
//
//  1. What follows the last "@" is the digest.
//  2. Of the rest, what follows the last ":" is the tag, unless a "/" comes behind that ":".
//  3. Of the rest, the first segment is the registry if the host rule of the package says so.
//  4. What is left is the repository.
//
// A separator with nothing behind it separates nothing: it stays in the repository, where no valid
// name has one.
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

// isHost is the second half of the host rule.
func isHost(segment string) bool {
	return segment == "localhost" || strings.ContainsAny(segment, ".:")
}

// anyName stands before the tags and digests that are checked on their own.
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

// quote makes any text fit for an error message: in quotes, and cut when it is long.
func quote(s string) string {
	const most = 256
	if len(s) <= most {
		return strconv.Quote(s)
	}
	return fmt.Sprintf("%q... (%d bytes)", s[:most], len(s))
}
