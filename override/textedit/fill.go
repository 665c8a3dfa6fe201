package textedit

import yamlv3 "go.yaml.in/yaml/v3"

// canFill reports whether an empty collection in brackets becomes block style when it gets an entry. It does if the collection
// around it is in block style, and the brackets contain no comment. At the root, it does not.
func (p *yamlCursor) canFill() bool {
	if p.in == nil || p.at < 0 || isFlow(p.in.node) || !isFlow(p.node) || len(p.node.Content) > 0 {
		return false
	}
	return !hasComment(p.text, p.content(p.node), p.end(p.node, -1))
}

// fill replaces an empty collection in brackets by v, in block style. An anchor and a tag remain, and so does the node.
func (p *yamlCursor) fill(v value) (edit, error) {
	if p.start(p.node) == p.content(p.node) {
		return p.putBlock(v)
	}
	s, err := p.blockLayout()
	if err != nil {
		return edit{}, err
	}
	w := p.style()
	w.literal = p.literalsBelow(s.after, s.depth)
	gone := splice{p.properties(p.node), s.end, ""}
	if content := p.content(p.node); hasComment(p.text, gone.start, content) {
		gone = p.cut(content, s.end) // the comments between the anchor and the brackets stay
	}
	e := splices{gone, {s.after, s.after, p.below(w.lines(v, s.depth, s.wide))}}
	return p.newEdit(e, func() error {
		n, err := p.rereadValue(s.opening(), s.lead, skipBreak(p.text, e.end()), "")
		if err != nil {
			return err
		}
		p.noteRemoved(p.node)
		p.node.Content, p.node.Style = n.Content, p.node.Style&^yamlv3.FlowStyle
		p.node.Line, p.node.Column = n.Line, n.Column
		p.noteAdded(p.in.node, p.node)
		return verify(p, v)
	})
}
