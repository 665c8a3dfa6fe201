package lint

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
)

// SilenceAnnotation is the annotation by which a policy silences findings. Each line has a code and a reason, and silences all findings of
// this code about the policy:
//
//	metadata:
//	  annotations:
//	    overridekit.dev/lint-ignore: |
//	      D6: the application does not read comments
//	      index-path: the chart always renders one container
//
// The rules:
//
//  1. A line without a reason, with a code that [Codes] does not have, or with the code of an earlier line is a finding: [BadSilence].
//     A reason has a letter or a digit.
//  2. A silence of a code that is not found is a finding: [UnusedSilence]. It is not reported if the rule had no inventory to run with, or an
//     overrider of the policy covered no object.
//  3. Findings about silences cannot be silenced. A line with such a code is a [BadSilence].
//  4. On an object the annotation silences [MissingPolicy] only. It is read if the object names a missing policy: then rules 1 and 3
//     hold, and a line with another code is also a BadSilence. All objects together have at most 20 of these findings.
const SilenceAnnotation = "overridekit.dev/lint-ignore"

const silencePath = "metadata.annotations[" + SilenceAnnotation + "]"

// silences reads the annotation: the codes and their reasons. It calls bad for each line that silences nothing.
func silences(text string, bad func(format string, args ...any)) (reasons map[Code]string) {
	reasons = map[Code]string{}
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, reason, _ := strings.Cut(line, ":")
		code := Code(strings.TrimSpace(name))
		_, known := infoOf[code]
		switch {
		case !known:
			bad("the code %s is not known", quote(string(code)))
		case code == BadSilence || code == UnusedSilence:
			bad("%s cannot be silenced", code)
		case !strings.ContainsFunc(reason, isWord):
			bad("%s is silenced without a reason, expected %s: REASON", code, code)
		case reasons[code] != "":
			bad("%s is silenced twice", code)
		default:
			reasons[code] = words.Clip(words.Escape(words.Clip(strings.TrimSpace(reason), maxMessage)), maxMessage)
		}
	}
	return reasons
}

// isWord reports whether a character is a letter or a digit.
func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// silence leaves out what the policy silences, or marks it, and adds findings about its silences.
func (c *checker) silence(s *subject, findings []Finding) []Finding {
	text, given := s.annotations[SilenceAnnotation]
	if !given {
		return findings
	}
	var kept []Finding
	silenced := silences(text, func(format string, args ...any) {
		kept = append(kept, newFinding(BadSilence, s.ref, silencePath, nil, format, args...))
	})
	used := map[Code]bool{}
	for _, f := range findings {
		if f.Silenced = silenced[f.Code]; f.Silenced != "" {
			used[f.Code] = true
			if !c.options.Silenced {
				continue
			}
		}
		kept = append(kept, f)
	}
	for _, info := range codes {
		if silenced[info.Code] != "" && !used[info.Code] && !s.excused[info.Code] && c.canRun(s, info) {
			kept = append(kept, newFinding(UnusedSilence, s.ref, silencePath, withoutSilence(text, info.Code), "%s is silenced, but not found", info.Code))
		}
	}
	return kept
}

// canRun reports whether the inventory has what a code needs: objects, clusters, and, for codes about overriders, an object for each step.
func (c *checker) canRun(s *subject, info CodeInfo) bool {
	if info.objects && len(c.options.Objects) == 0 || info.clusters && len(c.options.Clusters) == 0 {
		return false
	}
	if !info.objects || info.Code == UnmatchedSelector || info.Code == MissingPolicy {
		return true
	}
	return !slices.ContainsFunc(s.steps(), func(st *step) bool { return st.seen.ran+st.seen.failed == 0 })
}

// withoutSilence returns a fix that removes the line of a code.
func withoutSilence(text string, code Code) json.RawMessage {
	var rest []string
	for line := range strings.Lines(text) {
		if name, _, _ := strings.Cut(line, ":"); Code(strings.TrimSpace(name)) != code {
			rest = append(rest, line)
		}
	}
	at := jsontree.Pointer{"metadata", "annotations", SilenceAnnotation}
	if left := strings.Join(rest, ""); strings.TrimSpace(left) != "" {
		return fixOf(replace(at, left))
	}
	return fixOf(remove(at))
}
