package lint

import (
	"strings"

	"github.com/overridekit/overridekit/policy/internal/dialect"
)

// speller suggests names for misspelt ones, until it has compared maxCompared pairs of bytes in one check. Comparing two names compares each
// byte of the one with each of the other.
type speller struct{ compared int64 }

const maxCompared = 1 << 30

// nearest returns the name that is most like a wrong one, or "". Long names are not compared. Wrong names of one or two bytes are not
// compared either, because any short name is near. Names that differ only in digits, such as member1 and member2, are not suggested.
func nearest[T any](s *speller, wrong string, names map[string]T) string {
	if len(wrong) < 3 || len(wrong) > maxQuoted {
		return ""
	}
	if s.compared += int64(len(names)) * int64(1+len(wrong)*len(wrong)); s.compared > maxCompared {
		return ""
	}
	name := dialect.Nearest(wrong, names, len(wrong)/3+1)
	if withoutDigits(name) == withoutDigits(wrong) {
		return ""
	}
	return name
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
