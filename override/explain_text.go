package override

import (
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/selector"
)

// nearMisses is how many policies that do not cover the object String names; it counts the others.
const nearMisses = 10

// String returns the explanation for people, in lines: a summary; the policies that select the object, with every rule and step;
// missing policies; conflicts; and the nearest misses among the other policies. The wording may change. Package fmt formats a nil
// pointer to an explanation as <nil>.
func (e Explanation) String() string {
	var b strings.Builder
	line := func(depth int, format string, args ...any) {
		b.WriteString(strings.Repeat("  ", depth))
		for i, text := range strings.Split(fmt.Sprintf(format, args...), "\n") {
			if i > 0 {
				b.WriteString("\n" + strings.Repeat("  ", depth+1))
			}
			b.WriteString(words.OneLine(text))
		}
		b.WriteByte('\n')
	}
	covering := 0
	for covering < len(e.Policies) && e.Policies[covering].Rank != selector.RankNone {
		covering++
	}
	line(0, "%s in cluster %s: %s", e.Object, e.Cluster, e.summary(covering))
	for i := range e.Policies[:covering] {
		line(0, "")
		e.Policies[i].write(line)
	}
	if len(e.Missing) > 0 {
		line(0, "")
		line(0, "policies that the object names but the set does not have:")
		for _, ref := range e.Missing {
			if ref.Name == "" {
				line(1, "%s with an empty name", ref.Kind)
			} else {
				line(1, "%s", ref)
			}
		}
	}
	if len(e.Conflicts) > 0 {
		line(0, "")
		line(0, "conflicts:")
		for _, c := range e.Conflicts {
			line(1, "%s", c)
		}
	}
	if others := e.Policies[covering:]; len(others) > 0 {
		line(0, "")
		line(0, "policies that do not select the object, nearest miss first:")
		for i := range others[:min(nearMisses, len(others))] {
			line(1, "%s: %s", others[i].Policy, others[i].Reason)
		}
		if more := len(others) - nearMisses; more > 0 {
			line(1, "…and %d more", more)
		}
	}
	return b.String()
}

// summary returns, for example: 3 changes by 2 of 5 policies.
func (e *Explanation) summary(covering int) string {
	switch {
	case e.hasReason():
		return fmt.Sprintf("no result, because %s of %s fails", e.Err.At, e.Err.Policy)
	case e.Err != nil:
		return "no result because of an error\n" + e.Err.Error()
	}
	changes, policies := 0, 0
	for i := range e.Policies {
		if e.Policies[i].Outcome == OutcomeApplied {
			policies++
		}
		for _, rule := range e.Policies[i].Rules {
			for _, step := range rule.Steps {
				changes += len(step.Changes)
			}
		}
	}
	if changes > 0 {
		return fmt.Sprintf("%s by %d of %s", count(changes, "change"), policies, counted(len(e.Policies), "policy", "policies"))
	}
	if covering == 0 {
		return fmt.Sprintf("unchanged, no policy selects it (%d checked)", len(e.Policies))
	}
	return fmt.Sprintf("unchanged, selected by %d of %s", covering, counted(len(e.Policies), "policy", "policies"))
}

// hasReason reports whether the rule or the step that failed has the error as its reason, so that the summary need not repeat it.
func (e *Explanation) hasReason() bool {
	if e.Err == nil || e.Err.Err == nil {
		return false
	}
	text := e.Err.Err.Error()
	for i := range e.Policies {
		if e.Policies[i].Policy != e.Err.Policy {
			continue
		}
		for _, rule := range e.Policies[i].Rules {
			if rule.At == e.Err.At && strings.Contains(rule.Reason, text) {
				return true
			}
			for _, step := range rule.Steps {
				if step.At == e.Err.At && slices.Contains(step.Reasons, text) {
					return true
				}
			}
		}
	}
	return false
}

func count(n int, noun string) string { return counted(n, noun, noun+"s") }

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func (p *PolicyOutcome) write(line func(depth int, format string, args ...any)) {
	by := map[selector.Rank]string{selector.RankName: "name", selector.RankLabels: "labels", selector.RankAll: "kind"} // as claim.Decide says it
	line(0, "%s (%s, selected by %s): %s", p.Policy, p.Tier, by[p.Rank], because(p.Outcome, p.Reason))
	for _, rule := range p.Rules {
		line(1, "%s: %s", rule.At, because(rule.Outcome, rule.Reason))
		for _, step := range rule.Steps {
			line(2, "%s: %s", strings.TrimPrefix(step.At, rule.At+"."), step.Outcome)
			for _, c := range step.Changes {
				line(3, "%s", c)
			}
			for _, reason := range step.Reasons {
				line(3, "%s", reason)
			}
			for _, w := range step.Warnings {
				line(3, "warning: %s: %s", w.Pointer, w.Text)
			}
			for _, d := range step.Divergences {
				line(3, "divergence %s: upstream %s; here %s", d.Code, d.Upstream, d.Here)
			}
		}
	}
}

func because(o Outcome, reason string) string {
	if reason == "" {
		return string(o)
	}
	return string(o) + ": " + reason
}
