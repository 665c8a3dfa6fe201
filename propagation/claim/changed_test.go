package claim_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/propagation/claim"
)

func TestChanged(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, before, after string
		want                        claim.ChangeKind
		why                         string
	}{
		{"nothing", "they are equal", `spec: {a: 1}`, `spec: {a: 1}`, claim.ChangeNone, "no field that counts changed"},
		{"the status", "it does not count", `status: {a: 1}`, `status: {a: 2}`, claim.ChangeNone, ""},
		{"fields of the API server", "they do not count", `metadata: {resourceVersion: "1", managedFields: [{}]}`, `metadata: {resourceVersion: "2"}`, claim.ChangeNone, ""},
		{"the spec", "users do that", `spec: {a: 1}`, `spec: {a: 2}`, claim.ChangeByUser, "changed: spec"},
		{"the kind of a number", "it is another value", `spec: {a: 1}`, `spec: {a: 1.5}`, claim.ChangeByUser, ""},
		{"an absent field and null", "they differ", `metadata: {}`, `{metadata: {}, data: null}`, claim.ChangeByUser, "changed: data"},
		{"a finalizer", "a user may have set it", `metadata: {}`, `metadata: {finalizers: [f]}`, claim.ChangeByUser, "changed: metadata.finalizers"},
		{"the generation", "edits by Karmada may increase it", `metadata: {generation: 1}`, `metadata: {generation: 2}`, claim.ChangeByKarmada, "only fields that Karmada writes changed: metadata.generation"},
		{"a claim", "it is Karmada's", `metadata: {labels: {a: b}}`, `metadata: {labels: {a: b, propagationpolicy.karmada.io/permanent-id: x}, annotations: {propagationpolicy.karmada.io/name: p}}`, claim.ChangeByKarmada, "only fields that Karmada writes changed: metadata.annotations, metadata.labels"},
		{"karmada.io with something before it", "its place in the key does not matter", `metadata: {}`, `metadata: {annotations: {a.karmada.io.example.com/b: c}}`, claim.ChangeByKarmada, ""},
		{"karmada.io without a dot before it", "a user has set it", `metadata: {}`, `metadata: {labels: {karmada.io/managed: "true"}}`, claim.ChangeByUser, ""},
		{"the label that skips a namespace", "users set it", `metadata: {}`, `metadata: {labels: {namespace.karmada.io/skip-auto-propagation: "true"}}`, claim.ChangeByUser, ""},
		{"an annotation of the same key", "users only set the label", `metadata: {}`, `metadata: {annotations: {namespace.karmada.io/skip-auto-propagation: "true"}}`, claim.ChangeByKarmada, ""},
		{"empty labels", "they equal absent ones, but are a change", `metadata: {}`, `metadata: {labels: {}}`, claim.ChangeByKarmada, ""},
		{"a label and a claim", "a user has set the label", `metadata: {}`, `metadata: {labels: {a: b}, annotations: {propagationpolicy.karmada.io/name: p}}`, claim.ChangeByUser, "changed: metadata.labels"},
		{"no metadata", "whole fields are compared", `metadata: 5`, `metadata: {}`, claim.ChangeByUser, "changed: metadata"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before, after := claimObject(t, c.before), claimObject(t, c.after)
			got := claim.Changed(before, after)
			require.Equal(t, c.want, got.Kind, c.reason)
			require.NotEmpty(t, got.Reason)
			if c.why != "" {
				require.Equal(t, c.why, got.Reason)
			}
			require.Equal(t, claimObject(t, c.before), before)
			require.Equal(t, claimObject(t, c.after), after)
		})
	}
	require.Equal(t, claim.Change{Kind: claim.ChangeNone, Reason: "no field that counts changed"}, claim.Changed(nil, nil))
	require.Equal(t, claim.ChangeByUser, claim.Changed(nil, claimObject(t, `kind: Pod`)).Kind)
}

// TestChangedCycles compares maps that contain themselves over numbers of levels whose product is millions.
func TestChangedCycles(t *testing.T) {
	t.Parallel()
	ring := func(levels int) *unstructured.Unstructured {
		first := map[string]any{}
		at := first
		for range levels - 1 {
			next := map[string]any{}
			at["a"], at = next, next
		}
		at["a"] = first
		return &unstructured.Unstructured{Object: map[string]any{"spec": first}}
	}
	require.Equal(t, claim.Change{Kind: claim.ChangeByUser, Reason: "changed: spec"}, claim.Changed(ring(3001), ring(3000)))
	require.Equal(t, claim.ChangeByUser, claim.Changed(ring(1), ring(1)).Kind)
}
