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
	require.True(t, strings.HasSuffix(err.Error(), fmt.Sprintf(", and %d more]", many-20)), err)
}

// TestNewPolicyNestedSteps has steps that are the overriders of other steps.
func TestNewPolicyNestedSteps(t *testing.T) {
	t.Parallel()
	const tooDeep = "p: s: Invalid value: the overrider is a step in more than 100 others, or in itself"
	nested := func(depth int, o override.Overrider) override.Step {
		for i := range depth {
			if i%2 == 0 {
				o = &override.Step{Overrider: o}
			} else {
				o = override.Step{Overrider: o}
			}
		}
		return override.Step{At: "s", Overrider: o}
	}
	itself, one, other := &override.Step{}, &override.Step{}, &override.Step{}
	itself.Overrider, one.Overrider, other.Overrider = itself, other, one
	for _, c := range []struct {
		name string
		step override.Step
		want string
	}{
		{"an overrider", nested(0, override.Ignore("x")), ""},
		{"99 steps", nested(99, override.Ignore("x")), ""},
		{"100 steps", nested(100, override.Ignore("x")), tooDeep},
		{"100,000 steps", nested(100_000, override.Ignore("x")), tooDeep},
		{"no overrider in 10 steps", nested(10, nil), "p: s: Invalid value: a step must have an overrider"},
		{"a step in itself", nested(0, itself), tooDeep},
		{"two steps in each other", nested(1, one), tooDeep},
	} {
		_, err := override.NewPolicy(override.PolicySpec{Ref: override.Ref{Name: "p"}, Rules: []override.Rule{{Stages: override.Steps(c.step)}}})
		if c.want == "" {
			require.NoError(t, err, c.name)
			continue
		}
		require.EqualError(t, err, c.want, c.name)
	}
}
