package overrider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
)

// TestEmbeddedYAML shows the edits of a YAML document.
func TestEmbeddedYAML(t *testing.T) {
	t.Parallel()
	const suits = "expected YAML to which the operations apply: "
	for _, c := range []struct {
		name, reason string
		text         string
		operations   []string
		want         string // empty: no change
		err          string
	}{
		{"the existing document", "order, style, quotes and comments stay", "z: {b: 1, a: [x]} # why\nm: \"q\"\n", []string{`add /a "it: is"`}, "z: {b: 1, a: [x]} # why\nm: \"q\"\na: \"it: is\"\n", ""},
		{"a list", "a document may be a list", "- a\n- b\n", []string{"remove /0"}, "- b\n", ""},
		{"JSON", "JSON is YAML, and stays JSON", `{"a": 1}`, []string{"add /b true"}, `{"a": 1, "b": true}`, ""},
		{"from nothing", "an empty document is null, which can be replaced", "", []string{`add  {"a":1}`}, "a: 1\n", ""},
		{"below comments", "a document of comments is empty, too", "# nothing yet\n", []string{`add  {"a":1}`}, "# nothing yet\na: 1\n", ""},
		{"equal", "an equal value is not written", "a: 0777\n", []string{"replace /a 511"}, "", ""},
		{"key on", "on is the key true, as Kubernetes reads YAML", "on: push\n", []string{`replace /true "pull"`}, "on: pull\n", ""},
		{"key on as written", "policies may use the word", "on: push\n", []string{`replace /on "pull"`}, "on: pull\n", ""},
		{"the last of equal keys", "it counts, and the others stay", "a: 1\na: 2\n", []string{"replace /a 3"}, "a: 1\na: 3\n", ""},
		{"null", "a key without a value has null", "a:\n", []string{"test /a null", "add /b null"}, "a:\nb: null\n", ""},
		{"a long string", "a block scalar stays one", "a: |\n  x\n  z\n", []string{"add /b 1"}, "a: |\n  x\n  z\nb: 1\n", ""},
		{"many aliases", "they are not expanded", bomb(12), []string{"add /z 1"}, bomb(12) + "z: 1\n", ""},

		{"not YAML", "the string must be YAML", "a: [", []string{"add /b 1"}, "", `/text is a string of 4 bytes, ` + suits + "yaml: line 1: did not find expected node content"},
		{"a scalar", "a scalar has no places inside", "5", []string{`replace  {}`}, "", `/text is a string of 1 bytes, ` + suits + "replace the whole text: the text is a number, expected an object or a list"},
		{"no number", "a value that JSON does not have cannot be edited", "a: .inf\n", []string{"add /b 1"}, "", `/text is a string of 8 bytes, ` + suits + "line 1: json: unsupported value: +Inf"},
		{"below nothing", "an empty document has no places", "", []string{"add /a 1"}, "", `/text is a string of 0 bytes, ` + suits + "add /a: the whole text (line 1) is null, expected an object or a list"},
		{"null in a list", "it equals nothing", "a: [null]\n", []string{"test /a [null]"}, "", `/text is a string of 10 bytes, ` + suits + "test /a: /a is not the expected list"},
	} {
		want := ""
		var skips []string
		if c.want != "" {
			want = asText(c.want)
		} else {
			skips = []string{"already up to date"}
		}
		t.Run(c.name, trial{
			reason: c.reason, object: asText(c.text), steps: overridetest.Embedded(t, overrider.EmbeddedText{Format: overrider.TextYAML}, c.operations...),
			want: want, skips: skips, code: override.CodeValue, err: c.err,
		}.run)
	}
}

// TestEmbeddedLosses checks the warning of an edit that is not possible in place.
func TestEmbeddedLosses(t *testing.T) {
	t.Parallel()
	const whole = "an edit is not possible in place and writes a list or map as a whole: "
	long, written, listed := "? x\nw:\n", "x: 1\nw:\n", whole
	for i := range 150 {
		long, written = long+fmt.Sprintf("  - 0x%x\n", 1000+i), written+fmt.Sprintf("  - %d\n", 1000+i)
		if i < 100 {
			listed += fmt.Sprintf("0x%x is written as %[1]d, ", 1000+i)
		}
	}
	for _, c := range []struct {
		name, reason string
		text, want   string
		warnings     []string
	}{
		{"nothing lost", "the map has only keys and values", "? x\n", "x: 1\n", nil},
		{"lost", "the map had more", "? x\nw: 0777 # c\n", "x: 1\nw: 511\n", []string{whole + "comments are lost, 0777 is written as 511"}},
		{"many lost", "the warning lists a hundred scalars", long, written, []string{listed + "and 50 more scalars"}},
	} {
		steps := overridetest.Embedded(t, overrider.EmbeddedText{Format: overrider.TextYAML}, "replace /x 1")
		t.Run(c.name, trial{reason: c.reason, object: asText(c.text), steps: steps, want: asText(c.want), warnings: c.warnings}.run)
	}
}

// bomb returns a YAML document of n lines, and each repeats the previous one ten times.
func bomb(lines int) string {
	var b strings.Builder
	before := "x"
	for i := range lines {
		name := string(rune('a' + i))
		fmt.Fprintf(&b, "%s: &%s [%s%s]\n", name, name, before, strings.Repeat(","+before, 9))
		before = "*" + name
	}
	return b.String()
}

// TestEmbeddedDocument shows which document of a stream is edited.
func TestEmbeddedDocument(t *testing.T) {
	t.Parallel()
	const stream = "a: 1\n---\na: 2 # second\n---\na: 3\n"
	t.Run("the second", trial{
		reason: "documents are counted from 0", object: asText(stream),
		steps: overridetest.Embedded(t, overrider.EmbeddedText{Format: overrider.TextYAML, Document: 1}, "replace /a 5"),
		want:  asText("a: 1\n---\na: 5 # second\n---\na: 3\n"),
	}.run)
	t.Run("none", trial{
		reason: "the document must exist", object: asText(stream),
		steps: overridetest.Embedded(t, overrider.EmbeddedText{Format: overrider.TextYAML, Document: 3}, "replace /a 5"), code: override.CodeValue,
		err: "/text is a string of 32 bytes, expected YAML to which the operations apply: the text has 3 documents, document 3 is out of range",
	}.run)
}
