// Package policyrepo tests the policies of this repository.
package policyrepo

import (
	"testing"

	"github.com/overridekit/overridekit/policy/policytest"
)

func TestPolicies(t *testing.T) {
	policytest.Run(t, "tests", "policies", "propagation", "clusters", "workloads", "crds")
}
