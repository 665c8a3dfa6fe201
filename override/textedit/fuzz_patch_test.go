package textedit_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/textedit"
	"github.com/overridekit/overridekit/override/yamltext"
)

// patchOf parses operations, one per line: "verb path value". Invalid operations are skipped.
func patchOf(edits string) (ops []textedit.Operation) {
	for text := range strings.Lines(edits) {
		verb, rest, _ := strings.Cut(strings.TrimSuffix(text, "\n"), " ")
		path, value, _ := strings.Cut(rest, " ")
		c, ok := newTrial(asJSON, nil, verb, path, []byte(value))
		if ok && len(ops) < 8 {
			ops = append(ops, c.ops...)
		}
	}
	return ops
}

// FuzzPatch edits a text by several operations. The results are compared with the oracle one by one, and with all operations in one
// patch. After each operation the nodes are compared with those of a new parse.
func FuzzPatch(f *testing.F) {
	patches := uint64(200)
	if testing.Short() {
		patches = 20
	}
	for i := range patches {
		m := newMaker(i)
		format := []textFormat{asYAML, asJSON}[i%2]
		s := m.stream(format)
		var edits strings.Builder
		for range 6 {
			op := m.operation(s.documents[0])
			fmt.Fprintf(&edits, "%s %s %s\n", op.Op, op.Path, op.Value)
		}
		f.Add([]byte(s.text), format == asYAML, edits.String())
	}
	for i := range patches / 2 {
		m := &anchorMaker{Rand: rand.New(rand.NewPCG(i, 17)), step: "  "}
		c := trial{format: asYAML}
		c.text, _ = m.stream()
		v, err := c.read(c.text)
		if err != nil || len(c.text) > oracleSize/2 {
			continue
		}
		var edits strings.Builder
		for range 4 {
			op := m.edit(v, pathsOf(v, nil, nil))
			fmt.Fprintf(&edits, "%s %s %s\n", op.Op, op.Path, op.Value)
		}
		f.Add([]byte(c.text), true, edits.String())
	}
	f.Add([]byte("a: |+\n  x\nb: 1\nb: 2\n\nc: 3\n"), true, "remove /b\nadd /d \"x\\n\\n\"\nremove /c\nadd /e {\"f\":[1]}\nadd /e/f/0 null\n")
	f.Add([]byte(`{"a":1,"a":1,"b":1}`), false, "remove /a\nadd /c [1]\nadd /c/- {}\nreplace /b \"\"\n")
	for _, text := range []string{
		"a: &a {x: 1, y: 2}\nb:\n  <<: *a\n  <<: *a\n", "a: &a\n  x: 1\n  z: 2\nb:\n  <<: [*a, *a]\n  z: 3\n  <<: *a\n",
		"a: &a\n  x: 1\nb:\n  x: 5\n  <<: *a\nc: &c\n  <<: *a\n  z: 1\nd: {z: 0, <<: *c}\n",
	} {
		for _, edits := range []string{"replace /a/x 9\nremove /b/x\n", "add /a/z 9\nreplace /c/z 8\n", "remove /a\nadd /d/x 7\n", "replace /a {\"x\":[]}\n"} {
			f.Add([]byte(text), true, edits)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, isYAML bool, edits string) {
		ops := patchOf(edits)
		if len(text) > oracleSize || !utf8.Valid(text) || len(ops) == 0 {
			return
		}
		all := trial{format: asJSON, text: string(text), ops: ops}
		if isYAML {
			all.format = asYAML
			if yamltext.CheckSize(text, oracleGrowth*oracleSize, 1000) != nil || !sameStream(all.text, len(documents(all.text))) {
				return
			}
		}
		all.checkPatch(t)
	})
}

// checkPatch compares the operations with the oracle one by one, and with all operations in one patch.
func (c trial) checkPatch(t testing.TB) {
	t.Helper()
	want, failed := c.text, error(nil)
	for _, op := range c.ops {
		one := c.with(want, op)
		one.check(t)
		if want, failed = one.edit(t); failed != nil {
			break
		}
	}
	patch, err := textedit.NewPatch(c.ops...)
	if err != nil {
		c.fail(t, "", "NewPatch returns an error: %v", err)
	}
	follow := patch.Follow([]byte(c.text), string(c.format), c.document)
	rewritten := errors.Is(follow, textedit.ErrNotInPlace)
	if follow != nil && failed == nil && !rewritten {
		c.fail(t, "", "the nodes differ from those of a new parse: %v", follow)
	}
	got, err := c.edit(t)
	same := got == want
	if rewritten && !same { // a later operation may remove what is not possible in place, so that nothing is rewritten
		one, failedOne := c.read(want)
		all, failedAll := c.read(got)
		same = failedOne == nil && failedAll == nil && jsontree.Equal(one, all)
	}
	if (err == nil) != (failed == nil) || err == nil && !same {
		c.fail(t, got, "one by one the operations return %v\n%s\ntogether %v", failed, quoted(want), err)
	}
}

// dealer turns bytes into choices.
type dealer struct{ choices []byte }

func (d *dealer) deal(from ...string) string {
	if len(d.choices) == 0 {
		return from[0]
	}
	i := int(d.choices[0]) % len(from)
	d.choices = d.choices[1:]
	return from[i]
}

// brackets returns an object that may have duplicate keys, in JSON or in flow style.
func (d *dealer) brackets(format textFormat, depth int) string {
	blanks := []string{"", " ", "\n  ", "\n\n  "}
	keys := []string{`"a"`, `"b"`, `"a"`, `"c"`}
	if format == asYAML {
		blanks = append(blanks, " # c\n  ", "\n  # d\n\n  ")
		keys = append(keys, "a", "b", "'a'", "!!str a")
	}
	var b strings.Builder
	b.WriteString("{" + d.deal(blanks...))
	for i := range 1 + len(d.deal("", "1", "12", "123", "1234")) {
		if i > 0 {
			b.WriteString(d.deal(blanks...) + "," + d.deal(blanks...))
		}
		b.WriteString(d.deal(keys...) + ":")
		switch kind := d.deal("1", "text", "map", "list", ""); {
		case kind == "map" && depth > 0:
			b.WriteString(" " + d.brackets(format, depth-1))
		case kind == "list":
			b.WriteString(" [1," + d.deal(blanks...) + "2]")
		case kind == "" && format == asYAML:
		case kind == "text":
			b.WriteString(` ", #"`)
		default:
			b.WriteString(" 1")
		}
	}
	if format == asYAML {
		b.WriteString(d.deal("", ",", " , # e\n "))
	}
	return b.String() + d.deal(blanks...) + "}"
}

// block returns a map in block style that may have duplicate keys.
func (d *dealer) block(indent string, depth int) string {
	var b strings.Builder
	for range 1 + len(d.deal("", "1", "12", "123")) {
		b.WriteString(indent + d.deal("a", "b", "a", "c") + ":")
		switch d.deal("1", "", "|+", "|", ">-", "map", "flow") {
		case "|+":
			b.WriteString(" |+\n" + indent + "   x\n" + d.deal("", "\n", "\n\n"))
		case "|":
			b.WriteString(" |\n" + indent + "   x\n")
		case ">-":
			b.WriteString(" >-\n" + indent + "  x\n\n")
		case "map":
			if depth > 0 {
				b.WriteString("\n" + d.block(indent+"  ", depth-1))
				continue
			}
			b.WriteString("\n")
		case "flow":
			b.WriteString(" {a: 1,\n" + indent + "  a: 2}\n")
		case "":
			b.WriteString("\n")
		default:
			b.WriteString(" 1" + d.deal("\n", " # c\n"))
		}
		b.WriteString(d.deal("", "\n", indent+"# d\n", "\n"+indent+"# e\n\n", indent+"  # deep\n", "# margin\n"))
	}
	return b.String()
}

// FuzzRemove removes keys, including duplicate keys, in every style.
func FuzzRemove(f *testing.F) {
	for i := range 40 {
		f.Add([]byte{byte(i), byte(3 * i), byte(5 * i), byte(7 * i), byte(11 * i), 3, 1, 4, 1, 5, 9, 2, 6, byte(i), 5, 3, 5, 8, 9})
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		d := dealer{choices}
		format, text := asYAML, ""
		path := jsontree.Pointer{"a"}
		switch d.deal("block", "JSON", "flow", "in a block", "after a dash") {
		case "JSON":
			format = asJSON
			text = d.brackets(asJSON, 2)
		case "flow":
			text = d.brackets(asYAML, 2) + "\n"
		case "in a block":
			path = jsontree.Pointer{"m", "a"}
			text = "m: " + d.brackets(asYAML, 1) + d.deal("", "\n", "\nz: 1\n")
		case "after a dash":
			path = jsontree.Pointer{"0", "a"}
			text = "- " + strings.TrimPrefix(d.block("  ", 1), "  ") + d.deal("", "- 1\n")
		default:
			text = d.block("", 2)
		}
		if d.deal("", "end") != "" {
			text = strings.TrimSuffix(text, "\n")
		}
		if d.deal("", "inside") != "" {
			path = path.Child("a")
		}
		trial{format: format, text: text, ops: []textedit.Operation{operation(jsontree.Remove, path, "")}}.check(t)
	})
}
