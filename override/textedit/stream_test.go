package textedit_test

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	yamlv3 "go.yaml.in/yaml/v3"
)

// documents splits a YAML stream into its documents by lines. The pieces are the whole text: comments and directives above a
// document are part of its piece, and the text after the last one is part of the last piece.
//
//  1. "---" at the start of a line, followed by a blank or a line break, begins a document.
//  2. "..." at the start of a line ends one.
//  3. Any other line that is not blank, a comment or, above a document, a directive, begins a document if none is open.
//
// Lines end as in YAML 1.1: with LF, CR, CR LF, NEL, LS or PS.
func documents(text string) []string {
	var pieces []string
	begun, open, from := false, false, 0
	cut := func(at int) {
		pieces, from, begun, open = append(pieces, text[from:at]), at, false, false
	}
	for at := 0; at < len(text); {
		end := at + lineLength(text[at:])
		line := text[at:end]
		if at == 0 {
			line = strings.TrimPrefix(line, "\ufeff")
		}
		content := strings.TrimLeft(line, " \t\r\n\u0085\u2028\u2029")
		switch {
		case isMarker(line, "---"):
			if begun {
				cut(lastEnd(text, from, at, open))
			}
			begun, open = true, true
		case isMarker(line, "..."):
			open = false
		case content == "", content[0] == '#', line[0] == '%' && !open:
		case !open:
			if begun {
				cut(lastEnd(text, from, at, open))
			}
			begun, open = true, true
		}
		at = end
	}
	switch {
	case begun:
		pieces = append(pieces, text[from:])
	case len(pieces) > 0:
		pieces[len(pieces)-1] += text[from:]
	}
	return pieces
}

// lastEnd returns the end of the piece from..at: after its "..." if it has one, because the rest belongs to the next piece.
func lastEnd(text string, from, at int, open bool) int {
	if open {
		return at
	}
	end := at
	for line := from; line < at; {
		next := line + lineLength(text[line:])
		if isMarker(text[line:next], "...") {
			end = next
		}
		line = next
	}
	return end
}

func isMarker(line, marker string) bool {
	rest, ok := strings.CutPrefix(line, marker)
	return ok && (rest == "" || strings.HasPrefix(rest, "\u0085") || strings.HasPrefix(rest, "\u2028") ||
		strings.HasPrefix(rest, "\u2029") || strings.ContainsRune(" \t\r\n", rune(rest[0])))
}

// lineLength returns the length of the first line, including its line break.
func lineLength(text string) int {
	at := strings.IndexAny(text, "\r\n\u0085\u2028\u2029")
	switch {
	case at < 0:
		return len(text)
	case strings.HasPrefix(text[at:], "\r\n"), text[at] == '\xc2':
		return at + 2
	case text[at] == '\xe2':
		return at + 3
	}
	return at + 1
}

// sameStream reports whether another parser finds count documents without an error.
func sameStream(text string, count int) bool {
	decoder := yamlv3.NewDecoder(strings.NewReader(text))
	for found := 0; ; found++ {
		var n yamlv3.Node
		if err := decoder.Decode(&n); err != nil {
			return err == io.EOF && found == count
		}
	}
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, text string
		want               []string
	}{
		{"an empty text", "it has no document", "", nil},
		{"a comment", "a comment is not a document", "# c\n", nil},
		{"one", "a marker is optional", "a: 1\n", []string{"a: 1\n"}},
		{"above", "comments and directives above a marker are not a document", "# c\n%YAML 1.1\n---\na: 1\n", []string{"# c\n%YAML 1.1\n---\na: 1\n"}},
		{"two", "a marker begins the next", "a: 1\n---\nb: 2\n", []string{"a: 1\n", "---\nb: 2\n"}},
		{"empty", "between two markers is an empty document", "---\n--- # c\nb: 2", []string{"---\n", "--- # c\nb: 2"}},
		{"ended", "text after an end marker belongs to the next document", "a: 1\n... # e\n# c\n---\nb: 2\n", []string{"a: 1\n... # e\n", "# c\n---\nb: 2\n"}},
		{"no marker", "dashes before other text are not a marker", "---a: 1\n ---\n", []string{"---a: 1\n ---\n"}},
		{"breaks", "YAML 1.1 has more line breaks", "a: 1\u2028---\rb: 2\u0085---", []string{"a: 1\u2028", "---\rb: 2\u0085", "---"}},
		{"percent", "inside a document a percent sign is not a directive", "a: |\n  x\n---\na:\n%b\n", []string{"a: |\n  x\n", "---\na:\n%b\n"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, documents(c.text), c.reason)
		})
	}
}
