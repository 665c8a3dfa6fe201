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
)

// TestZero calls functions with zero values and without a Registry, a Func or a Client.
func TestZero(t *testing.T) {
	t.Parallel()
	for name, h := range map[string]http.Handler{"no Registry": webhook.Handler(nil), "no Func": webhook.Func(nil)} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(`{"request":{"uid":"1"}}`))
		r.Header.Set("Content-Type", "application/json")
		h.ServeHTTP(w, r)
		require.Contains(t, w.Body.String(), `"successful":false`, name)
	}
	made, err := webhook.Interpreters(nil)
	require.NoError(t, err)
	require.Empty(t, made)
	_, err = webhook.Interpreters(nil, webhook.Configuration{Webhooks: []webhook.Webhook{{}}})
	require.Error(t, err)
	_, _, found := webhook.Match(schema.GroupVersionKind{}, "", webhook.Configuration{Webhooks: []webhook.Webhook{{}}})
	require.False(t, found)
	require.False(t, webhook.Errored(0, nil).Successful)
	require.False(t, webhook.PatchFromRaw(nil, nil).Successful)
	require.True(t, webhook.Succeeded("").Successful)
	require.Error(t, (&webhook.CallError{}).WithoutValues())
	require.Error(t, (&webhook.CallError{Err: errors.New("x")}).WithoutValues())
	_, _, err = webhook.Client{}.InterpretReplica(context.Background(), nil)
	require.Error(t, err)
}
