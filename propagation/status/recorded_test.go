package status_test

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/status"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// recorded is a case with the result of Karmada: one of Want, Error and Panic.
type recorded struct {
	Name, Op string
	Object   api.Manifest
	Work     json.RawMessage
	Binding  json.RawMessage
	Works    []json.RawMessage

	Want         json.RawMessage
	Error, Panic string
}

// divergences has the cases that differ from Karmada on purpose, with a part of the error.
var divergences = map[string]string{
	"status-public-0018-ReflectWork-StatefulSet-hostile": "/status/replicas is the number 4294967297, expected an integer of 32 bits", // Karmada wraps it around
}

// TestRecorded replays recordings of Karmada f8fdd02df. Results are compared as text, so the order of the keys in a status counts; where
// Karmada failed or panicked, there is an error. Inputs must not change.
func TestRecorded(t *testing.T) {
	t.Parallel()
	cases := casetest.Recorded[recorded](t, "status")
	require.Len(t, cases, 85, "every recording is read")
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			got, err := c.answer(t)
			if part := divergences[c.Name]; part != "" {
				require.ErrorContains(t, err, part)
				return
			}
			if c.Want == nil {
				require.Error(t, err, "upstream: %s%s", c.Error, c.Panic)
				return
			}
			require.NoError(t, err)
			require.Equal(t, compact(t, c.Want), casetest.Frozen(t, got))
		})
	}
}

// compact returns a JSON text as encoding/json writes it.
func compact(t *testing.T, text []byte) string {
	t.Helper()
	var short, escaped bytes.Buffer
	require.NoError(t, json.Compact(&short, text))
	json.HTMLEscape(&escaped, short.Bytes())
	return escaped.String()
}

// reflected and aggregated are the results as the recordings have them.
type (
	reflected struct {
		Action           string               `json:"action"`
		ManifestStatuses []api.ManifestStatus `json:"manifestStatuses,omitempty"`
	}
	aggregated struct {
		AggregatedStatus []api.AggregatedStatusItem `json:"aggregatedStatus"`
		Conditions       []map[string]any           `json:"conditions"`
		Written          bool                       `json:"written"`
	}
)

func (c recorded) answer(t *testing.T) (any, error) {
	t.Helper()
	if c.Op == "ReflectWork" {
		w, err := decode[api.Work](c.Work)
		if err != nil {
			return nil, err
		}
		in := status.ReflectInput{Object: &unstructured.Unstructured{Object: c.Object}, Work: w, Interpreter: hooks}
		before := casetest.Frozen(t, []any{in.Object, in.Work})
		r, err := status.Reflect(context.Background(), in)
		require.Equal(t, before, casetest.Frozen(t, []any{in.Object, in.Work}))
		require.Equal(t, err == nil, r.Reason != "", "each result has a reason")
		action := strings.ToLower(string(r.Action))
		if r.NeedsUpdate { // Karmada also writes statuses that differ only in the order of their keys
			action = "update"
		}
		return reflected{action, r.Statuses}, err
	}
	require.Equal(t, "AggregateBinding", c.Op)
	works := make([]*api.Work, len(c.Works))
	for i := range c.Works {
		var err error
		if works[i], err = decode[api.Work](c.Works[i]); err != nil {
			return nil, err
		}
	}
	binding := bindingOf(t, c.Binding)
	before := casetest.Frozen(t, []any{binding, works})
	s, err := status.AggregateBinding(binding, works, now)
	require.Equal(t, before, casetest.Frozen(t, []any{binding, works}))
	return aggregated{s.Items, withoutTimes(s.Conditions), s.Changed}, err
}

// withoutTimes returns conditions as the recordings have them.
func withoutTimes(conditions []metav1.Condition) []map[string]any {
	all := make([]map[string]any, len(conditions))
	for i, c := range conditions {
		all[i] = map[string]any{"type": c.Type, "status": c.Status, "reason": c.Reason, "message": c.Message}
	}
	return all
}

func decode[T any](text []byte) (*T, error) {
	v := new(T)
	return v, json.Unmarshal(text, v)
}

func bindingOf(t *testing.T, text []byte) api.Binding {
	t.Helper()
	var binding api.Binding = &api.ResourceBinding{}
	if bytes.Contains(text, []byte(`"kind":"ClusterResourceBinding"`)) {
		binding = &api.ClusterResourceBinding{}
	}
	require.NoError(t, json.Unmarshal(text, binding))
	return binding
}
