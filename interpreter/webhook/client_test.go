package webhook_test

import (
	"context"
	"encoding/base64"
	"io"
	"math"
	"net/http"
	"net/http/httptrace"
	"strings"
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
		"no URL":                 {with(func(c *webhook.Client) { c.URL = "" }), object(t, nginx), 1, webhook.FaultConfiguration, `the URL has the scheme "" and the host "", expected https and a host`},
		"another scheme":         {with(func(c *webhook.Client) { c.URL = "file:///etc/passwd" }), object(t, nginx), 1, webhook.FaultConfiguration, `the scheme "file"`},
		"a URL that is none":     {with(func(c *webhook.Client) { c.URL = "https://u:secret@h:x/" }), object(t, nginx), 1, webhook.FaultConfiguration, "the URL cannot be read"},
		"no ids":                 {with(func(c *webhook.Client) { c.NewID = nil }), object(t, nginx), 1, webhook.FaultConfiguration, "no function for the ids"},
		"no object":              {good, nil, 1, webhook.FaultRequest, "there is no object"},
		"an empty object":        {good, &unstructured.Unstructured{}, 1, webhook.FaultRequest, "there is no object"},
		"no kind":                {good, object(t, `{"apiVersion":"v1"}`), 1, webhook.FaultRequest, "the object has no kind"},
		"no JSON":                {good, &unstructured.Unstructured{Object: map[string]any{"kind": "A", "x": math.NaN()}}, 1, webhook.FaultRequest, "NaN"},
		"a cycle":                {good, &unstructured.Unstructured{Object: cycle}, 1, webhook.FaultRequest, "nests more than 10000 levels deep"},
		"shared again and again": {good, &unstructured.Unstructured{Object: shared}, 1, webhook.FaultRequest, "there are more than 16777216 bytes"},
		"too long":               {good, &unstructured.Unstructured{Object: map[string]any{"kind": "A", "x": strings.Repeat("<", 4<<20)}}, 1, webhook.FaultRequest, "the request has 25166052 bytes"},
		"too many replicas":      {good, object(t, nginx), math.MaxInt32 + 1, webhook.FaultRequest, "the replicas are 2147483648, expected an int32"},
		"nobody there":           {with(func(c *webhook.Client) { c.URL = "http://u:secret@127.0.0.1:1/" }), object(t, nginx), 1, webhook.FaultConnection, "webhook at http://127.0.0.1:1/, call \"UID\": dial tcp"},
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

// late is a connection that gives a whole answer, and its end only when the call is over.
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

// TestClientLate has the end of an answer come after the end of the call. Whatever has come may be only a part.
func TestClientLate(t *testing.T) {
	t.Parallel()
	c := webhook.Client{URL: "http://127.0.0.1", HTTP: &http.Client{Transport: late(everything)}, NewID: always("UID"), Timeout: 20 * time.Millisecond}
	_, err := c.InterpretHealth(context.Background(), object(t, nginx))
	requireFault(t, webhook.FaultBody, err)
	require.ErrorIs(t, err, context.DeadlineExceeded)
	require.ErrorContains(t, err, "the answer breaks off: context deadline exceeded")
}

// TestClientLatePatch has the call end when the answer has been read, before its patch is applied.
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
