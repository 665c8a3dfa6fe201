package textedit

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// columns finds the byte that a line and a column stand for. A text may be one line of a megabyte.
type columnIndex struct {
	text  []byte
	lines []int         // where each line begins, behind a byte order mark
	ascii bool          // every character is one byte
	marks map[int][]int // of long lines that were looked at: where every so many characters stand
}

const offsetStep = 128

// read finds the lines of a text.
func (c *columnIndex) read(text []byte) error {
	c.text, c.ascii = text, true
	p := 0
	if isMarked(text) {
		p = len(byteOrderMark)
	}
	c.lines = append(make([]int, 0, 1+bytes.Count(text, []byte("\n"))), p)
	for p < len(text) {
		switch b := text[p]; {
		case isBreak(b):
			p = skipBreak(text, p)
			c.lines = append(c.lines, p)
			continue
		case b == 0xc2 || b == 0xe2:
			switch r, _ := utf8.DecodeRune(text[p:]); r {
			case 0x85, 0x2028, 0x2029:
				return fmt.Errorf("line %d has the character %U, which ends a line in YAML 1.1 but not in 1.2", len(c.lines), r)
			}
			c.ascii = false
		case b >= utf8.RuneSelf:
			c.ascii = false
		}
		p++
	}
	return nil
}

// offset is where the character stands that has so many before it on a line, which counts from 1.
func (c *columnIndex) offset(line, characters int) int {
	if line < 1 || line > len(c.lines) {
		return len(c.text)
	}
	p := c.lines[line-1]
	if c.ascii {
		return min(p+characters, len(c.text))
	}
	if characters >= offsetStep {
		marks := c.offsetsOf(line)
		mark := min(characters/offsetStep, len(marks)-1)
		p, characters = marks[mark], characters-mark*offsetStep
	}
	for ; characters > 0 && p < len(c.text); characters-- {
		_, size := utf8.DecodeRune(c.text[p:])
		p += size
	}
	return p
}

// marked is where every so many characters of a line stand.
func (c *columnIndex) offsetsOf(line int) []int {
	if marks, ok := c.marks[line]; ok {
		return marks
	}
	if c.marks == nil {
		c.marks = map[int][]int{}
	}
	var marks []int
	for p, n := c.lines[line-1], 0; ; n++ {
		if n%offsetStep == 0 {
			marks = append(marks, p)
		}
		if p >= len(c.text) || isBreak(c.text[p]) {
			break
		}
		_, size := utf8.DecodeRune(c.text[p:])
		p += size
	}
	c.marks[line] = marks
	return marks
}
