package textedit

import "strings"

// literal formats a string of several lines as a literal block: the header after the key, and the indented lines below. ok is
// false for strings with leading blanks or lines of blanks, which readers would not see.
func literal(s string, indent int) (head string, lines []string, ok bool) {
	if !strings.Contains(s, "\n") || strings.ContainsAny(s[:1], " \t\n") {
		return "", nil, false
	}
	body := strings.TrimRight(s, "\n")
	switch len(s) - len(body) {
	case 0:
		head = "|-"
	case 1:
		head = "|"
	default:
		head, body = "|+", s[:len(s)-1]
	}
	for line := range strings.SplitSeq(body, "\n") {
		if line != "" && strings.Trim(line, " \t") == "" {
			return "", nil, false
		}
		for _, r := range line {
			if !isPrintable(r) && r != '\t' {
				return "", nil, false
			}
		}
		if line != "" {
			line = spaces(indent) + line
		}
		lines = append(lines, line)
	}
	return head, lines, true
}

// literals says which literal blocks can be written at an offset.
type literals int

const (
	anyLiteral   literals = iota
	noBlankLines          // no block that ends with blank lines
	noLineBreak           // no block that ends with a line break
	noLiteral
)

// literalsBelow returns which literal blocks can be written at the line end p: a comment after p that is indented deeper than
// depth would become part of the block, and so would blank lines if the block keeps them.
func (t *yamlText) literalsBelow(p, depth int) literals {
	line := skipBreak(t.text, p)
	if line == p {
		return noLineBreak
	}
	allowed := anyLiteral
	for ; line < len(t.text); line = nextLine(t.text, line) {
		indent, comment := isComment(t.text, line)
		if q := line + indent; q < len(t.text) && !isBreak(t.text[q]) {
			if comment && indent > depth {
				return noLiteral
			}
			break
		}
		if indent > depth {
			return noLiteral
		}
		allowed = noBlankLines
	}
	return allowed
}
