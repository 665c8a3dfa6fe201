package suite

import (
	"fmt"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/lint"
)

// Lint asserts that package lint finds nothing of a severity or a higher one in the policies, with all objects and clusters of the case as the inventory.
//
//	lint: warning
type Lint struct {
	Severity lint.Severity // the lowest one that counts
}

func (l Lint) name() string { return "lint" }

func (l Lint) fault() (string, error) {
	if l.Severity < lint.Info || l.Severity > lint.Error {
		return "severity", fmt.Errorf("found %d, expected info, warning or error", l.Severity)
	}
	return "", nil
}

func (l Lint) check(a *asserted) {
	findings := lint.Check(&a.in.Bundle.Bundle, lint.Options{Objects: a.in.Objects, Clusters: a.in.Clusters})
	for _, f := range findings {
		if f.Severity < l.Severity {
			continue
		}
		of := f.Policy
		if f.Object != (override.Ref{}) {
			of = f.Object
		}
		f.Line = 0 // of the merged input
		a.fail("%s%s", a.in.Where(of, f.Path), f)
	}
}
