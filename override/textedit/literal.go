package textedit

import "strings"

// literal is a text of several lines as a literal block whose lines are indented so far: what stands behind the key, and
// the lines below. It can hold no blanks before the first word and no lines of blanks, which people would not see.
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

// room is which literal blocks may stand in a place.
type literals int

const (
	anyLiteral   literals = iota
	noBlankLines          // none that ends with blank lines
	noLineBreak           // none that ends with a line break
	noLiteral
)

// roomBelow says which literal blocks may stand above what follows the line end p: a comment that is deeper than depth would
// become part of one, and so would blank lines of one that keeps them.
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
