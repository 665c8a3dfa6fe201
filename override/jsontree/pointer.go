package jsontree

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Pointer is a JSON Pointer (RFC 6901) as its reference tokens, unescaped. The nil Pointer names the whole document.
//
// A Pointer must not be written: methods that derive another one copy the tokens.
type Pointer []string

var (
	unescaper = strings.NewReplacer("~1", "/", "~0", "~")
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
)

// Parse reads a JSON Pointer:
//
//	pointer = *( "/" token )
//
// In a token "~1" means "/" and "~0" means "~". Any other "~" is a literal tilde, which RFC 6901 forbids.
func Parse(s string) (Pointer, error) {
	if s == "" {
		return nil, nil
	}
	if s[0] != '/' {
		return nil, fmt.Errorf("JSON pointer %s must be empty or start with \"/\"", quote(s))
	}
	p := Pointer(strings.Split(s[1:], "/"))
	for i, token := range p {
		if strings.IndexByte(token, '~') >= 0 {
			p[i] = unescaper.Replace(token)
		}
	}
	return p, nil
}

// String formats the pointer with escapes; Parse returns the same tokens.
func (p Pointer) String() string {
	var b strings.Builder
	for _, token := range p {
		b.WriteByte('/')
		if strings.ContainsAny(token, "~/") {
			token = escaper.Replace(token)
		}
		b.WriteString(token)
	}
	return b.String()
}

// clipped returns the pointer for an error. The tokens may share one long string, so the whole text is not built.
func (p Pointer) clipped() string {
	const limit = 1000
	var b strings.Builder
	for _, token := range p {
		if b.Len() > limit {
			break
		}
		head, ellipsis := shorten(token, limit)
		b.WriteString(Pointer{head + ellipsis}.String())
	}
	head, ellipsis := shorten(b.String(), limit)
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar // a line break must not begin a line
	}, head) + ellipsis
}

// MarshalText returns String, so that the pointer is a string in JSON.
func (p Pointer) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// Child returns a copy of p with more tokens appended.
func (p Pointer) Child(tokens ...string) Pointer {
	c := make(Pointer, 0, len(p)+len(tokens))
	return append(append(c, p...), tokens...)
}

// Index returns a copy of p with a list index appended.
func (p Pointer) Index(i int) Pointer { return p.Child(strconv.Itoa(i)) }

// HasPrefix reports whether p equals q or points inside q.
func (p Pointer) HasPrefix(q Pointer) bool {
	if len(p) < len(q) {
		return false
	}
	for i, token := range q {
		if p[i] != token {
			return false
		}
	}
	return true
}

// Equal reports whether p and q have the same tokens.
func (p Pointer) Equal(q Pointer) bool { return len(p) == len(q) && p.HasPrefix(q) }

// quote quotes s for an error. A long string is shortened.
func quote(s string) string {
	head, ellipsis := shorten(s, maxQuoted)
	return strconv.Quote(head) + ellipsis
}

// maxQuoted is the limit of a quoted string, in bytes.
const maxQuoted = 80

// shorten returns the first bytes of s up to a limit, which end with a whole character, and "…" if s is longer.
func shorten(s string, limit int) (head, ellipsis string) {
	if len(s) <= limit {
		return s, ""
	}
	end := limit
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end], "…"
}
