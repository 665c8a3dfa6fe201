package imageparser

import "strings"

// The functions of this file recognize common references in one pass, without regular expressions. They
// return true only if distribution accepts the reference. If they return false, distribution decides.

// plain reports whether the Parts are a common reference, which both Parse and Check accept:
//
//  1. the registry, if any, is a plain host with or without a port;
//  2. the repository is plain words separated by a single ".", "_", "-" or "/";
//  3. both together are below the limit of 255 bytes, whether or not the registry counts;
//  4. the tag, if any, is a tag;
//  5. the digest, if any, is a sha256 with the whole checksum.
func (p Parts) plain() bool {
	return (p.Registry == "" || plainHost(p.Registry)) &&
		plainWords(p.Repository, "._-/") &&
		len(p.Registry)+len(p.Repository) < 255 &&
		(p.Tag == "" || plainTag(p.Tag)) &&
		(p.Digest == "" || plainDigest(p.Digest))
}

// plainHost recognizes lower-case domain names and IPv4 addresses, with or without a port.
func plainHost(s string) bool {
	host, port, found := strings.Cut(s, ":")
	if found && (port == "" || strings.Trim(port, "0123456789") != "") {
		return false
	}
	return plainWords(host, ".-")
}

// plainWords recognizes words of lower-case letters and digits with single separators.
func plainWords(s, separators string) bool {
	inWord := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			inWord = true
		case inWord && strings.IndexByte(separators, c) >= 0:
			inWord = false
		default:
			return false
		}
	}
	return inWord
}

// plainTag recognizes every tag.
func plainTag(s string) bool {
	if s == "" || len(s) > 128 || s[0] == '.' || s[0] == '-' {
		return false
	}
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', 'A' <= c && c <= 'Z':
		case c == '.', c == '-', c == '_':
		default:
			return false
		}
	}
	return true
}

// plainDigest recognizes sha256 with 64 lower-case hexadecimal digits.
func plainDigest(s string) bool {
	sum, found := strings.CutPrefix(s, "sha256:")
	if !found || len(sum) != 64 {
		return false
	}
	for i := 0; i < len(sum); i++ {
		if c := sum[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}
