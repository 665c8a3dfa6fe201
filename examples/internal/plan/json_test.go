package plan

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// planInput returns n ConfigMaps for two clusters. The first has characters that JSON may escape; each third one has an override that fails.
func planInput(t testing.TB, n int) propagation.PlanInput {
	t.Helper()
	var text strings.Builder
	text.WriteString(`{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m2}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterPropagationPolicy, metadata: {name: all}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}], placement: {}}}
---
{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterOverridePolicy, metadata: {name: fails}, spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {third: "0"}}}],
 overrideRules: [{targetCluster: {clusterNames: [m2]}, overriders: {plaintext: [{path: /absent/deep, operator: replace, value: 1}]}}]}}
`)
	for i := range n {
		value := "plain"
		if i == 0 {
			value = `<b>\u0026 & \\u003c \u202e\u2028\u0001\x7f`
		}
		fmt.Fprintf(&text, "---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: c%d, namespace: shop, labels: {third: \"%d\"}}, data: {a: \"%s\"}}\n", i, i%3, value)
	}
	bundle, err := policy.Decode(strings.NewReader(text.String()))
	require.NoError(t, err)
	in := propagation.InputOf(bundle)
	in.Registry = interpreter.NewRegistry(native.Interpreters(time.Now)...)
	in.Options.AssumeAPIs, in.Options.Reasons = true, true
	return in
}

// storedWorks returns the Works of a plan as they may be stored.
func storedWorks(t testing.TB, in propagation.PlanInput) []*api.Work {
	t.Helper()
	in.Options.StreamWorks = false
	plan, err := propagation.NewPlan(context.Background(), in)
	require.NoError(t, err)
	return plan.Works
}

// TestWriteJSON checks that a plan is printed as the encoder prints all of it, with its Works.
func TestWriteJSON(t *testing.T) {
	t.Parallel()
	stored := planInput(t, 2)
	stored.Works = storedWorks(t, stored)
	for i, raw := range []string{`{"a": "\u003c<\u2028"}`, `{"b":  "<"}`, `{}`} {
		stored.Works[i%len(stored.Works)].Status.ManifestStatuses = []api.ManifestStatus{{Status: &api.JSON{Raw: []byte(raw)}}}
	}
	left := stored
	left.Templates = left.Templates[1:]
	noWorks := planInput(t, 3)
	noWorks.Options.WithoutManifests = true
	for _, tc := range []struct {
		reason string
		in     propagation.PlanInput
	}{
		{"nothing", propagation.PlanInput{}},
		{"no template", planInput(t, 0)},
		{"one template", planInput(t, 1)},
		{"more Works than are made ahead, and errors between them", planInput(t, 700)},
		{"stored Works, with raw JSON that has escapes and line separators", stored},
		{"stored Works that are left", left},
		{"no Works", noWorks},
	} {
		for _, f := range []filter{{}, {clusters: []string{"m2"}}, {clusters: []string{"absent"}}, {objects: []cli.Object{{Kind: "ConfigMap", Name: "c1"}}}} {
			tc.in.Options.StreamWorks = false
			plan, err := propagation.NewPlan(context.Background(), tc.in)
			require.NoError(t, err, tc.reason)
			var want, got bytes.Buffer
			require.NoError(t, cli.WriteJSON(&want, f.plan(plan)), tc.reason)

			tc.in.Options.StreamWorks = true
			stream, err := propagation.NewPlan(context.Background(), tc.in)
			require.NoError(t, err, tc.reason)
			require.NoError(t, writeJSON(&got, stream, f), tc.reason)
			require.Equal(t, want.String(), got.String(), tc.reason)
		}
	}
}

// TestWorkFails has a Work in the middle that cannot be encoded. JSON and YAML have the same error after the Works before it.
func TestWorkFails(t *testing.T) {
	t.Parallel()
	in := planInput(t, 200)
	in.Works = storedWorks(t, in)
	in.Works[150].ManagedFields = []metav1.ManagedFieldsEntry{{FieldsV1: &metav1.FieldsV1{Raw: []byte("{")}}}
	in.Options.StreamWorks = true
	plan, err := propagation.NewPlan(context.Background(), in)
	require.NoError(t, err)
	failed := "Work " + in.Works[150].Namespace + "/" + in.Works[150].Name + ": "
	var text bytes.Buffer
	fromJSON := writeJSON(&text, plan, filter{})
	require.ErrorContains(t, fromJSON, failed)
	require.Contains(t, text.String(), in.Works[149].Name)
	require.NotContains(t, text.String(), `"left": {`)
	require.EqualError(t, writeWorks(io.Discard, plan, filter{}), fromJSON.Error())
}

type failingWriter struct{ calls int }

var errFull = errors.New("no space left")

func (w *failingWriter) Write(text []byte) (int, error) {
	if w.calls--; w.calls < 0 {
		return 0, errFull
	}
	return len(text), nil
}

// TestWriteJSONFails fails each call of Write in turn.
func TestWriteJSONFails(t *testing.T) {
	t.Parallel()
	in := planInput(t, 2)
	in.Options.StreamWorks = true
	plan, err := propagation.NewPlan(context.Background(), in)
	require.NoError(t, err)
	calls := 0
	for ; ; calls++ {
		if err := writeJSON(&failingWriter{calls}, plan, filter{}); err == nil {
			break
		}
		require.ErrorIs(t, writeJSON(&failingWriter{calls}, plan, filter{}), errFull)
	}
	require.Greater(t, calls, 10)
}
