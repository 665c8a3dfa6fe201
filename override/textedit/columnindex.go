package textedit

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// columnIndex converts lines and columns to offsets. A text may be one line of a megabyte.
type columnIndex struct {
	text    []byte
	lines   []int         // the start of each line, after a byte order mark
	ascii   bool          // every character is one byte
	offsets map[int][]int // for long lines that were used: the offset of every offsetStep-th character
}

const offsetStep = 128

// read indexes the lines of a text.
func (c *columnIndex) read(text []byte) error {
	c.text, c.ascii = text, true
	p := 0
	if isMarked(text) {
		p = len(byteOrderMark)
		if isMarked(text[p:]) {
			return errors.New("line 1 has two byte order marks, which parsers count differently")
		}
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

// tabFirst reports whether a line begins with a tab, after spaces at most. Only there, Kubernetes refuses comments and blank lines that the
// parser accepts.
func (c *columnIndex) tabFirst() bool {
	return bytes.IndexByte(c.text, '\t') >= 0 && slices.ContainsFunc(c.lines, func(p int) bool {
		return bytes.HasPrefix(bytes.TrimLeft(c.text[p:], " "), []byte("\t"))
	})
}

// offset returns the offset of the character that follows that many others on a line, which counts from 1.
func (c *columnIndex) offset(line, characters int) int {
	if line < 1 || line > len(c.lines) {
		return len(c.text)
	}
	p := c.lines[line-1]
	if c.ascii {
		return min(p+characters, len(c.text))
	}
	if characters >= offsetStep {
		offsets := c.offsetsOf(line)
		i := min(characters/offsetStep, len(offsets)-1)
		p, characters = offsets[i], characters-i*offsetStep
	}
	for ; characters > 0 && p < len(c.text); characters-- {
		_, size := utf8.DecodeRune(c.text[p:])
		p += size
	}
	return p
}

// offsetsOf returns the offset of every offsetStep-th character of a line.
func (c *columnIndex) offsetsOf(line int) []int {
	if offsets, ok := c.offsets[line]; ok {
		return offsets
	}
	if c.offsets == nil {
		c.offsets = map[int][]int{}
	}
	var offsets []int
	for p, n := c.lines[line-1], 0; ; n++ {
		if n%offsetStep == 0 {
			offsets = append(offsets, p)
		}
		if p >= len(c.text) || isBreak(c.text[p]) {
			break
		}
		_, size := utf8.DecodeRune(c.text[p:])
		p += size
	}
	c.offsets[line] = offsets
	return offsets
}
