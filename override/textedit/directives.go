package textedit

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
)

// Directives counts the directives of a YAML text, lines that begin with a percent sign, and their bytes: those of the document that has
// the most. A YAML library takes time in the square of their number, and copies the prefix of a %TAG for every tag that uses it, so
// bound them before it reads the text.
//
// The count is never too low. It is too high if lines of a scalar look like directives, or if directives are indented, which is an error.
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
		line = bytes.TrimLeft(line, " \t\ufeff\ufffd") // which includes the rest of a line break of several bytes
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

// fromUTF16 is a text as UTF-8, if its byte order mark says that it is UTF-16.
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
