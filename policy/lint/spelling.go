package lint

import (
	"strings"

	"github.com/overridekit/overridekit/policy/internal/dialect"
)

// speller suggests names for misspelt ones, until it has taken mostSteps in one check. A comparison of two names takes the product of their
// lengths.
type speller struct{ steps int64 }

const mostSteps = 1 << 30

// meant returns the name that is most like a wrong one, or "". Long names are not compared. A name that differs only in its digits is another
// thing, as in member1 and member2.
func (s *speller) meant(wrong string, names map[string]bool) string {
	if len(wrong) > mostQuoted {
		return ""
	}
	if s.steps += int64(len(names)) * int64(1+len(wrong)*len(wrong)); s.steps > mostSteps {
		return ""
	}
	meant := dialect.Nearest(wrong, names, len(wrong)/3+1)
	if withoutDigits(meant) == withoutDigits(wrong) {
		return ""
	}
	return meant
}

func withoutDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, name)
}

// didYouMean is the end of a message with a suggestion.
func didYouMean(name string) string {
	if name == "" {
		return ""
	}
	return ", did you mean " + quote(name) + "?"
}
