// Package suite finds and checks test cases of override policies: files with the input, and golden files with the outcome for every cluster. It has no
// dependency on package testing, so that commands can use it. Package policytest is for Go tests, and describes the files.
//
//	s, err := suite.Load("tests", "policies", "clusters")
//	for _, c := range s.Cases {
//		report := c.Check(suite.Options{Hint: "-update"})
//		…
//	}
package suite
