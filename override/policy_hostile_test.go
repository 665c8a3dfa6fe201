package override_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	utilerrors "k8s.io/apimachinery/pkg/util/errors"

	"github.com/overridekit/overridekit/override"
)

// TestNewPolicyManyFaults checks that the error has a fault for each step, but that its text is bounded.
func TestNewPolicyManyFaults(t *testing.T) {
	t.Parallel()
	const many = 3000
	_, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Kind: "Policy", Name: "p"}, Rules: []override.Rule{{Stages: override.Steps(make([]override.Step, many)...)}}})
	var faults utilerrors.Aggregate
	require.ErrorAs(t, err, &faults)
	require.Len(t, faults.Errors(), many)
	require.Less(t, len(err.Error()), 20*1100)
	require.True(t, strings.HasPrefix(err.Error(), "Policy p: [rules[0].steps[0]: Required value: a step must have an overrider, "), err)
	require.True(t, strings.HasSuffix(err.Error(), fmt.Sprintf(", …and %d more]", many-20)), err)
}
