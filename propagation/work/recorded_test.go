package work_test

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// recorded is a case with the result of Karmada: one of Want, Error and Panic. Partial is what it had stored when it failed.
type recorded struct {
	Name, Op                string
	Binding                 json.RawMessage
	Object                  manifest
	Clusters                []*api.Cluster
	ClusterOverridePolicies []api.ClusterOverridePolicy
	OverridePolicies        []api.OverridePolicy
	Works                   []*api.Work
	Gates                   api.FeatureGates

	Want, Partial json.RawMessage
	Error, Panic  string
}

// manifest decodes integers as integers.
type manifest = api.Manifest

var hooks = interpreter.NewRegistry(native.Interpreters(func() time.Time { return time.Time{} })...)

// divergences has the cases that differ from Karmada on purpose, with a part of the error.
var divergences = map[string]string{
	"fixed-job-completions-int32-wraps": "/spec/completions is 3000000000, expected an integer of 32 bits", // Karmada truncates it, and every cluster gets 0

	// policy/karmada's D5: in Karmada the image becomes invalid.
	"render-p0059": "the reference is broken",
	"render-p0078": "the reference is broken",
	"render-p0095": "the reference is broken",
	"render-p0117": "the reference is broken",
}

// TestRecorded replays recordings of Karmada f8fdd02df, and checks that inputs are not written.
//
//  1. Where Karmada succeeded, the result is equal; empty and absent are equal.
//  2. Where it failed or panicked, there is an error, and the Works that it had stored are returned with it.
//  3. A divergence is an error; the Works that are returned with it are Karmada's.
func TestRecorded(t *testing.T) {
	t.Parallel()
	for file, count := range map[string]int{"render": 153, "orphans": 29, "prune": 49} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			cases := casetest.Recorded[recorded](t, file)
			require.Len(t, cases, count, "every recording is read")
			for _, c := range cases {
				t.Run(c.Name, func(t *testing.T) {
					t.Parallel()
					c.judge(t)
				})
			}
		})
	}
}

func (c recorded) judge(t *testing.T) {
	before := casetest.Frozen(t, c)
	got, err := c.answer(t)
	require.Equal(t, before, casetest.Frozen(t, c), "the input has not changed")
	if part := divergences[c.Name]; part != "" {
		require.ErrorContains(t, err, part)
		require.Empty(t, c.Error, "Karmada gave a result")
		require.Subset(t, worksIn(t, c.Want), worksIn(t, got), "the Works of other clusters are equal")
		return
	}
	switch {
	case c.Panic != "":
		require.Error(t, err)
		return
	case c.Error != "":
		require.Error(t, err)
		c.Want = c.Partial
		if c.Op != "Render" {
			return
		}
	default:
		require.NoError(t, err)
	}
	require.Equal(t, casetest.Lean(t, c.Want), casetest.Lean(t, got))
}

// answer returns what the recordings have as want, even with an error.
func (c recorded) answer(t *testing.T) (any, error) {
	switch c.Op {
	case "Render":
		overrides, clusters := c.overrides(t), map[string]*api.Cluster{}
		for _, cluster := range c.Clusters {
			clusters[cluster.Name] = cluster
		}
		binding, template := bindingOf(t, c.Binding), &unstructured.Unstructured{Object: c.Object}
		before := casetest.Frozen(t, []any{binding, template})
		in := work.Input{
			Binding: binding, Template: template, Clusters: clusters, Overrides: overrides, Interpreter: hooks, Stored: c.Works,
			FeatureGates: c.Gates,
		}
		works, err := work.Render(context.Background(), in)
		requireBytes(t, in)
		require.Equal(t, before, casetest.Frozen(t, []any{binding, template}))
		return map[string]any{"works": casetest.StoredAfter(c.Works, works)}, err
	case "Orphans":
		cleanup, err := work.Orphans(bindingOf(t, c.Binding), c.Works)
		deleted := []string{}
		for _, o := range cleanup.Delete {
			require.NotEmpty(t, o.Reason)
			deleted = append(deleted, o.Work.Namespace+"/"+o.Work.Name)
		}
		want := map[string]any{"deleted": deleted, "wait": cleanup.Wait != ""}
		if cleanup.Deleting {
			want["finalizers"] = cleanup.Finalizers
		}
		return want, err
	}
	pruned, err := work.Prune(&unstructured.Unstructured{Object: c.Object})
	if err != nil {
		return nil, err
	}
	return map[string]any{"object": pruned.Object}, nil
}

func (c recorded) overrides(t *testing.T) work.Overrides {
	overrides, err := work.NewOverrides(casetest.Overrides(c.ClusterOverridePolicies, c.OverridePolicies)...)
	require.NoError(t, err)
	return overrides
}

func bindingOf(t *testing.T, text []byte) api.Binding {
	var binding api.Binding = &api.ResourceBinding{}
	if bytes.Contains(text, []byte(`"kind":"ClusterResourceBinding"`)) {
		binding = &api.ClusterResourceBinding{}
	}
	require.NoError(t, json.Unmarshal(text, binding))
	return binding
}
