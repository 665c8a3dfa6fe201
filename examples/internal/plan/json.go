package plan

import (
	"bytes"
	"fmt"
	"io"
	"iter"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
)

// writeJSON prints the part of a plan that the filter keeps, as [cli.WriteJSON] does. It encodes one row, binding or Work at a time, so neither all
// Works nor the whole text are in memory. The help of the command describes the fields.
func writeJSON(out io.Writer, plan *propagation.Plan, f filter) error {
	kept := f.plan(plan)
	short := *kept
	short.Rows, short.Bindings, short.Works = []*propagation.Row{}, []api.Binding{}, []*api.Work{}
	return writeLists(out, &short, list{"rows", encoded(kept.Rows)}, list{"bindings", encoded(kept.Bindings)}, list{"works", eachWork(plan, f, encodeWork)})
}

// list is the name and the items of a list, which are indented.
type list struct {
	name  string
	items iter.Seq2[[]byte, error]
}

// writeLists prints an object whose first members are lists. Short is the object with empty lists instead.
func writeLists(out io.Writer, short any, lists ...list) error {
	var text bytes.Buffer
	if err := cli.WriteJSON(&text, short); err != nil {
		return err
	}
	tail, before := text.Bytes(), "{"
	for _, l := range lists {
		head, found := fmt.Sprintf("%s\n  %q: ", before, l.name), false
		if tail, found = bytes.CutPrefix(tail, []byte(head+"[]")); !found {
			return fmt.Errorf("the JSON has no empty list %s where it is expected", l.name)
		}
		if _, err := io.WriteString(out, head); err != nil {
			return err
		}
		if err := writeList(out, l.items); err != nil {
			return err
		}
		before = ","
	}
	_, err := out.Write(tail)
	return err
}

// writeList prints a list that is the value of a member of the outermost object.
func writeList(out io.Writer, items iter.Seq2[[]byte, error]) error {
	before, after := "[", "]"
	for item, err := range items {
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "%s\n%s%s", before, prefix, item); err != nil {
			return err
		}
		before, after = ",", "\n  ]"
	}
	if before == "," {
		before = ""
	}
	_, err := io.WriteString(out, before+after)
	return err
}

// prefix begins the lines of an item of a list.
const prefix = "    "

// encoded encodes items.
func encoded[T any](list []T) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		for _, item := range list {
			text, err := cli.Raw(item)
			if err == nil {
				text, err = cli.IndentJSON(text, prefix)
			}
			if !yield(text, err) {
				return
			}
		}
	}
}

// encodeWork encodes a Work without the escapes of <, > and & that AppendJSON writes. Only a Work that has one is encoded again: what the input has
// escaped in raw JSON, such as the status of a manifest, stays escaped.
func encodeWork(w work.Prepared) ([]byte, error) {
	text, err := w.AppendJSON(nil)
	if err == nil && bytes.Contains(text, []byte(`\u00`)) {
		text, err = cli.Raw(w.Work())
	}
	if err != nil {
		return nil, err
	}
	return cli.IndentJSON(text, prefix)
}
