package leaktest

import (
	"encoding/base64"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// Marks are random values that must not appear in any output.
type Marks struct {
	Rand  *rand.Rand
	t     testing.TB
	parts map[string]bool
	tame  bool // policies only write values
}

// New returns Marks without marks.
func New(t testing.TB, seed uint64) *Marks {
	return &Marks{rand.New(rand.NewPCG(seed, seed)), t, map[string]bool{}, seed%3 == 0}
}

// Word returns a new mark that is a valid component of an image reference.
func (m *Marks) Word() string { return m.add("abcdefghijklmnopqrstuvwxyz0123456789") }

// Digits returns a new mark that is a number.
func (m *Marks) Digits() string { return "7" + m.add("0123456789") }

func (m *Marks) add(letters string) string {
	var b strings.Builder
	for range 14 {
		b.WriteByte(letters[m.Rand.IntN(len(letters))])
	}
	mark := b.String()
	for i := 0; i+part <= len(mark); i++ {
		m.parts[mark[i:i+part]] = true
	}
	return mark
}

// part is the length of a mark that is found in output, which may shorten marks.
const part = 8

var encoded = regexp.MustCompile(`[A-Za-z0-9+/]{8,}`)

// In returns the first part of a mark in text, plain or in base64, or "".
func (m *Marks) In(text string) string {
	texts := []string{text}
	for _, run := range encoded.FindAllString(text, -1) {
		for start := range 4 {
			if rest := run[start:]; len(rest) >= 4 {
				decoded, _ := base64.RawStdEncoding.DecodeString(rest[:len(rest)/4*4])
				texts = append(texts, string(decoded))
			}
		}
	}
	for _, text := range texts {
		for i := 0; i+part <= len(text); i++ {
			if m.parts[text[i:i+part]] {
				return text[i : i+part]
			}
		}
	}
	return ""
}
