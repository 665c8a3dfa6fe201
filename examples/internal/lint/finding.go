package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/files"
	"github.com/overridekit/overridekit/policy/lint"
)

// finding is a finding and its file, which is empty if it is not known.
type finding struct {
	File string `json:"file,omitempty"`
	lint.Finding

	ShownFix string `json:"shownFix,omitempty"` // with --show-fixes, the fix as it is printed; not in the output
}

// findingsOf returns the findings with their places. The findings of a bundle that was merged have no
// position: the bundle of each file knows it.
func findingsOf(in *input.Bundle, found []lint.Finding) []finding {
	all := make([]finding, len(found))
	for i, f := range found {
		all[i].Finding = f
	}
	// Position keeps the document of the last call, so the findings of a document are together.
	slices.SortStableFunc(all, func(a, b finding) int { return cmp.Compare(a.about().String(), b.about().String()) })
	for i := range all {
		f := &all[i]
		at := in.Place(f.about(), f.Path)
		f.File, f.Document, f.Line = at.File, at.Document, at.Line
	}
	return all
}

// compare orders findings by file, line, code and policy. Policies of several dialects may have the same kind and name.
func compare(a, b finding) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File), cmp.Compare(a.Document, b.Document), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Policy.String(), b.Policy.String()), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.about().String(), b.about().String()), cmp.Compare(a.Policy.APIVersion, b.Policy.APIVersion),
	)
}

// about returns the policy or the object in which the finding is.
func (f *finding) about() override.Ref {
	if f.Object != (override.Ref{}) {
		return f.Object
	}
	return f.Policy
}

// place returns the prefix of a line, for example "web.yaml:12: ".
func (f *finding) place() string {
	return files.Place{File: f.File, Document: f.Document, Line: f.Line}.Prefix()
}

// text returns the policy or the object, the field and the message.
func (f *finding) text() string {
	if f.Code == unreadable {
		return f.Message
	}
	return fmt.Sprintf("%s: %s: %s", f.about(), f.Path, f.Message)
}

// unreadable is the code of what cannot be read. Package lint finds nothing in it.
const unreadable lint.Code = "unreadable"

// unreadableOf returns faults as findings, which have no policy.
func unreadableOf(faults []cli.Fault) []finding {
	var all []finding
	for _, f := range faults {
		at := finding{File: f.File, Finding: lint.Finding{Code: unreadable, Severity: lint.Error, Message: f.Error}}
		at.Document, at.Line = f.Document, f.Line
		all = append(all, at)
	}
	return all
}

// summary counts the findings, and the errors about what cannot be read.
func summary(all []finding, c *common) string {
	in := fmt.Sprintf(" in %s", counted(c.Policies, "policy", "policies"))
	if len(c.Faults) > 0 {
		in += fmt.Sprintf("; not everything was read: %s", counted(len(c.Faults), "error", "errors"))
	}
	all = slices.DeleteFunc(slices.Clone(all), func(f finding) bool { return f.Code == unreadable })
	if len(all) == 0 && c.Policies == 0 {
		return "no policy was checked" + strings.TrimPrefix(in, " in 0 policies")
	}
	if len(all) == 0 {
		return "no findings" + in
	}
	var parts []string
	for _, severity := range severities {
		n := 0
		for _, f := range all {
			if f.Severity == severity {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, counted(n, severity.String(), severity.String()+"s"))
		}
	}
	return strings.Join(parts, ", ") + in
}

// counted returns, for example, 1 policy or 2 policies.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
