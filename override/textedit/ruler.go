package textedit

import "unicode/utf8"

// ruler knows where the characters of a line stand: of every so many, the offset. A text may be one line of a megabyte.
type ruler struct {
	line  int // from 1
	marks []int
}

const betweenMarks = 128

func newRuler(text []byte, line, start int) ruler {
	r := ruler{line: line}
	for p, n := start, 0; ; n++ {
		if n%betweenMarks == 0 {
			r.marks = append(r.marks, p)
		}
		if p >= len(text) || isBreak(text[p]) {
			return r
		}
		_, size := utf8.DecodeRune(text[p:])
		p += size
	}
}

// offset is where the character stands that has so many before it on the line.
func (r ruler) offset(text []byte, characters int) int {
	mark := min(characters/betweenMarks, len(r.marks)-1)
	p := r.marks[mark]
	for range characters - mark*betweenMarks {
		if p >= len(text) {
			return len(text)
		}
		_, size := utf8.DecodeRune(text[p:])
		p += size
	}
	return p
}
