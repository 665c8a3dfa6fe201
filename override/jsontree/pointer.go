package jsontree

import (
	"fmt"
	"strconv"
	"strings"
)

// Pointer is a JSON Pointer (RFC 6901) as its reference tokens, unescaped. The nil Pointer names the whole document.
//
// A Pointer is read-only once it is made: methods that derive another one copy the tokens.
type Pointer []string

var (
	unescaper = strings.NewReplacer("~1", "/", "~0", "~")
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
)

// Parse reads a JSON Pointer:
//
//	pointer = *( "/" token )
//
// In a token "~1" stands for "/" and "~0" for "~"; any other "~" stands for itself, where RFC 6901 would have an error.
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

// String is the pointer's text, escaped, so that Parse gives the same tokens back.
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

// MarshalText is String, so that JSON has the pointer as one text.
func (p Pointer) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// Child is p with more tokens behind it, in memory of its own.
func (p Pointer) Child(tokens ...string) Pointer {
	c := make(Pointer, 0, len(p)+len(tokens))
	return append(append(c, p...), tokens...)
}

// Index is p with a list index behind it.
func (p Pointer) Index(i int) Pointer { return p.Child(strconv.Itoa(i)) }

// HasPrefix tells whether p names q or a place inside q.
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

// Equal tells whether both name the same place by the same tokens.
func (p Pointer) Equal(q Pointer) bool { return len(p) == len(q) && p.HasPrefix(q) }

// quote shows a text in an error, at most some 80 bytes of it.
func quote(s string) string {
	if len(s) > 80 {
		return strconv.Quote(s[:80]) + "…"
	}
	return strconv.Quote(s)
}
