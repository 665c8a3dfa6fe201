package propagation_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/interpreter/thirdparty"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/estate"
)

// removesRegistry is the override policy of orphan-cluster-leaves, which the recording lacks: its overriders are in the annotations of the Works, and the
// clusters whose Works are overridden are those with the label.
const removesRegistry = `{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "ClusterOverridePolicy", "metadata": {"name": "cop89"}, "spec": {"overrideRules": [{
	"targetCluster": {"labelSelector": {"matchExpressions": [{"key": "tier", "operator": "Exists"}]}},
	"overriders": {
		"plaintext": [{"path": "/metadata/labels/pt", "operator": "add", "value": "2"}],
		"imageOverrider": [{"component": "Registry", "operator": "remove"}]}}]}}`

// TestControlPlaneCases plans small parts of a control plane after random events (testdata/controlplane/cases).
func TestControlPlaneCases(t *testing.T) {
	t.Parallel()
	clock := func() time.Time { return time.Unix(0, 0) }
	registry := interpreter.NewRegistry(append(thirdparty.Interpreters(clock), native.Interpreters(clock)...)...)
	untouched := func(override.Ref) bool { return false }
	for _, c := range []struct {
		name, reason string
		objects      int
		touched      func(override.Ref) bool
		overrides    []json.RawMessage
		warning      string
	}{
		{name: "deps-unscheduled", reason: "the creation of a binding that could not be scheduled wakes nobody", objects: 1},
		{name: "deps-no-clusters-stored", reason: "the generation of a binding without replicas is still 1", objects: 1},
		{
			name: "orphan-cluster-leaves", reason: "the scheduler does not look at claims when a cluster leaves", objects: 4,
			overrides: []json.RawMessage{json.RawMessage(removesRegistry)},
		},
		{name: "quantity-created", reason: "admission decodes what is created", objects: 3},
		{
			name: "region-change-not-rerendered", reason: "the region of a cluster renders nothing again", objects: 9, touched: untouched,
			warning: "it stays as it is in c3, although it would be rendered in another way now",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var r recording
			readZipped(t, "testdata/controlplane/cases/"+c.name+".json.gz", &r)
			r.In["overrides"] = append(r.In["overrides"], c.overrides...)
			in := r.input(t)
			in.Registry, in.Options.Touched = registry, c.touched
			require.Len(t, slices.Concat(r.Want["bindings"], r.Want["works"]), c.objects)
			plan := r.compare(t, in, nil)
			if c.warning != "" {
				require.True(t, slices.ContainsFunc(plan.Rows, func(row *propagation.Row) bool {
					return slices.ContainsFunc(row.Warnings, func(w string) bool { return len(w) >= len(c.warning) && w[:len(c.warning)] == c.warning })
				}), c.reason)
			}
			again := r.compare(t, estate.Stored(in, plan, true), nil)
			require.Empty(t, again.Deleted, "the result is stable")
		})
	}
}
