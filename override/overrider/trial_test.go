package overrider_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
)

// trial is a case of an overrider: the steps, the object, and the outcome.
type trial struct {
	name, reason string
	object       string // kind: Test is added if it has no kind
	steps        []override.Overrider
	want         string        // the object; empty: no change
	skips        []string      // all reasons
	warnings     []string      // as strings
	code         override.Code // of the error
	err          string        // the message of the step's error; empty: no error
}

func (c trial) run(t *testing.T) {
	t.Parallel()
	obj := overridetest.Object(c.object)
	if obj.Object["kind"] == nil {
		obj.Object["apiVersion"], obj.Object["kind"] = "v1", "Test"
	}
	result, err := overridetest.Apply(t, obj, overridetest.Member1, overridetest.Policy{Name: "p", Steps: c.steps})
	if c.err != "" {
		var e *override.Error
		require.ErrorAs(t, err, &e, c.reason)
		require.Equal(t, c.err, e.Err.Error(), c.reason)
		require.Equal(t, c.code, e.Code, c.reason)
		return
	}
	require.NoError(t, err, c.reason)
	got, err := result.Object()
	require.NoError(t, err)
	want := obj
	if c.want != "" {
		want = overridetest.Object(c.want)
		if want.Object["kind"] == nil {
			want.Object["apiVersion"], want.Object["kind"] = obj.Object["apiVersion"], obj.Object["kind"]
		}
	} else {
		require.Empty(t, result.Changes(), c.reason)
	}
	require.Equal(t, overridetest.AsYAML(t, want.Object), overridetest.AsYAML(t, got.Object), c.reason)
	require.Equal(t, want.Object, got.Object, "%s: the same YAML, but of other types", c.reason)
	var skips, warnings []string
	for _, s := range result.Skips() {
		skips = append(skips, s.Reason)
	}
	for _, w := range result.Warnings() {
		warnings = append(warnings, w.Text)
	}
	require.Equal(t, c.skips, skips, c.reason)
	require.Equal(t, c.warnings, warnings, c.reason)
}
