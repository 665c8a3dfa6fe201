package webhook_test

import (
	"context"
	"io"
	"math"
	"net/http"
	"net/http/httptrace"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter/webhook"
)

// TestClientCannotAsk is what never comes to a request. No password is told.
func TestClientCannotAsk(t *testing.T) {
	t.Parallel()
	good := webhook.Client{URL: "https://127.0.0.1:1", NewID: always("UID")}
	with := func(change func(*webhook.Client)) webhook.Client {
		c := good
		change(&c)
		return c
	}
	tests := map[string]struct {
		client   webhook.Client
		object   *unstructured.Unstructured
		replicas int64
		fault    webhook.Fault
		want     string
	}{
		"no URL":             {with(func(c *webhook.Client) { c.URL = "" }), object(t, nginx), 1, webhook.FaultConfiguration, `the URL has the scheme "" and the host "", expected https and a host`},
		"another scheme":     {with(func(c *webhook.Client) { c.URL = "file:///etc/passwd" }), object(t, nginx), 1, webhook.FaultConfiguration, `the scheme "file"`},
		"a URL that is none": {with(func(c *webhook.Client) { c.URL = "https://u:secret@h:x/" }), object(t, nginx), 1, webhook.FaultConfiguration, "the URL cannot be read"},
		"no ids":             {with(func(c *webhook.Client) { c.NewID = nil }), object(t, nginx), 1, webhook.FaultConfiguration, "no function for the ids"},
		"no object":          {good, nil, 1, webhook.FaultRequest, "there is no object"},
		"an empty object":    {good, &unstructured.Unstructured{}, 1, webhook.FaultRequest, "there is no object"},
		"no kind":            {good, object(t, `{"apiVersion":"v1"}`), 1, webhook.FaultRequest, "the object has no kind"},
		"no JSON":            {good, &unstructured.Unstructured{Object: map[string]any{"kind": "A", "x": math.NaN()}}, 1, webhook.FaultRequest, "NaN"},
		"too many replicas":  {good, object(t, nginx), math.MaxInt32 + 1, webhook.FaultRequest, "the replicas are 2147483648, expected an int32"},
		"nobody there":       {with(func(c *webhook.Client) { c.URL = "http://u:secret@127.0.0.1:1/" }), object(t, nginx), 1, webhook.FaultConnection, "webhook at http://127.0.0.1:1/, call \"UID\": dial tcp"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := test.client.ReviseReplica(context.Background(), test.object, test.replicas)
			requireFault(t, test.fault, err)
			require.ErrorContains(t, err, test.want)
			require.NotContains(t, err.Error(), "secret")
		})
	}
	_, err := good.Retain(context.Background(), object(t, nginx), nil)
	requireFault(t, webhook.FaultRequest, err)
	require.ErrorContains(t, err, "observed object: there is no object")
}

// TestClientSlow ends calls by the context, by the timeout of the webhook, and in the middle of an answer.
func TestClientSlow(t *testing.T) {
	t.Parallel()
	silent := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then does a server see that its caller goes
		<-r.Context().Done()
	})
	stuck := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, `{"response":{`)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	soon := func() (context.Context, context.CancelFunc) {
		return context.WithTimeout(context.Background(), 30*time.Millisecond)
	}
	t.Run("context", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := soon()
		defer cancel()
		_, err := caller(t, silent).InterpretHealth(ctx, object(t, nginx))
		requireFault(t, webhook.FaultConnection, err)
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
	t.Run("context in the middle of an answer", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotFirstResponseByte: func() { time.AfterFunc(time.Second, cancel) }})
		_, err := caller(t, stuck).InterpretHealth(ctx, object(t, nginx))
		requireFault(t, webhook.FaultBody, err)
		require.ErrorIs(t, err, context.Canceled)
	})
	t.Run("timeout of the webhook", func(t *testing.T) {
		t.Parallel()
		c := caller(t, silent)
		c.Timeout = 30 * time.Millisecond
		_, err := c.InterpretHealth(context.Background(), object(t, nginx))
		requireFault(t, webhook.FaultConnection, err)
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
	t.Run("over before it begins", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
		defer cancel()
		_, err := caller(t, says(200, everything)).InterpretHealth(ctx, object(t, nginx))
		requireFault(t, webhook.FaultConnection, err)
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
}
