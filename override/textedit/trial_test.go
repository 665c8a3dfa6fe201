package textedit_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// trial is one edit of one text. A failing test prints it, to repeat it.
type trial struct {
	format   textFormat
	text     string
	document int // of a YAML stream
	ops      []textedit.Operation
}

type textFormat string

const (
	asJSON textFormat = "JSON"
	asYAML textFormat = "YAML"
)

// edit applies the operations, and checks that neither the text nor the values are written.
func (c trial) edit(t testing.TB) (string, error) {
	values := make([][]byte, len(c.ops))
	for i, op := range c.ops {
		values[i] = bytes.Clone(op.Value)
	}
	patch, err := textedit.NewPatch(c.ops...)
	if err != nil {
		c.fail(t, "", "NewPatch returns an error: %v", err)
	}
	text, after := []byte(c.text), []byte(nil)
	if c.format == asJSON {
		after, err = patch.JSON(text)
	} else {
		after, err = patch.YAML(text, c.document)
	}
	if string(text) != c.text {
		c.fail(t, string(text), "the argument was written")
	}
	for i, op := range c.ops {
		if !bytes.Equal(values[i], op.Value) {
			c.fail(t, "", "the value of operation %d was written", i)
		}
	}
	var refused *textedit.Error
	if errors.As(err, &refused) && (refused.Index < 0 || refused.Index >= len(c.ops) || c.ops[refused.Index].Op != refused.Op) {
		c.fail(t, "", "the error names operation %d, %s: %v", refused.Index, refused.Op, err)
	}
	return string(after), err
}

// with returns the trial with another text and other operations.
func (c trial) with(text string, ops ...textedit.Operation) trial {
	c.text, c.ops = text, ops
	return c
}

// fail fails the test with the trial and the edited text.
func (c trial) fail(t testing.TB, after, format string, args ...any) {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, format, args...)
	fmt.Fprintf(&b, "\n%s text, document %d:\n%s\n", c.format, c.document, quoted(c.text))
	for _, op := range c.ops {
		fmt.Fprintf(&b, "operation: %s %q %s\n", op.Op, op.Path.String(), quoted(string(op.Value)))
	}
	if after != "" {
		fmt.Fprintf(&b, "result:\n%s\n", quoted(after))
		if len(after)+len(c.text) < 20_000 {
			fmt.Fprintf(&b, "%s", diff.Diff("before", []byte(visible(c.text)), "after", []byte(visible(after))))
		}
	}
	t.Fatal(b.String())
}

// quoted quotes text for Go; a long one is shortened.
func quoted(text string) string {
	if len(text) > 8000 {
		return fmt.Sprintf("%q… (%d bytes)", text[:8000], len(text))
	}
	return fmt.Sprintf("%q", text)
}

// visible makes carriage returns and a missing final newline visible.
func visible(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r", "␍"), "\ufeff", "<BOM>") + "␄\n"
}

func operation(op jsontree.Verb, path jsontree.Pointer, value string) textedit.Operation {
	return textedit.Operation{Op: op, Path: path, Value: []byte(value)}
}
