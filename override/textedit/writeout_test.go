package textedit_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
)

// TestWriteOutLimits checks that what a patch writes out for aliases is bounded.
func TestWriteOutLimits(t *testing.T) {
	t.Parallel()
	var large, many strings.Builder
	large.WriteString("a: &a\n")
	for i := range 20_000 {
		fmt.Fprintf(&large, "  key-%d: a value of some length\n", i)
	}
	large.WriteString("l:\n- *a\n- *a\n- {x: *a}\n")
	many.WriteString("a:\n")
	for i := range 1001 {
		fmt.Fprintf(&many, "- &a%d 1\n", i)
	}
	many.WriteString("l:\n")
	for i := range 1001 {
		fmt.Fprintf(&many, "- *a%d\n", i)
	}
	replace := func(path ...string) textedit.Operation { return operation(jsontree.Replace, path, `"new"`) }
	for _, c := range []struct {
		name, reason, text string
		ops                []textedit.Operation
		err                string
	}{
		{"one large alias", "it is smaller than the limit", large.String(), []textedit.Operation{replace("l", "0", "key-7")}, ""},
		{"two large aliases", "together they are larger than the limit", large.String(),
			[]textedit.Operation{replace("l", "0", "key-7"), replace("l", "1", "key-7")},
			"replace /l/1/key-7: *a (line 40003) repeats line 1 and cannot be written out: the operations of a patch would write out aliases as more than 1 MiB; replace the alias as a whole"},
		{"two large aliases in flow style", "the limit is the same", large.String(),
			[]textedit.Operation{replace("l", "0", "key-7"), replace("l", "2", "x", "key-7")},
			"replace /l/2/x/key-7: *a (line 40004) repeats line 1 and cannot be written out: the operations of a patch would write out aliases as more than 1 MiB; replace the alias as a whole"},
		{"a large alias replaced", "nothing is written out", large.String(), []textedit.Operation{replace("l", "0", "key-7"), replace("l", "1")}, ""},
		{"many anchors", "the number of aliases is limited", many.String(), []textedit.Operation{operation(jsontree.Remove, jsontree.Pointer{"a"}, "")},
			"remove /a: the operations of a patch would write out more than 1000 aliases; replace what has them as a whole first"},
		{"one anchor less", "it is the limit", strings.Replace(many.String(), "- *a0\n", "", 1), []textedit.Operation{operation(jsontree.Remove, jsontree.Pointer{"a"}, "")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			patch, err := textedit.NewPatch(c.ops...)
			require.NoError(t, err)
			after, err := patch.YAML([]byte(c.text), 0)
			if c.err == "" {
				require.NoError(t, err, c.reason)
				require.NotEqual(t, c.text, string(after))
				return
			}
			require.EqualError(t, err, c.err, c.reason)
			require.Nil(t, after)
		})
	}
}

// TestBombs edits texts whose aliases repeat 9 to the power of 24 values. Only the aliases on the path are written out.
func TestBombs(t *testing.T) {
	lists, maps := "a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]\n", "a: &a {k: 1}\n"
	for c := 'b'; c <= 'y'; c++ {
		aliases := strings.Repeat(fmt.Sprintf("*%c, ", c-1), 8) + fmt.Sprintf("*%c", c-1)
		lists += fmt.Sprintf("%c: &%c [%s]\n", c, c, aliases)
		maps += fmt.Sprintf("%c: &%c {<<: [%s], own-%c: 1}\n", c, c, aliases, c)
	}
	for _, c := range []struct {
		text, path string
		verb       jsontree.Verb
	}{
		{lists, "/y/0/0/0/0/0/0", jsontree.Replace}, {lists, "/a/0", jsontree.Replace}, {lists, "/m/3", jsontree.Remove}, {lists, "/a", jsontree.Remove},
		{maps, "/y/k", jsontree.Remove}, {maps, "/a/k", jsontree.Replace}, {maps, "/a/new", jsontree.Add}, {maps, "/m", jsontree.Remove},
	} {
		path, err := jsontree.Parse(c.path)
		require.NoError(t, err)
		patch, err := textedit.NewPatch(operation(c.verb, path, `"new"`))
		require.NoError(t, err)
		used := allocated(1, func() {
			after, err := patch.YAML([]byte(c.text), 0)
			require.NoError(t, err, c.path)
			require.Less(t, len(after), 2*len(c.text), c.path)
		})
		require.Less(t, used, uint64(4<<20), c.path)
	}
}
