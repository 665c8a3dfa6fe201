package lint

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
)

const (
	maxOfCode  = 20   // findings of a code about one policy
	maxMessage = 1000 // characters of a message
	maxQuoted  = 253  // characters of a name in a message; no API server accepts a longer one
)

// report adds a finding at a place of the policy, unless the same was found there before.
func (s *subject) report(code Code, at jsontree.Pointer, fix json.RawMessage, format string, args ...any) {
	s.reportAt(code, pathOf(at), fix, format, args...)
}

func (s *subject) reportAt(code Code, path string, fix json.RawMessage, format string, args ...any) {
	at := foundAt{code, path}
	if s.found[at] {
		return
	}
	s.found[at] = true
	s.counts[code]++
	s.findings = append(s.findings, newFinding(code, s.ref, path, fix, format, args...))
}

func newFinding(code Code, about override.Ref, path string, fix json.RawMessage, format string, args ...any) Finding {
	message := words.Clip(words.Escape(words.Clip(fmt.Sprintf(format, args...), maxMessage)), maxMessage)
	return Finding{Code: code, Severity: infoOf[code].Severity, Policy: about, Path: path, Message: message, Fix: fix}
}

// isFull reports whether further findings of a code are only counted, so that callers can skip suggestions.
func (s *subject) isFull(code Code) bool { return s.counts[code] >= maxOfCode }

// foundAt is a code at a path.
type foundAt struct {
	code Code
	path string
}

// finish returns the findings about a policy that are not silenced, with their positions.
func (c *checker) finish(s *subject) []Finding {
	findings := limit(c.silence(s, mergeFixes(s.mergeIdentity())), "the policy has")
	for i := range findings {
		f := &findings[i]
		position := c.bundle.Position(s.ref, f.Path)
		f.Document, f.Line = position.Document, position.Line
	}
	return findings
}

// mergeIdentity leaves out an identity field where another finding says what becomes of the object. Without objects, that may be unknown.
func (s *subject) mergeIdentity() []Finding {
	changes := map[string]bool{}
	for _, f := range s.findings {
		changes[f.Path] = changes[f.Path] || f.Code == ChangesIdentity
	}
	return slices.DeleteFunc(s.findings, func(f Finding) bool {
		merged := f.Code == IdentityField && changes[f.Path]
		s.excused[IdentityField] = s.excused[IdentityField] || merged
		return merged
	})
}

// mergeFixes leaves out findings where the dialect reports a fault, and keeps their fixes for it. Divergences are kept.
func mergeFixes(findings []Finding) []Finding {
	faults := map[string]int{}
	for i, f := range findings {
		if _, known := faults[f.Path]; f.Code == Invalid && !known {
			faults[f.Path] = i
		}
	}
	if len(faults) == 0 {
		return findings
	}
	fixes := make([]json.RawMessage, len(findings))
	var merged []Finding
	for _, f := range findings {
		if i, faulty := faults[f.Path]; faulty && f.Code != Invalid && fixes[i] == nil {
			fixes[i] = f.Fix
		}
	}
	for i, f := range findings {
		if _, faulty := faults[f.Path]; faulty && f.Code != Invalid && !divergent[f.Code] {
			continue
		}
		if fixes[i] != nil {
			f.Fix = fixes[i]
		}
		merged = append(merged, f)
	}
	return merged
}

// limit keeps the first findings of each code. The message of the last one says how many more there are. whose begins that part of it.
func limit(findings []Finding, whose string) []Finding {
	count := map[Code]int{}
	for _, f := range findings {
		count[f.Code]++
	}
	seen := map[Code]int{}
	var kept []Finding
	for _, f := range findings {
		seen[f.Code]++
		more := count[f.Code] - maxOfCode
		switch {
		case seen[f.Code] > maxOfCode:
			continue
		case seen[f.Code] == maxOfCode && more > 0:
			noun := "findings"
			if more == 1 {
				noun = "finding"
			}
			f.Message = fmt.Sprintf("%s; %s %d more %s of this code", f.Message, whose, more, noun)
		}
		kept = append(kept, f)
	}
	return kept
}

// quote returns a name in quotes, or its beginning.
func quote(name string) string { return fmt.Sprintf("%q", words.Clip(name, maxQuoted)) }
