package lint

import "github.com/overridekit/overridekit/policy/internal/dialect"

// speller suggests names for misspelt ones. It compares at most mostCompared names in one check.
type speller struct{ compared int }

const mostCompared = 1_000_000

// meant returns the name that is most like a wrong one, or "". Long names are not compared.
func (s *speller) meant(wrong string, names map[string]bool) string {
	s.compared += len(names)
	if s.compared > mostCompared || len(wrong) > mostQuoted {
		return ""
	}
	return dialect.Nearest(wrong, names, len(wrong)/3+1)
}

// didYouMean is the end of a message with a suggestion.
func didYouMean(name string) string {
	if name == "" {
		return ""
	}
	return ", did you mean " + quote(name) + "?"
}
