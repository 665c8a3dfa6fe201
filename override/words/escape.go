package words

import (
	"bytes"
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// EscapeJSON escapes the runes of JSON, from U+007F on, for which escaped returns true. Apart from ASCII, all runes of JSON are in strings, and an
// encoder has escaped the ASCII control characters in them, except DEL. The result is text itself if there is nothing to escape.
func EscapeJSON(text []byte, escaped func(rune) bool) []byte {
	var b bytes.Buffer
	from := 0
	for i := 0; i < len(text) && escaped != nil; {
		if text[i] < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if escaped(r) {
			b.Write(text[from:i])
			for _, unit := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
			from = i + size
		}
		i += size
	}
	if from == 0 {
		return text
	}
	b.Write(text[from:])
	return b.Bytes()
}
