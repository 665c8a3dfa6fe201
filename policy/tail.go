package policy

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"regexp"

	yamlv3 "go.yaml.in/yaml/v3"

	"github.com/overridekit/overridekit/override/yamltext"
)

var (
	errTail  = errors.New("there is content after the end of the document, expected a line of --- before it")
	errBreak = errors.New("there is another document after a line break that is not LF or CR LF; only those can separate documents")
	errNoEnd = errors.New("the end of the document was not found, because the text here is not valid YAML")
)

// A plain key at the beginning of a line.
var plainKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_./-]*:(?:[ \r\n]|$)`)

// mayEnd reports whether a text may end a map that begins a line: a directive, a byte order mark, or a line break of YAML 1.1
// that split does not know.
func mayEnd(text []byte) bool {
	if hasOtherBreaks(text) || bytes.Contains(text, []byte("\n%")) || bytes.Contains(text, []byte("\ufeff")) {
		return true
	}
	return bytes.IndexByte(text, '\r') >= 0 && bytes.Count(text, []byte("\r")) > bytes.Count(text, []byte("\r\n"))
}

// checkTail returns an error, with its line, if there is more than comments after the first node of a YAML document. The parsers of YAML read one
// node and ignore the rest. If complete is false, the node may be the first part of what was meant.
func (d document) checkTail(limits Limits) (complete bool, err error) {
	if d.isJSON || d.isBlock() || limits.checkDirectives(d.text) != nil {
		return true, nil // parsing returns an error for the directives
	}
	next := yamltext.Nodes(d.text)
	var first, second yamlv3.Node
	if err := next(&first); err != nil {
		if limits.checkAliases(d.text) != nil {
			return true, nil // as above
		}
		if _, err := yamltext.ToJSON(d.text); err != nil {
			return true, nil
		}
		return false, lineError{d.lineOf(err), errNoEnd} // this parser reads ahead, for comments
	}
	complete = len(first.Content) == 1 && first.Content[0].Style&yamlv3.FlowStyle != 0
	switch err := next(&second); {
	case err == io.EOF:
		return true, nil
	case err != nil:
		return complete, lineError{d.lineOf(err), errTail}
	}
	return complete, lineError{d.lineMap().line(second.Line), errBreak} // split knows all other markers
}

// isBlock reports whether a document certainly is one map in block style, whose end is that of the text.
func (d document) isBlock() bool {
	return plainKey.Match(d.text[contentStart(d.text):]) && !mayEnd(d.text)
}

// lineOf returns the line of an error of the YAML parser.
func (d document) lineOf(err error) int { return cmp.Or(d.parserErrors(err)[0].line, d.line) }
