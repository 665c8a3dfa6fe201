package policy

import (
	"strconv"
	"unicode/utf8"
)

// string reads a string, and returns it unless values are skipped.
func (r *jsonReader) string() string {
	r.at++
	begin, ascii := r.at, true
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '"':
			text := r.text[begin:r.at]
			r.at++
			if r.skip {
				return ""
			}
			r.failed = r.failed || !ascii && !utf8.Valid(text)
			return string(text)
		case c == '\\':
			return r.escaped(begin)
		case c < ' ':
			r.failed = true
			return ""
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	r.failed = true
	return ""
}

// escaped reads a string from its first backslash.
func (r *jsonReader) escaped(begin int) string {
	var text []byte
	if !r.skip {
		text = append(make([]byte, 0, 2*(r.at-begin)+32), r.text[begin:r.at]...)
	}
	for r.at < len(r.text) {
		c := r.text[r.at]
		r.at++
		switch {
		case c == '"':
			r.failed = r.failed || !r.skip && !utf8.Valid(text)
			return string(text)
		case c == '\\':
			text = r.escape(text)
		case c < ' ':
			r.failed = true
			return ""
		case !r.skip:
			text = append(text, c)
		}
	}
	r.failed = true
	return ""
}

// escape appends the character of an escape. It is after the backslash.
func (r *jsonReader) escape(text []byte) []byte {
	if r.at == len(r.text) {
		r.failed = true
		return text
	}
	c := r.text[r.at]
	r.at++
	switch c {
	case '"', '\\', '/':
	case 'n':
		c = '\n'
	case 't':
		c = '\t'
	case 'r':
		c = '\r'
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'u':
		end := min(r.at+4, len(r.text))
		code, err := strconv.ParseUint(string(r.text[r.at:end]), 16, 16)
		r.failed = r.failed || err != nil || end-r.at < 4 || !r.skip && !utf8.ValidRune(rune(code))
		r.at = end
		return utf8.AppendRune(text, rune(code))
	default:
		r.failed = true
	}
	return append(text, c)
}
