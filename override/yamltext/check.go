package yamltext

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf16"

	yamlv3 "go.yaml.in/yaml/v3"
)

// Limits of the %TAG directives of a YAML document. A parser compares every tag directive with all before it, and every tag with
// all directives, and it copies the prefix of a directive for each tag that uses it.
const (
	MaxDirectives     = 10
	MaxDirectiveBytes = 1000 // of the lines of all directives
)

// Check returns an error for a text that would take a parser of YAML more than n log n time or memory:
//
//  1. A document has more directives than the limits allow. Lines of a scalar that look like directives do not count: the parser decides
//     what is a directive.
//  2. Many comments follow deeply nested lists or maps on one line. The parser compares each level with each comment.
//
// It takes time in proportion to the text. It does not check anything else: a text may still be invalid, and be large
// when its aliases are expanded.
func Check(text []byte) error { return CheckDirectives(text, MaxDirectives) }

// CheckDirectives is [Check] with another limit of directives.
func CheckDirectives(text []byte, most int) error {
	text = toUTF8(text)
	if steps := commentSteps(text); steps > maxCommentSteps {
		return fmt.Errorf("the comments and the nesting of the text take %d steps to read, expected at most %d", steps, maxCommentSteps)
	}
	var d directives
	if d.spoil(text, most); d.spoiled == nil {
		return nil
	}
	decoder := yamlv3.NewDecoder(bytes.NewReader(d.spoiled))
	for {
		switch err := decoder.Decode(new(yamlv3.Node)); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && strings.Contains(err.Error(), unknownDirective):
			return fmt.Errorf("found %d directives of %d bytes, expected at most %d of %d", d.count, d.size, most, MaxDirectiveBytes)
		case err != nil:
			return nil // before the directives, if there are any; the parser returns this error, too
		}
	}
}

// unknownDirective is the error of the parser for a directive that is neither %YAML nor %TAG.
const unknownDirective = "found unknown directive name"

var (
	tagDirective     = []byte("%TAG")
	spoiledDirective = []byte("%TAX") // an unknown directive; in a scalar, it is a part of it like the other
	byteOrderMark    = []byte("\ufeff")
)

// directives are the lines of a text that look like directives.
type directives struct {
	count, size int    // the largest of a row
	spoiled     []byte // the text, with an unknown name for each directive beyond the limit; nil if the limit holds
}

// spoil finds the directives. Only the first character of a line begins one. Those of a document are in a row, with only blank lines and
// comments between them. In a row that is too long, several get an unknown name: its first lines may belong to a scalar.
func (d *directives) spoil(text []byte, most int) {
	if !bytes.Contains(text, tagDirective) {
		return
	}
	count, size, sound, soundSize := 0, 0, 0, 0
	for at, end := 0, 0; at < len(text); at = end + breakLength(text[end:]) {
		end = lineEnd(text, at)
		line := text[at:end]
		if at == 0 {
			line = bytes.TrimPrefix(line, byteOrderMark)
		}
		switch inside := bytes.TrimLeft(line, " \t"); {
		case bytes.HasPrefix(line, tagDirective):
			count, size, sound, soundSize = count+1, size+len(line), sound+1, soundSize+len(line)
			d.count, d.size = max(d.count, count), max(d.size, size)
			if sound <= most && soundSize <= MaxDirectiveBytes {
				continue
			}
			if d.spoiled == nil {
				d.spoiled = bytes.Clone(text)
			}
			copy(d.spoiled[end-len(line):], spoiledDirective)
			sound, soundSize = 0, 0
		case len(inside) > 0 && inside[0] != '#' && !bytes.HasPrefix(line, []byte("%YAML")):
			count, size, sound, soundSize = 0, 0, 0, 0
		}
	}
}

// lineEnd returns the offset of the line break at or after an offset, or the end of the text. YAML 1.1 has five line breaks.
func lineEnd(text []byte, at int) int {
	for ; at < len(text); at++ {
		if breakLength(text[at:]) > 0 {
			return at
		}
	}
	return at
}

// breakLength returns the length of the line break that a text begins with, or 0.
func breakLength(text []byte) int {
	switch {
	case len(text) == 0:
		return 0
	case text[0] == '\n' || text[0] == '\r':
		return 1
	case text[0] == 0xc2 && bytes.HasPrefix(text, []byte("\u0085")):
		return 2
	case text[0] == 0xe2 && (bytes.HasPrefix(text, []byte("\u2028")) || bytes.HasPrefix(text, []byte("\u2029"))):
		return 3
	}
	return 0
}

// toUTF8 converts a text to UTF-8 if it has a byte order mark of UTF-16, as the parsers do.
func toUTF8(text []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}):
		order = binary.LittleEndian
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		order = binary.BigEndian
	default:
		return text
	}
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = order.Uint16(text[2*i:])
	}
	return []byte(string(utf16.Decode(units)))
}
