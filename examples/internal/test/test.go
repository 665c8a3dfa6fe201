// Package test implements the subcommand test, which checks policy test cases.
package test

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// outcome is the result of all cases that ran.
type outcome struct {
	folder   string
	results  []result        // sorted by name
	untested *suite.Report   // what no case tests
	errors   []suite.Failure // what is malformed
	took     time.Duration   // 0 without a clock
}

// run checks the cases once.
func run(out io.Writer, env *cli.Env, opts options, notes *input.Notes) error {
	var begin time.Time
	if env.Now != nil {
		begin = env.Now()
	}
	s, err := suite.Load(opts.folder, opts.paths...)
	all := outcome{folder: opts.folder, errors: failuresOf(err)}
	cases, err := opts.selected(s)
	if err != nil {
		tellErrors(all.errors, notes)
		return err
	}
	text := &textWriter{out: out, color: env.Color, verbose: opts.verbose}
	progress := cli.NewProgress(env, "cases")
	checkAll(cases, opts.checker(env.Now), func(r result) {
		all.results = append(all.results, r)
		progress.Show(len(all.results), len(cases))
		if opts.format == "text" {
			text.result(r)
		}
	})
	progress.Clear()
	all.untested = s.Untested(all.reports(), opts.suite())
	if env.Now != nil {
		all.took = env.Now().Sub(begin)
	}
	tellErrors(all.errors, notes)
	notes.Status = max(notes.Status, all.status())
	switch opts.format {
	case "junit":
		for _, report := range append(all.reports(), all.untested) {
			for _, w := range report.Written {
				notes.Note("%s", w)
			}
		}
		return writeJUnit(out, &all, env.Now != nil)
	case "json":
		return writeJSON(out, &all)
	}
	text.untested(all.untested)
	return text.summary(&all)
}

// selected returns the cases that --run selects.
func (o *options) selected(s *suite.Suite) ([]*suite.Case, error) {
	if o.run == nil {
		return s.Cases, nil
	}
	var cases []*suite.Case
	for _, c := range s.Cases {
		if o.run.MatchString(c.Name) {
			cases = append(cases, c)
		}
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("--run %q matches the name of no case, found %d", o.run, len(s.Cases))
	}
	return cases, nil
}

// failuresOf returns the parts of an error of [suite.Load].
func failuresOf(err error) []suite.Failure {
	if err == nil {
		return nil
	}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		var all []suite.Failure
		for _, part := range joined.Unwrap() {
			all = append(all, failuresOf(part)...)
		}
		return all
	}
	var f suite.Failure
	if !errors.As(err, &f) {
		f.Message = err.Error()
	}
	return []suite.Failure{f}
}

// tellErrors prints what is malformed.
func tellErrors(all []suite.Failure, notes *input.Notes) {
	for _, f := range all {
		notes.Fail(f)
	}
}

// reports returns the reports of the cases.
func (o *outcome) reports() []*suite.Report {
	reports := make([]*suite.Report, len(o.results))
	for i, r := range o.results {
		reports[i] = r.Report
	}
	return reports
}

// failed counts the cases that failed.
func (o *outcome) failed() int {
	n := 0
	for _, r := range o.results {
		if r.Failed() {
			n++
		}
	}
	return n
}

// status returns the exit status.
func (o *outcome) status() int {
	switch {
	case len(o.errors) > 0:
		return input.Trouble
	case o.failed() > 0 || o.untested.Failed():
		return input.Findings
	}
	return 0
}
