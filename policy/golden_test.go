package policy_test

import (
	"testing"

	"github.com/overridekit/overridekit/policy/policytest"
)

// TestGolden runs the cases of all dialects.
func TestGolden(t *testing.T) { policytest.Run(t, "../testdata/policies") }
