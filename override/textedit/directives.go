package textedit

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// Directives returns the largest number of directives, and of their bytes, that any document of a YAML text has. Directives
// are lines that begin with a percent sign. The time of a YAML parser is quadratic in their number, and it copies the prefix
// of a %TAG for every tag that uses it. Limit them before parsing an untrusted text.
//
// The counts are never too low. They are too high if lines of a scalar look like directives, or if directives are indented,
// which is an error.
func Directives(text []byte) (count, size int) {
	if bytes.IndexByte(text, '%') < 0 {
		return 0, 0
	}
	text = fromUTF16(text)
	n, s := 0, 0
	for len(text) > 0 {
		line := text
		end := bytes.IndexAny(text, "\n\r\u0085\u2028\u2029") // the line breaks of YAML 1.1
		if end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		line = bytes.TrimLeft(line, " \t\ufeff\ufffd") // \ufffd is the rest of a multi-byte line break
		switch {
		case len(line) == 0 || line[0] == '#':
		case line[0] == '%':
			n, s = n+1, s+len(line)
		default:
			n, s = 0, 0
		}
		count, size = max(count, n), max(size, s)
	}
	return count, size
}

// fromUTF16 converts a text to UTF-8 if it has a byte order mark of UTF-16.
func fromUTF16(text []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	default:
		return text
	}
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = order.Uint16(text[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}
