package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// WriteJSON prints a value as indented JSON. Control characters and invisible ones, such as those that reverse the direction of text, are
// escaped: on a terminal they could hide or reorder what is printed. The value of a string is the same.
func WriteJSON(out io.Writer, v any) error {
	encoder := json.NewEncoder(graphicWriter{out})
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

// IndentJSON indents a value of JSON and escapes it as [WriteJSON] does. All lines but the first begin with the prefix.
func IndentJSON(text []byte, prefix string) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, text, prefix, "  "); err != nil {
		return nil, err
	}
	return escapeInvisible(b.Bytes()), nil
}

// graphicWriter writes escaped JSON. An encoder writes a value with one call, so no rune is cut in two.
type graphicWriter struct{ out io.Writer }

func (w graphicWriter) Write(text []byte) (int, error) {
	if _, err := w.out.Write(escapeInvisible(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// escapeInvisible escapes the runes of JSON, from U+007F on, that are not graphic. Apart from ASCII, all runes of JSON are in strings, and an encoder has
// escaped the ASCII control characters in them, except DEL. The result is text itself if there is nothing to escape.
func escapeInvisible(text []byte) []byte {
	var b bytes.Buffer
	from := 0
	for i := 0; i < len(text); {
		if text[i] < 0x7f {
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if !unicode.IsGraphic(r) {
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
