package textedit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TestRewrite edits what cannot be edited in place. Everything outside of the list or map that is written must stay.
func TestRewrite(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, text, edits, want string }{
		{"a key without a colon", "the map around it is the document", "a: 0777\n? x\nb: 1 # b\n", "replace /x 1", "a: 511\nx: 1\nb: 1\n"},
		{"a set in a map", "comments outside of it stay", "# top\nz: 0x1F # stay\nm:\n  ? x\n  ? w\n# end\n", "replace /m/w 2", "# top\nz: 0x1F # stay\nm:\n  x: null\n  w: 2\n# end\n"},
		{"two keys without a colon", "the second is possible then", "m:\n  ? x\n  ? w\n", "replace /m/w 2\nreplace /m/x 1", "m:\n  x: 1\n  w: 2\n"},
		{"two maps", "each is written alone", "m:\n  ? x\nn:\n  ? w\no: 1 # o\n", "replace /m/x 1\nadd /p 3\nreplace /n/w 2", "m:\n  x: 1\nn:\n  w: 2\no: 1 # o\np: 3\n"},
		{"the second document", "the first stays", "a: 1 # a\n---\n? x\n", "replace /x 1", "a: 1 # a\n---\nx: 1\n"},
		{"an alias", "it repeats what was there", "a: &a\n  ? x\nb: *a # b\n", "replace /a/x 1", "a:\n  x: 1\nb: # b\n  ? x\n"},
		{"an invalid operation", "its error counts, not that of the layout", "? x\n", "replace /x 1\nremove /y", `remove /y: the whole text (line 1) has no key "y"`},
		{"a failing test", "it writes nothing", "? x\n", "replace /x 1\ntest /x 2", "test /x: /x is not the expected number"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			document := strings.Count(c.text, "---\n")
			after, err := trial{format: asYAML, text: c.text, document: document, ops: patchOf(c.edits)}.edit(t)
			if err != nil {
				after = err.Error()
			}
			require.Equal(t, c.want, after, c.reason)
		})
	}
}

// TestRewriteLosses checks which losses of the lists and maps that are written as a whole are reported.
func TestRewriteLosses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, text, edits string
		want                      []string
	}{
		{"in place", "nothing else is written", "a: 0777 # a\nb: &b !!str 1\n", "replace /b 2", nil},
		{"nothing to lose", "order and quotes are no losses", "m:\n  ? x\n  'w': \"1\"\n", "replace /m/x 1", nil},
		{"outside", "what is not written loses nothing", "# top\nz: &z 0x1F # stay\nm: # m\n  ? x\n# end\n", "replace /m/x 1", nil},
		{"the head of a document", "it stays where it is", "# top\n? x\n", "replace /x 1", nil},
		{"comments", "they are reported once", "m:\n  # c\n  ? x\n  w: 1 # d\n", "replace /m/x 1", []string{"comments are lost"}},
		{"equal comments", "one of two is lost", "m:\n  # c\n  ? x\n# c\nw: 1\n", "replace /m/x 1", []string{"comments are lost"}},
		{"anchors, tags and notations", "the value is the same, but not the text", "m:\n  ? x\n  w: &w !!str 1\n  v: on\n", "replace /m/x 1",
			[]string{"anchors are lost", "tags are lost", "on is written as true"}},
		{"two maps", "the losses of both are reported", "m:\n  ? x\n  w: 0777\nn:\n  ? x\n  w: [0777] # c\n", "replace /m/x 1\nreplace /n/x 1",
			[]string{"0777 is written as 511", "comments are lost"}},
		{"the second document", "the first stays", "a: 1 # a\n---\n? x\n", "replace /x 1", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			patch, err := textedit.NewPatch(patchOf(c.edits)...)
			require.NoError(t, err)
			_, losses, err := patch.YAMLLosses([]byte(c.text), strings.Count(c.text, "---\n"))
			require.NoError(t, err)
			require.Equal(t, c.want, losses, c.reason)
		})
	}
}

// TestRewriteBound checks that a large text with many operations is not parsed again and again.
func TestRewriteBound(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	var ops []textedit.Operation
	for i := range 4000 {
		fmt.Fprintf(&text, "? key%d\n", i)
		ops = append(ops, operation(jsontree.Replace, jsontree.Pointer{fmt.Sprint("key", i)}, "1"))
	}
	few := trial{format: asYAML, text: text.String(), ops: ops[:8]}
	_, err := few.edit(t)
	require.NoError(t, err, "the case itself")
	_, err = few.with(few.text, ops...).edit(t)
	require.ErrorContains(t, err, "a key after a question mark has no colon", "text × operations is above the bound")
}

// TestLossesLimit checks that the messages do not grow with the text, and that each counts what it does not list.
func TestLossesLimit(t *testing.T) {
	t.Parallel()
	const listed = 100
	patch, err := textedit.NewPatch(patchOf("replace /m/x 1\nreplace /o/x 1")...)
	require.NoError(t, err)
	for _, n := range []int{listed, 1000, 4000} {
		var b strings.Builder
		b.WriteString("m:\n  ? x\n  w: [")
		for i := range n {
			fmt.Fprintf(&b, "0x%x, ", 0x10000+i)
		}
		b.WriteString("0x10000]\no: # o\n  ? x # a comment\n  w: !!str 1\n")
		_, rewritten, err := patch.YAMLLosses([]byte(b.String()), 0)
		require.NoError(t, err)
		of, more := textedit.Losses([]byte(strings.ReplaceAll(b.String(), "? x", "x:"))), []string{}
		if n > listed {
			more = append(more, fmt.Sprintf("and %d more scalars", n-listed))
		}
		require.Equal(t, append([]string{"comments are lost", "tags are lost"}, more...), rewritten[listed:], "the kinds of losses are listed nevertheless")
		require.Equal(t, append([]string{"0x10063 is written as 65635"}, more...), of[listed:], "after the comments")
	}
	long := textedit.Losses([]byte("a: 1." + strings.Repeat("0", 1<<20)))
	require.Equal(t, []string{"1." + strings.Repeat("0", 78) + "… is written as 1"}, long, "a long scalar is cut")
}
