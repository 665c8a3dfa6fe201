package cli

import (
	"bytes"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// printable is a writer that escapes what controls a terminal: a report or a document may have it. JSON reads the escapes as the same characters.
//
//  1. Control characters are escaped, but not line breaks and tabs.
//  2. The four codes of the colors of a diff stay if the output has colors.
//  3. In reports of shards, so are characters that change the direction of text. Elsewhere, they may be part of a document.
type printable struct {
	to     io.Writer
	colors bool
	forged bool   // the text is of reports, which anybody may have written
	rest   []byte // of a character that is not complete
}

// Write implements [io.Writer].
func (p *printable) Write(text []byte) (int, error) {
	all := append(p.rest, text...)
	end := len(all)
	for i := max(0, end-utf8.UTFMax+1); i < end; i++ {
		if utf8.RuneStart(all[i]) && !utf8.FullRune(all[i:]) {
			end = i
		}
	}
	p.rest = bytes.Clone(all[end:])
	if err := p.escape(all[:end]); err != nil {
		return 0, err
	}
	return len(text), nil
}

func (p *printable) escape(text []byte) error {
	var b bytes.Buffer
	begin := 0
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRune(text[i:])
		}
		if n := p.color(text[i:]); n > 0 {
			i += n
			continue
		}
		if p.controls(r, text[i+size:]) {
			b.Write(text[begin:i])
			fmt.Fprintf(&b, `\u%04x`, r)
			begin = i + size
		}
		i += size
	}
	if begin == 0 {
		_, err := p.to.Write(text)
		return err
	}
	b.Write(text[begin:])
	_, err := p.to.Write(b.Bytes())
	return err
}

// color returns the length of the code of a color with which a text begins.
func (p *printable) color(text []byte) int {
	for _, code := range []string{red, green, cyan, reset} {
		if p.colors && bytes.HasPrefix(text, []byte(code)) {
			return len(code)
		}
	}
	return 0
}

// controls reports whether a character controls a terminal.
func (p *printable) controls(r rune, after []byte) bool {
	switch {
	case r == '\n', r == '\t', r == '\r' && bytes.HasPrefix(after, []byte("\n")):
		return false
	case p.forged && (unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'):
		return true
	}
	return unicode.IsControl(r)
}

// flush writes the beginning of a last character that is not complete.
func (p *printable) flush() error {
	if len(p.rest) == 0 {
		return nil
	}
	_, err := p.to.Write(p.rest)
	return err
}
