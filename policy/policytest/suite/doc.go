// Package suite finds and checks test cases of override policies: files with the input, and golden files with the outcome for every cluster. It has no
// dependency on package testing, so that commands can use it. Package policytest is for Go tests, and describes the files.
//
//	s, err := suite.Load("tests", "policies", "clusters") // err: what is wrong with cases
//	options := suite.Options{Hint: "-update"}
//	var reports []*suite.Report
//	for _, c := range s.Cases {
//		reports = append(reports, c.Check(options))
//	}
//	reports = append(reports, s.Untested(reports, options))
//
// A [Case] is a folder with files, or a cell: one combination of a matrix. An outcome is what policies make of an object in a cluster. An [Assertion] is a
// statement about outcomes or the plan. Policies, rules and steps that have no effect in any case are untested.
package suite
