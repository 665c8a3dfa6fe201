package cli

import (
	"bytes"
	"fmt"
	"unicode"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override/redact"
)

// Diff returns a unified diff of the YAML of two contents, which is empty if they are equal. Each has a title. For hidden values, the diff
// shows only whether they differ. Control characters and invisible ones are replaced.
func Diff(oldTitle string, old map[string]any, newTitle string, changed map[string]any, hidden redact.Region) ([]byte, error) {
	oldTitle, newTitle = input.OneLine(oldTitle), input.OneLine(newTitle)
	given, made := hidden.Pair(nil, old, changed)
	before, err := YAML(given)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", oldTitle, err)
	}
	after, err := YAML(made)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", newTitle, err)
	}
	text := diff.Diff(oldTitle, before, newTitle, after)
	_, text, _ = bytes.Cut(text, []byte("\n")) // without the line "diff old new", which repeats the headers
	return bytes.Map(visible, text), nil
}

// visible replaces a rune that could hide or reorder what is shown after it.
func visible(r rune) rune {
	if r == '\n' || r == '\t' || unicode.IsGraphic(r) {
		return r
	}
	return unicode.ReplacementChar
}
