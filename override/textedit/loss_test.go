package textedit_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/textedit"
)

// TestLosses checks the losses of decoding and encoding a YAML text.
func TestLosses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		text         string
		want         []string
	}{
		{"nothing", "order and style are not losses", "b: 1\na: 'x'\nc: \"0777\"\nd: [1, -1, 1.5, true, null]\n", nil},
		{"a comment above", "comments are not kept", "# about a\na: 1\n", []string{"comments are lost"}},
		{"a comment on the line", "comments are not kept", "m:\n  a: 1 # about a\n", []string{"comments are lost"}},
		{"a comment below", "comments are not kept", "a: 1\n\n# the end\n", []string{"comments are lost"}},
		{"comments", "they are reported once", "# x\na: 1 # z\nb: # w\n  - c\n", []string{"comments are lost"}},
		{"a hash in a string", "it is not a comment", "a: 'x # z'\nb: x#z\n", nil},
		{"a second document", "only the first is kept", "a: 1\n---\nb: 2\n---\nc: 3\n", []string{"the documents after the first are lost"}},
		{"an empty second document", "a separator opens a document", "a: 1\n---\n", []string{"the documents after the first are lost"}},
		{"a first separator", "it opens the first document", "---\na: 1\n", nil},
		{"an alias", "it is expanded, which reads the same", "a: &x {b: 1}\nc: *x\nd: *x\n", nil},
		{"a merge", "it is expanded, which reads the same", "a: &x {b: 1}\nc:\n  <<: *x\n", nil},
		{"octal", "a number is written in decimal", "a: 0777\nb: 0x1F\nc: 0b11\n", []string{"0777 is written as 511", "0x1F is written as 31", "0b11 is written as 3"}},
		{"booleans", "booleans of YAML 1.1 are written as true and false, and reported once", "a: yes\nb: off\nc: yes\nd: True\n", []string{"yes is written as true", "off is written as false", "True is written as true"}},
		{"a boolean key", "keys are scalars, too", "on: 1\n", []string{"on is written as true"}},
		{"digits", "the notation of a number changes", "a: 1.10\nb: 1_000\nc: 1e3\nd: .5\ne: +1\n", []string{"1.10 is written as 1.1", "1_000 is written as 1000", "1e3 is written as 1000", ".5 is written as 0.5", "+1 is written as 1"}},
		{"too large", "digits beyond 64 bits are rounded", "a: 123456789012345678901\n", []string{"123456789012345678901 is written as 123456789012345680000"}},
		{"dashes and a number", "they are a string, and a marker only at the start of a line", "a: --- 1\nb: ---\t1\n", nil},
		{"nulls", "the value is the same", "a: ~\nb:\nc: Null\n", nil},
		{"a tag", "a tagged string remains a string", "a: !!str 0777\n", nil},
		{"in quotes", "quoted strings do not change", "a: '0777'\nb: \"yes\"\nc: |\n  off\n", nil},
		{"all at once", "comments first, then documents, then scalars in order", "a: 0777 # x\nb: &b yes\nc: *b\n---\n", []string{"comments are lost", "the documents after the first are lost", "0777 is written as 511", "yes is written as true"}},
		{"inside lists", "all scalars are checked", "a:\n- - 0777\n", []string{"0777 is written as 511"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.Equal(t, c.want, textedit.Losses([]byte(c.text)), c.reason)
		})
	}
}
