package policytest

import (
	"testing"

	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// Check checks assertions about the files, folders and patterns of [filepath.Glob], for tests that need no cases:
//
//	policytest.Check(t, []string{"policies", "clusters", "workloads"},
//		suite.Unchanged{Clusters: []string{"dev-*"}},
//		suite.Value{Objects: []string{"Deployment/shop/web"}, Clusters: []string{"prod-eu"}, Path: "/spec/replicas", Is: 3},
//	)
//
// Each failure of [suite.Assert] is reported with t.Error, so the test continues.
func Check(t testing.TB, paths []string, assertions ...suite.Assertion) {
	t.Helper()
	for _, failure := range suite.Assert(paths, assertions...) {
		t.Error(failure)
	}
}
