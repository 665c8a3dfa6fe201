package webhook_test

import (
	"context"
	"encoding/base64"
	"io"
	"math"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// TestClientCannotAsk has calls that fail before the request. Errors show no password.
func TestClientCannotAsk(t *testing.T) {
	t.Parallel()
	good := webhook.Client{URL: "https://127.0.0.1:1", NewID: always("UID")}
	with := func(change func(*webhook.Client)) webhook.Client {
		c := good
		change(&c)
		return c
	}
	cycle := map[string]any{"kind": "A"}
	cycle["x"] = []any{cycle}
	shared := map[string]any{"kind": "A"}
	for range 100 {
		shared = map[string]any{"kind": "A", "x": shared, "y": shared}
	}
	tests := map[string]struct {
		client   webhook.Client
		object   *unstructured.Unstructured
		replicas int64
		fault    webhook.Fault
		want     string
	}{
		"no URL":            {with(func(c *webhook.Client) { c.URL = "" }), object(t, nginx), 1, webhook.FaultConfiguration, `the URL has the scheme "" and the host "", expected https and a host`},
		"another scheme":    {with(func(c *webhook.Client) { c.URL = "file:///etc/passwd" }), object(t, nginx), 1, webhook.FaultConfiguration, `the scheme "file"`},
		"an invalid URL":    {with(func(c *webhook.Client) { c.URL = "https://u:secret@h:x/" }), object(t, nginx), 1, webhook.FaultConfiguration, "the URL cannot be read"},
		"no ids":            {with(func(c *webhook.Client) { c.NewID = nil }), object(t, nginx), 1, webhook.FaultConfiguration, "NewID is nil"},
		"no object":         {good, nil, 1, webhook.FaultRequest, "the object is nil or empty"},
		"an empty object":   {good, &unstructured.Unstructured{}, 1, webhook.FaultRequest, "the object is nil or empty"},
		"no kind":           {good, object(t, `{"apiVersion":"v1"}`), 1, webhook.FaultRequest, "the object has no kind"},
		"kind is a cycle":   {good, &unstructured.Unstructured{Object: map[string]any{"kind": cycle}}, 1, webhook.FaultRequest, "the object has no kind"},
		"name is a cycle":   {good, &unstructured.Unstructured{Object: map[string]any{"kind": "A", "metadata": map[string]any{"name": cycle}}}, 1, webhook.FaultRequest, "nests more than 10000 levels deep"},
		"no JSON":           {good, &unstructured.Unstructured{Object: map[string]any{"kind": "A", "x": math.NaN()}}, 1, webhook.FaultRequest, "NaN"},
		"a cycle":           {good, &unstructured.Unstructured{Object: cycle}, 1, webhook.FaultRequest, "nests more than 10000 levels deep"},
		"shared many times": {good, &unstructured.Unstructured{Object: shared}, 1, webhook.FaultRequest, "found more than 16777216 bytes"},
		"too long":          {good, &unstructured.Unstructured{Object: map[string]any{"kind": "A", "x": strings.Repeat("<", 4<<20)}}, 1, webhook.FaultRequest, "the request has 25166052 bytes"},
		"too many replicas": {good, object(t, nginx), math.MaxInt32 + 1, webhook.FaultRequest, "found 2147483648 replicas, expected an int32"},
		"no server":         {with(func(c *webhook.Client) { c.URL = "http://u:secret@127.0.0.1:1/" }), object(t, nginx), 1, webhook.FaultConnection, "webhook at http://127.0.0.1:1/, call \"UID\": dial tcp"},
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
	require.ErrorContains(t, err, "observed object: the object is nil or empty")
}

// TestClientSlow ends calls by the context, by the timeout of the webhook, and in the middle of an answer.
func TestClientSlow(t *testing.T) {
	t.Parallel()
	silent := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // a server notices that its caller disconnects only after this
		<-r.Context().Done()
	})
	stuck := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, `{"response":{`)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	limit := 30 * time.Millisecond
	t.Run("context", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(context.Background(), limit)
			defer cancel()
			_, err := piped(t, silent).InterpretHealth(ctx, object(t, nginx))
			requireFault(t, webhook.FaultConnection, err)
			require.ErrorIs(t, err, context.DeadlineExceeded)
		})
	})
	t.Run("context in the middle of an answer", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			time.AfterFunc(limit, cancel)
			_, err := piped(t, stuck).InterpretHealth(ctx, object(t, nginx))
			requireFault(t, webhook.FaultBody, err)
			require.ErrorIs(t, err, context.Canceled)
		})
	})
	t.Run("timeout of the webhook", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			c, begin := piped(t, silent), time.Now()
			c.Timeout = limit
			_, err := c.InterpretHealth(context.Background(), object(t, nginx))
			requireFault(t, webhook.FaultConnection, err)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Equal(t, limit, time.Since(begin))
		})
	})
	t.Run("default timeout", func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			c, begin := piped(t, silent), time.Now()
			_, err := c.InterpretHealth(context.Background(), object(t, nginx))
			requireFault(t, webhook.FaultConnection, err)
			require.ErrorIs(t, err, context.DeadlineExceeded)
			require.Equal(t, webhook.DefaultTimeout, time.Since(begin))
		})
	})
	t.Run("over before the start", func(t *testing.T) {
		t.Parallel()
		ctx, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
		defer cancel()
		_, err := caller(t, respond(200, everything)).InterpretHealth(ctx, object(t, nginx))
		requireFault(t, webhook.FaultConnection, err)
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
}

// late is a connection that returns a whole answer, and its end only when the call is over.
type late string

func (l late) RoundTrip(r *http.Request) (*http.Response, error) {
	body := io.MultiReader(strings.NewReader(string(l)), endsWith{r.Context()})
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(body), Request: r}, nil
}

type endsWith struct{ context.Context }

func (e endsWith) Read([]byte) (int, error) {
	<-e.Done()
	return 0, io.EOF
}

// TestClientLate has an answer that ends after the end of the call. It may be incomplete.
func TestClientLate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := webhook.Client{URL: "http://127.0.0.1", HTTP: &http.Client{Transport: late(everything)}, NewID: always("UID"), Timeout: 20 * time.Millisecond}
		_, err := c.InterpretHealth(context.Background(), object(t, nginx))
		requireFault(t, webhook.FaultBody, err)
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorContains(t, err, "the answer is incomplete: context deadline exceeded")
	})
}

// TestClientLatePatch ends the call when the answer has been read, before its patch is applied.
func TestClientLatePatch(t *testing.T) {
	t.Parallel()
	answer := `{"response":{"uid":"UID","successful":true,"patchType":"JSONPatch","patch":"` + base64.StdEncoding.EncodeToString([]byte(`[{"op":"remove","path":"/spec"}]`)) + `"}}`
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := webhook.Client{URL: "http://127.0.0.1", HTTP: &http.Client{Transport: closing{answers(answer), cancel}}, NewID: always("UID")}
	_, err := c.Retain(ctx, object(t, nginx), object(t, nginx))
	requireFault(t, webhook.FaultPatch, err)
	require.ErrorIs(t, err, context.Canceled)
	require.ErrorContains(t, err, "the patch is not finished after 0 of 1 operations")
}

// closing calls a function when the body of an answer is closed.
type closing struct {
	http.RoundTripper
	closed func()
}

func (c closing) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := c.RoundTripper.RoundTrip(r)
	if err == nil {
		answer.Body = closingBody{answer.Body, c.closed}
	}
	return answer, err
}

type closingBody struct {
	io.ReadCloser
	closed func()
}

func (b closingBody) Close() error {
	b.closed()
	return b.ReadCloser.Close()
}

// TestComponentNamespace: requirements of components have no namespace.
func TestComponentNamespace(t *testing.T) {
	t.Parallel()
	c := caller(t, respond(200, `{"response":{"uid":"UID","successful":true,"components":[{"name":"a"},{"name":"b","replicaRequirements":{"namespace":"x","priorityClassName":"high"}}]}}`))
	components, err := c.InterpretComponent(context.Background(), object(t, nginx))
	require.NoError(t, err)
	require.Equal(t, []interpreter.Component{{Name: "a"}, {Name: "b", Requirements: &interpreter.ReplicaRequirements{PriorityClassName: "high"}}}, components)
}
