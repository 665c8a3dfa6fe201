package suite

import (
	"fmt"
	"strings"
)

// A Failure says why a case fails or cannot be loaded. It is an error.
type Failure struct {
	File    string // as the folder or path was given, or below it
	Line    int    // counted from 1; 0: not known
	Message string // without the place; it may have several lines
}

// String returns the place and the message, such as "policies/web/case.yaml:3: …".
func (f Failure) String() string {
	switch {
	case f.File == "":
		return f.Message
	case f.Line == 0:
		return f.File + ": " + f.Message
	}
	return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message)
}

// Error returns [Failure.String].
func (f Failure) Error() string { return f.String() }

// failuref returns a failure about a file, or about a line of it.
func failuref(file string, line int, format string, args ...any) Failure {
	return Failure{File: file, Line: line, Message: fmt.Sprintf(format, args...)}
}

// Written is a golden file that was written, or removed.
type Written struct {
	File    string
	Removed bool
	Changes string // what changed, in one line; empty for a file that is new or removed
}

// String returns, for example, "wrote web/want.yaml: Deployment shop/web in eu".
func (w Written) String() string {
	verb := "wrote "
	if w.Removed {
		verb = "removed "
	}
	if w.Changes == "" {
		return verb + w.File
	}
	return verb + w.File + ": " + w.Changes
}

// Report is the result of a case.
type Report struct {
	Case     *Case // nil for [Suite.Untested]
	Failures []Failure
	Written  []Written // with [Options.Update]

	effects  *effects // nil: there is no outcome
	policies []*policyList
}

// Failed reports whether the case fails.
func (r *Report) Failed() bool { return len(r.Failures) > 0 }

// String returns the reason for the case and its failures, or an empty string if it passes.
func (r *Report) String() string {
	if !r.Failed() {
		return ""
	}
	var texts []string
	if r.Case != nil && r.Case.Reason != "" {
		texts = append(texts, r.Case.Reason)
	}
	for _, f := range r.Failures {
		texts = append(texts, f.String())
	}
	return strings.Join(texts, "\n")
}

// fail adds a failure.
func (r *Report) fail(f Failure) { r.Failures = append(r.Failures, f) }
