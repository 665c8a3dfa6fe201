package textedit

import (
	"errors"
	"fmt"

	yamlv3 "go.yaml.in/yaml/v3"
)

// Follow applies the operations to a text. After each of them it compares the nodes, with their offsets, with those of a new
// parse.
func (p Patch) Follow(text []byte, format string, number int) error {
	read := func(text []byte) (document, error) { return readYAML(text, number) }
	if format == "JSON" {
		read = func(text []byte) (document, error) { return readJSON(text) }
	}
	d, err := read(text)
	if err != nil {
		return nil
	}
	for i, o := range p.operations {
		wrote, err := o.apply(d)
		if errors.Is(err, ErrNotInPlace) {
			return fmt.Errorf("operation %d: %w", i, err)
		} else if err != nil {
			return nil
		}
		if !wrote {
			continue
		}
		again, err := read(d.base().text)
		if err != nil {
			return fmt.Errorf("operation %d returns %q: %w: %w", i, d.base().text, ErrNotInPlace, err)
		}
		if err := sameDocument(d, again); err != nil {
			return fmt.Errorf("operation %d returns %q: %w", i, d.base().text, err)
		}
	}
	return nil
}

// Value returns the decoded value with which a patch checks its result.
func Value(text []byte, format string, number int) (any, error) {
	var d document
	var err error
	if d, err = readYAML(text, number); format == "JSON" {
		d, err = readJSON(text)
	}
	if err != nil {
		return nil, err
	}
	return d.value()
}

func sameDocument(followed, parsed document) error {
	if _, err := followed.check(); err != nil {
		return err
	}
	if y, ok := followed.(*yamlText); ok {
		return y.sameOffsets(parsed.(*yamlText))
	}
	j := followed.(*jsonText)
	return j.sameOffsets(j.top, parsed.(*jsonText).top)
}

func (t *jsonText) sameOffsets(n, parsed *jsonNode) error {
	if t.start(n) != parsed.start || t.end(n) != parsed.end || parsed.keyEnd > 0 && (t.now(n, n.keyStart) != parsed.keyStart || t.now(n, n.keyEnd-1)+1 != parsed.keyEnd) {
		return fmt.Errorf("the node at %d-%d is parsed at %d-%d", t.start(n), t.end(n), parsed.start, parsed.end)
	}
	for i := range parsed.items {
		if err := t.sameOffsets(n.items[i], parsed.items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (t *yamlText) sameOffsets(parsed *yamlText) error {
	list := func(t *yamlText) (all []string) {
		live := 0
		walk(t.top, func(n *yamlv3.Node) {
			at := fmt.Sprintf("%d in line %d", t.start(n), t.line(n))
			if isEmptyWord(n) {
				at = "any offset" // the parser reports unusual positions for them
			}
			all = append(all, fmt.Sprintf("%s %q at %s", n.Tag, n.Value, at))
			if n.Kind == yamlv3.AliasNode {
				live++
			}
		})
		t.indexAliases()
		for n := range t.aliases.of {
			live -= len(t.live(n, nil))
		}
		w := t.style()
		return append(all, fmt.Sprintf("steps %d and %d, %d aliases lost", w.step, w.list, live))
	}
	got, want := list(t), list(parsed)
	for i := range want {
		if got[i] != want[i] {
			return fmt.Errorf("the node is %s, parsed: %s", got[i], want[i])
		}
	}
	return nil
}
