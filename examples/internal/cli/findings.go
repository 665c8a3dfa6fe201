package cli

import (
	"slices"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/policy/lint"
)

// NoEffect are the codes of findings about parts of override policies that do nothing.
var NoEffect = []lint.Code{lint.UnmatchedSelector, lint.UnknownCluster, lint.UnreachedRule, lint.UnknownContainer, lint.NoEffect}

// Findings returns what package lint finds about the override policies of a bundle, if it has one of the codes.
func Findings(bundle *input.Bundle, opts lint.Options, codes ...lint.Code) []lint.Finding {
	if len(bundle.Policies) == 0 {
		return nil
	}
	overrides := bundle.Bundle
	overrides.Propagation = nil
	return slices.DeleteFunc(lint.Check(&overrides, opts), func(f lint.Finding) bool { return !slices.Contains(codes, f.Code) })
}

// WarnFaults prints the faults of override policies as warnings.
func WarnFaults(bundle *input.Bundle, notes *input.Notes) {
	for _, p := range bundle.Policies {
		for _, fault := range p.Faults() {
			notes.Warn("%s%s: %v", bundle.Where(p.Ref(), fault.Field), p.Ref(), fault)
		}
	}
}

// most is the number of findings that are printed.
const most = 20

// WarnFindings prints findings as warnings.
func WarnFindings(bundle *input.Bundle, findings []lint.Finding, notes *input.Notes) {
	for _, f := range findings[:min(most, len(findings))] {
		notes.Warn("%s%s: %s: %s", bundle.Where(f.Policy, f.Path), f.Policy, f.Path, f.Message)
	}
	if more := len(findings) - most; more > 0 {
		notes.Warn("%s of override policies without effect", More(more, "part"))
	}
}
