package test

import (
	"io"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// The fields of the JSON output; the help of the command describes them.
type (
	outcomeJSON struct {
		Cases    []caseJSON    `json:"cases"`
		Untested reportJSON    `json:"untested"`
		Errors   []failureJSON `json:"errors"`
		Counts   countsJSON    `json:"counts"`
	}
	caseJSON struct {
		Name   string `json:"name"`
		Reason string `json:"reason"`
		File   string `json:"file"`
		Status string `json:"status"`
		reportJSON
	}
	reportJSON struct {
		Failures []failureJSON `json:"failures"`
		Written  []writtenJSON `json:"written"`
	}
	failureJSON struct {
		File    string `json:"file,omitempty"`
		Line    int    `json:"line,omitempty"`
		Message string `json:"message"`
	}
	writtenJSON struct {
		File    string `json:"file"`
		Removed bool   `json:"removed"`
		Changes string `json:"changes,omitempty"`
	}
	countsJSON struct {
		Cases  int `json:"cases"`
		Passed int `json:"passed"`
		Failed int `json:"failed"`
		Errors int `json:"errors"`
	}
)

// writeJSON prints one document.
func writeJSON(out io.Writer, o *outcome) error {
	failed := o.failed()
	all := outcomeJSON{
		Cases: []caseJSON{}, Untested: reportOf(o.untested), Errors: failuresJSON(o.errors),
		Counts: countsJSON{len(o.results), len(o.results) - failed, failed, len(o.errors)},
	}
	for _, r := range o.results {
		status := "passed"
		if r.Failed() {
			status = "failed"
		}
		all.Cases = append(all.Cases, caseJSON{r.Case.Name, r.Case.Reason, r.Case.File, status, reportOf(r.Report)})
	}
	return cli.WriteJSON(out, all)
}

func reportOf(r *suite.Report) reportJSON {
	all := reportJSON{failuresJSON(r.Failures), []writtenJSON{}}
	for _, w := range r.Written {
		all.Written = append(all.Written, writtenJSON(w))
	}
	return all
}

func failuresJSON(failures []suite.Failure) []failureJSON {
	all := []failureJSON{}
	for _, f := range failures {
		all = append(all, failureJSON(f))
	}
	return all
}
