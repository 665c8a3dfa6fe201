package suite_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// TestNilArguments calls methods on nil, and with cases that no suite has.
func TestNilArguments(t *testing.T) {
	t.Parallel()
	for _, c := range []*suite.Case{{}, {Name: "a", File: "b"}} {
		report := c.Check(suite.Options{})
		require.Equal(t, []suite.Failure{{Message: "found a case that Load has not returned, expected one of a suite"}}, report.Failures)
		require.Empty(t, c.Files())
		of := &suite.Suite{Cases: []*suite.Case{c}}
		require.Empty(t, of.Untested([]*suite.Report{nil, {}, report}, suite.Options{}).Failures)
	}
}
