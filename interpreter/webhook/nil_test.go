package webhook_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter/webhook"
	"github.com/overridekit/overridekit/testdata/exported"
)

// TestNil calls everything exported with nil and zero values.
func TestNil(t *testing.T) {
	t.Parallel()
	served := func(t *testing.T, h http.Handler) {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"request":{"uid":"1"}}`))
		r.Header.Set("Content-Type", "application/json")
		h.ServeHTTP(w, r)
		require.Contains(t, w.Body.String(), `"successful":false`)
	}
	calls := map[string]func(t *testing.T){
		"Decode": func(t *testing.T) {
			_, err := webhook.Decode[map[string]any](nil)
			require.Error(t, err)
		},
		"Handler":        func(t *testing.T) { served(t, webhook.Handler(nil)) },
		"Func.ServeHTTP": func(t *testing.T) { served(t, webhook.Func(nil)) },
		"Interpreters": func(t *testing.T) {
			made, err := webhook.Interpreters(nil)
			require.NoError(t, err)
			require.Empty(t, made)
			_, err = webhook.Interpreters(nil, webhook.Configuration{Webhooks: []webhook.Webhook{{}}})
			require.Error(t, err)
		},
		"Match": func(t *testing.T) {
			_, _, found := webhook.Match(schema.GroupVersionKind{}, "", webhook.Configuration{Webhooks: []webhook.Webhook{{}}})
			require.False(t, found)
		},
		"Errored":      func(t *testing.T) { require.False(t, webhook.Errored(0, nil).Successful) },
		"PatchFromRaw": func(t *testing.T) { require.False(t, webhook.PatchFromRaw(nil, nil).Successful) },
		"Succeeded":    func(t *testing.T) { require.True(t, webhook.Succeeded("").Successful) },
		"Budget.Held": func(t *testing.T) {
			require.Zero(t, (*webhook.Budget)(nil).Held())
			require.Zero(t, new(webhook.Budget).Held())
		},
		"BudgetError.Retryable": func(t *testing.T) {
			require.False(t, (*webhook.BudgetError)(nil).Retryable())
			require.True(t, new(webhook.BudgetError).Retryable())
		},
		"CallError.WithoutValues": func(t *testing.T) {
			require.Error(t, (&webhook.CallError{}).WithoutValues())
			require.Error(t, (&webhook.CallError{Err: errors.New("x")}).WithoutValues())
			require.NoError(t, (*webhook.CallError)(nil).WithoutValues())
		},
		"Client.InterpretReplica": func(t *testing.T) {
			_, _, err := webhook.Client{}.InterpretReplica(context.Background(), nil)
			require.Error(t, err)
		},
	}
	exported.Methods(t, calls, &webhook.Budget{}, &webhook.BudgetError{}, &webhook.CallError{}, &webhook.Client{}, &webhook.ClientConfig{},
		&webhook.Configuration{}, &webhook.Rule{}, &webhook.StatusError{}, &webhook.Webhook{})
	exported.Walk(t, calls)
}
