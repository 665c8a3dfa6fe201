package jsonpath

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// brackets parses what is between brackets: a union, a key in single quotes, or a span.
func (p *parser) brackets() error {
	end := strings.IndexAny(p.rest, "]\n")
	if end < 0 || p.rest[end] == '\n' {
		return errors.New("unterminated array")
	}
	inside := p.take(end + 1)[1:end]
	if inside == "*" {
		inside = ":"
	}
	if parts := strings.Split(inside, ","); len(parts) > 1 {
		all := make(union, len(parts))
		for i, part := range parts {
			steps, err := parseAction("["+strings.Trim(part, " ")+"]", p.depth)
			if err != nil {
				return err
			}
			all[i] = steps
		}
		p.add(all)
		return nil
	}
	if n := len(inside); n >= 2 && inside[0] == '\'' && inside[n-1] == '\'' && strings.Count(inside, "'") == 2 {
		steps, err := parseAction("."+inside[1:n-1], p.depth)
		p.steps = append(p.steps, steps...)
		return err
	}
	s, err := parseSpan(inside)
	p.add(s)
	return err
}

// parseSpan parses start, start:end or start:end:step. Each number may be missing.
func parseSpan(text string) (s span, err error) {
	parts := strings.Split(text, ":")
	if len(parts) > 3 {
		return s, fmt.Errorf("invalid array index %s", clip(text))
	}
	for _, part := range parts {
		if strings.Trim(strings.TrimPrefix(part, "-"), "0123456789") != "" {
			return s, fmt.Errorf("invalid array index %s", clip(text))
		}
	}
	bounds := []*bound{&s.start, &s.end, &s.step}
	for i, part := range parts {
		if part == "" {
			continue
		}
		n, err := strconv.Atoi(part)
		if err != nil {
			return s, fmt.Errorf("array index %s is not a number", clip(part))
		}
		*bounds[i] = bound{value: n, known: true}
	}
	if len(parts) == 1 {
		s.end = bound{value: s.start.value + 1, known: true, derived: true}
	}
	return s, nil
}

// filter parses a filter. Its text ends at the first ")" that is not in quotes; only the first quotes count.
func (p *parser) filter() error {
	p.take(len("[?("))
	end, err := p.endOfFilter()
	if err != nil {
		return err
	}
	text := p.take(end)
	if p.rest = p.rest[1:]; !strings.HasPrefix(p.rest, "]") {
		return errors.New("found no ] after a filter, expected one")
	}
	p.take(1)
	left, operator, right := cutOperator(text)
	var f filter
	f.operator = operator
	if f.left, err = parseAction(left, p.depth); err != nil {
		return err
	}
	if operator != "" {
		if f.right, err = parseAction(right, p.depth); err != nil {
			return err
		}
	}
	p.add(f)
	return nil
}

// endOfFilter returns the index of the parenthesis that closes a filter.
func (p *parser) endOfFilter() (int, error) {
	var quote byte // the first one
	closed := false
	for i := range len(p.rest) {
		switch c := p.rest[i]; {
		case c == '\n':
			return 0, errors.New("unterminated filter")
		case (c == '"' || c == '\'') && quote == 0:
			quote = c
		case c == '"' || c == '\'':
			closed = closed || c == quote && p.rest[i-1] != '\\'
		case c == ')' && closed == (quote != 0):
			return i, nil
		}
	}
	return 0, errors.New("unterminated filter")
}

// cutOperator cuts a filter around its first operator, which is as long as possible. It returns none if either side would be
// empty.
func cutOperator(text string) (left, operator, right string) {
	const signs = "!<>="
	at := strings.IndexAny(text, signs)
	if at < 1 {
		return text, "", ""
	}
	size := len(text[at:]) - len(strings.TrimLeft(text[at:], signs))
	if at+size == len(text) {
		size--
	}
	if size == 0 {
		return text, "", ""
	}
	return text[:at], text[at : at+size], text[at+size:]
}
