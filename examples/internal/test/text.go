package test

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// textWriter prints results for people.
type textWriter struct {
	out     io.Writer
	color   bool
	verbose bool // also cases that pass
}

// result prints a case that fails, and what was written.
func (w *textWriter) result(r result) {
	title := r.Case.Name + ": " + r.Case.Reason
	if r.why != "" {
		title = r.Case.Name + " (" + r.why + "): " + r.Case.Reason
	}
	w.report(title, r.Report)
}

// untested prints the report about what no case tests.
func (w *textWriter) untested(r *suite.Report) {
	if r.Failed() || len(r.Written) > 0 {
		w.report("policies that no case tests", r)
	}
}

func (w *textWriter) report(title string, r *suite.Report) {
	switch title = clean(title); {
	case r.Failed():
		fmt.Fprintln(w.out, w.paint(cli.Red, "FAIL")+" "+title)
		for _, f := range r.Failures {
			w.failure(f.String())
		}
	case w.verbose:
		fmt.Fprintln(w.out, w.paint(cli.Green, "ok")+"   "+title)
	}
	for _, written := range r.Written {
		fmt.Fprintln(w.out, clean(written.String()))
	}
}

// failure prints the lines of a failure indented. The lines of a difference, which begin after a line with "--- ", have colors.
func (w *textWriter) failure(message string) {
	inDiff := false
	for line := range strings.SplitSeq(strings.TrimSuffix(message, "\n"), "\n") {
		line = clean(line)
		switch {
		case !inDiff || strings.HasPrefix(line, "+++ "):
			inDiff = inDiff || strings.HasPrefix(line, "--- ")
		case strings.HasPrefix(line, "@@"):
			line = w.paint(cli.Cyan, line)
		case strings.HasPrefix(line, "-"):
			line = w.paint(cli.Red, line)
		case strings.HasPrefix(line, "+"):
			line = w.paint(cli.Green, line)
		}
		if line != "" {
			line = "    " + line
		}
		fmt.Fprintln(w.out, line)
	}
}

// summary prints the number of cases.
func (w *textWriter) summary(o *outcome) error {
	_, err := fmt.Fprintln(w.out, o.summary())
	return err
}

func (w *textWriter) paint(color func(string) string, s string) string {
	if !w.color {
		return s
	}
	return color(s)
}

// summary returns, for example, "3 cases: 2 passed, 1 failed".
func (o *outcome) summary() string {
	failed := o.failed()
	text := fmt.Sprintf("%s: %d passed, %d failed", counted(len(o.results), "case"), len(o.results)-failed, failed)
	if o.untested.Failed() {
		text += "; untested.yaml differs"
	}
	if n := len(o.errors); n > 0 {
		text += "; " + counted(n, "error")
	}
	if o.took > 0 {
		text += fmt.Sprintf(" in %v", o.took.Round(time.Millisecond))
	}
	return text
}

// counted returns, for example, "1 case" or "2 cases".
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// clean replaces control characters in a line, except tabs.
func clean(line string) string {
	parts := strings.Split(line, "\t")
	for i := range parts {
		parts[i] = input.OneLine(parts[i])
	}
	return strings.Join(parts, "\t")
}
