package cli

import (
	"bytes"
	"encoding/json"
	"io"
	"unicode"

	"github.com/overridekit/overridekit/override/words"
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
	return escapeHidden(b.Bytes()), nil
}

// graphicWriter writes escaped JSON. An encoder writes a value with one call, so no rune is cut in two.
type graphicWriter struct{ out io.Writer }

func (w graphicWriter) Write(text []byte) (int, error) {
	if _, err := w.out.Write(escapeHidden(text)); err != nil {
		return 0, err
	}
	return len(text), nil
}

// escapeHidden escapes the runes of JSON that are not graphic.
func escapeHidden(text []byte) []byte {
	return words.EscapeJSON(text, func(r rune) bool { return !unicode.IsGraphic(r) })
}
