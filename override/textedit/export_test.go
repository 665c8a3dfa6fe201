package textedit

import (
	"fmt"

	yamlv3 "go.yaml.in/yaml/v3"
)

// Follow carries the operations out on a text and sees after each of them that what is known of the text is what reading it again
// gives: every value, and where it stands.
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
		e, err := o.edit(d.root())
		if err != nil {
			return nil
		}
		if len(e.splices) == 0 {
			continue
		}
		d.base().write(e.splices)
		if err := e.follow(); err != nil {
			return fmt.Errorf("operation %d: %w", i, err)
		}
		again, err := read(d.base().text)
		if err != nil {
			return fmt.Errorf("operation %d gives %q: %w", i, d.base().text, err)
		}
		if err := sameDocument(d, again); err != nil {
			return fmt.Errorf("operation %d gives %q: %w", i, d.base().text, err)
		}
	}
	return nil
}

func sameDocument(was, is document) error {
	if err := was.check(); err != nil {
		return err
	}
	if y, ok := was.(*yamlText); ok {
		return y.samePlaces(is.(*yamlText))
	}
	return was.(*jsonText).samePlaces(was.(*jsonText).top, is.(*jsonText), is.(*jsonText).top)
}

func (t *jsonText) samePlaces(was *jsonNode, again *jsonText, is *jsonNode) error {
	if t.start(was) != is.start || t.end(was) != is.end || is.keyEnd > 0 && (t.now(was, was.keyStart) != is.keyStart || t.now(was, was.keyEnd-1)+1 != is.keyEnd) {
		return fmt.Errorf("a node is known at %d-%d, and stands at %d-%d", t.start(was), t.end(was), is.start, is.end)
	}
	for i := range is.items {
		if err := t.samePlaces(was.items[i], again, is.items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (t *yamlText) samePlaces(again *yamlText) error {
	var mine, others []string
	list := func(t *yamlText) (all []string) {
		live := 0
		walk(t.top, func(n *yamlv3.Node) {
			at := fmt.Sprintf("%d in line %d", t.start(n), t.line(n))
			if isEmptyWord(n) {
				at = "somewhere" // the reader has them at odd places
			}
			all = append(all, fmt.Sprintf("%s %q at %s", n.Tag, n.Value, at))
			if n.Kind == yamlv3.AliasNode {
				live++
			}
		})
		t.aliases.index()
		live -= len(t.aliases.all) - len(t.aliases.gone)
		w := t.style()
		return append(all, fmt.Sprintf("steps %d and %d, %d aliases astray", w.step, w.list, live))
	}
	mine, others = list(t), list(again)
	for i := range others {
		if mine[i] != others[i] {
			return fmt.Errorf("known is %s, reading gives %s", mine[i], others[i])
		}
	}
	return nil
}
