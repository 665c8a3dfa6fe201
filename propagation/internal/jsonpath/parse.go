package jsonpath

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/overridekit/overridekit/override/words"
)

const (
	maxTemplate = 64 << 10
	maxNesting  = 100
)

// Template is a parsed template. The zero Template is empty.
type Template struct {
	text  string
	nodes []node
}

// Parse parses a template.
func Parse(text string) (*Template, error) {
	if len(text) > maxTemplate {
		return nil, fmt.Errorf("found a template of %d bytes, expected at most %d", len(text), maxTemplate)
	}
	nodes, err := parse(text, 0)
	if err != nil {
		return nil, err
	}
	return &Template{text, nodes}, nil
}

// parse parses text and actions.
func parse(text string, depth int) (nodes []node, err error) {
	if depth > maxNesting {
		return nil, fmt.Errorf("nests more than %d levels deep", maxNesting)
	}
	p := &parser{rest: text, depth: depth}
	for p.rest != "" {
		before, _, found := strings.Cut(p.rest, "{")
		if before != "" {
			nodes = append(nodes, constant(before))
		}
		if p.rest = p.rest[len(before):]; !found {
			break
		}
		p.rest, p.steps = p.rest[1:], nil
		if err := p.action(); err != nil {
			return nil, err
		}
		nodes = append(nodes, list(p.steps))
	}
	return nodes, nil
}

// parseAction parses the inside of braces. A brace in it ends the action, but what follows must be valid.
func parseAction(text string, depth int) (list, error) {
	nodes, err := parse("{"+text+"}", depth+1)
	if err != nil {
		return nil, err
	}
	return nodes[0].(list), nil
}

// parser parses one action at a time.
type parser struct {
	rest  string
	steps list
	depth int
}

func (p *parser) add(n node) { p.steps = append(p.steps, n) }

// take removes the first n bytes of the rest and returns them.
func (p *parser) take(n int) string {
	taken := p.rest[:n]
	p.rest = p.rest[n:]
	return taken
}

// action parses up to and including the closing brace.
func (p *parser) action() error {
	for {
		r, size := utf8.DecodeRuneInString(p.rest)
		var err error
		switch {
		case r == '}' && size > 0:
			p.take(1)
			return nil
		case strings.HasPrefix(p.rest, "[?("):
			err = p.filter()
		case strings.HasPrefix(p.rest, ".."):
			err = p.descent()
		case size == 0 || r == '\r' || r == '\n':
			return errors.New("unclosed action")
		case r == ' ' || r == '@' || r == '$':
			p.take(1)
		case r == '[':
			err = p.brackets()
		case r == '"' || r == '\'':
			err = p.quoted(byte(r))
		case r == '.':
			p.take(1)
			p.field()
		case r == '+' || r == '-' || unicode.IsDigit(r):
			err = p.number()
		case isWord(r):
			p.word()
		default:
			return fmt.Errorf("unexpected character %#U in an action", r)
		}
		if err != nil {
			return err
		}
	}
}

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// endsWord reports whether a rune ends a field or a word.
func endsWord(r rune) bool { return strings.ContainsRune(" \t\r\n.,[]$@{}", r) }

// field parses the name of a field, which may be empty.
func (p *parser) field() {
	end, escaped := 0, false
	for i, r := range p.rest {
		if end = i; !escaped && endsWord(r) {
			break
		}
		escaped = r == '\\' && !escaped
		end = len(p.rest)
	}
	name := p.take(end)
	if name == "*" {
		p.add(wildcard{})
		return
	}
	p.add(field(strings.ReplaceAll(name, `\`, "")))
}

func (p *parser) word() {
	end := strings.IndexFunc(p.rest, endsWord)
	if end < 0 {
		end = len(p.rest)
	}
	switch name := p.take(end); name {
	case "true", "false":
		p.add(literal{name == "true"})
	default:
		p.add(word(name))
	}
}

func (p *parser) descent() error {
	if n := len(p.steps); n > 0 && p.steps[n-1] == (descent{}) {
		return errors.New("found .. after .., expected it once")
	}
	p.take(2)
	p.add(descent{})
	if r, size := utf8.DecodeRuneInString(p.rest); size > 0 && isWord(r) {
		p.field()
	}
	return nil
}

func (p *parser) number() error {
	sign := 0
	if p.rest[0] == '+' || p.rest[0] == '-' {
		sign = 1
	}
	end := strings.IndexFunc(p.rest[sign:], func(r rune) bool { return r != '.' && !unicode.IsDigit(r) })
	if end < 0 {
		end = len(p.rest) - sign
	}
	text := p.take(sign + end)
	if n, err := strconv.Atoi(text); err == nil {
		p.add(literal{n})
		return nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return fmt.Errorf("found %s, expected a number", clip(text))
	}
	p.add(literal{f})
	return nil
}

// quoted parses a string in quotes. A quote after a backslash does not end it.
func (p *parser) quoted(quote byte) error {
	for i := 1; i < len(p.rest) && p.rest[i] != '\n'; i++ {
		if p.rest[i] == quote && p.rest[i-1] != '\\' {
			text, err := unquote(p.take(i + 1)[1:i], quote)
			if err != nil {
				return err
			}
			p.add(constant(text))
			return nil
		}
	}
	return errors.New("unterminated quoted string")
}

func unquote(text string, quote byte) (string, error) {
	if !strings.ContainsRune(text, '\\') {
		return text, nil
	}
	var out strings.Builder
	for rest := text; rest != ""; {
		r, multibyte, tail, err := strconv.UnquoteChar(rest, quote)
		if err != nil {
			return "", fmt.Errorf("found the string %s, expected valid escapes: %w", clip(text), err)
		}
		if rest = tail; r < utf8.RuneSelf || !multibyte {
			out.WriteByte(byte(r))
		} else {
			out.WriteRune(r)
		}
	}
	return out.String(), nil
}

// clip returns a short string for an error.
func clip(s string) string { return strconv.Quote(words.Clip(s, 80)) }
