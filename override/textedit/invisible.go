package textedit

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// markInvisible replaces the characters of JSON that are not graphic, from U+007F on, by their number between two marks. The U+0001 after the first mark
// makes the YAML writer take double quotes. It returns nil if there is nothing to replace.
func markInvisible(text []byte, mark rune) []byte {
	var b bytes.Buffer
	from := 0
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		switch {
		case r == '\\':
			r, size = escapeAt(text[i:])
		case r >= utf8.RuneSelf:
			r, size = utf8.DecodeRune(text[i:])
		}
		if r >= 0x7f && !unicode.IsGraphic(r) {
			b.Write(text[from:i])
			fmt.Fprintf(&b, `%c\u0001%x%c`, mark, r, mark)
			from = i + size
		}
		i += size
	}
	if from == 0 {
		return nil
	}
	b.Write(text[from:])
	return b.Bytes()
}

// unmarkInvisible replaces what markInvisible has written by escapes of YAML.
func unmarkInvisible(text []byte, mark rune) []byte {
	pattern := regexp.MustCompile(fmt.Sprintf(`%c\\x01([0-9a-f]+)%c`, mark, mark))
	return pattern.ReplaceAllFunc(text, func(found []byte) []byte {
		size := utf8.RuneLen(mark)
		r, _ := strconv.ParseUint(string(found[size+len(`\x01`):len(found)-size]), 16, 32) // as markInvisible has written it
		switch {
		case r <= 0xff:
			return fmt.Appendf(nil, `\x%02X`, r)
		case r <= 0xffff:
			return fmt.Appendf(nil, `\u%04X`, r)
		}
		return fmt.Appendf(nil, `\U%08X`, r)
	})
}

// escapeAt returns the character of the escape with which the JSON begins, or 0 if it is not of the form \u, and its length.
func escapeAt(text []byte) (rune, int) {
	unit := func(at int) (rune, bool) {
		if len(text) < at+6 || text[at] != '\\' || text[at+1] != 'u' {
			return 0, false
		}
		n, err := strconv.ParseUint(string(text[at+2:at+6]), 16, 32)
		return rune(n), err == nil
	}
	first, ok := unit(0)
	if !ok {
		return 0, min(2, len(text))
	}
	if second, ok := unit(6); ok && utf16.IsSurrogate(first) {
		if r := utf16.DecodeRune(first, second); r != unicode.ReplacementChar {
			return r, 12
		}
	}
	if utf16.IsSurrogate(first) {
		return 0, 6
	}
	return first, 6
}

// The characters for private use in the Basic Multilingual Plane.
const firstPrivate, lastPrivate = '\ue000', '\uf8ff'

// unusedRune returns a character for private use that is not in the text, or 0 if it has all of them.
func unusedRune(text []byte) rune {
	var used [lastPrivate - firstPrivate + 1]bool
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r >= firstPrivate && r <= lastPrivate {
			used[r-firstPrivate] = true
		}
		i += size
	}
	if i := slices.Index(used[:], false); i >= 0 {
		return firstPrivate + rune(i)
	}
	return 0
}
