package policytest

import (
	"flag"
	"testing"

	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// Run runs every case in a folder and the folders below it, each as a subtest named by its path. The paths are files, folders and patterns of
// [path/filepath.Glob] that all cases read, relative to the folder of the test.
//
// A malformed case, and a file that no case reads, are errors. If all cases ran, Run compares what no case tests with untested.yaml, see
// [suite.Suite.Untested]. With the flag -update, it writes the golden files that differ, and logs which.
func Run(t *testing.T, cases string, paths ...string) {
	t.Helper()
	s, err := suite.Load(cases, paths...)
	if err != nil {
		t.Error(err)
	}
	options := suite.Options{Update: updating(flag.CommandLine), Hint: flagName(flag.CommandLine)}
	var reports []*suite.Report
	for _, c := range s.Cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Helper()
			report := c.Check(options)
			reports = append(reports, report)
			tell(t, report)
		})
	}
	tell(t, s.Untested(reports, options))
}

// tell reports the failures of a report, and the files that were written.
func tell(t *testing.T, r *suite.Report) {
	t.Helper()
	for _, w := range r.Written {
		t.Log(w)
	}
	if r.Failed() {
		t.Error(r)
	}
}
