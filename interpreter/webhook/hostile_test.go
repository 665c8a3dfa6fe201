package webhook_test

import (
	"context"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// TestClientSwitchedProtocol has a server that switches to another protocol and then is silent. The context does not end such a connection.
func TestClientSwitchedProtocol(t *testing.T) {
	t.Parallel()
	open := make(chan net.Conn, 1)
	c := caller(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, out, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		_, _ = out.WriteString("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
		_ = out.Flush()
		open <- conn
	}))
	_, err := c.InterpretHealth(context.Background(), object(t, nginx))
	requireFault(t, webhook.FaultHTTP, err)
	require.ErrorContains(t, err, "code 101: another protocol, which was not requested")
	require.NoError(t, (<-open).Close())
}

// TestClientSharedStatus has a status that is small in memory and too long as JSON.
func TestClientSharedStatus(t *testing.T) {
	t.Parallel()
	var shared any = "ready"
	for range 100 {
		shared = []any{shared, shared}
	}
	cycle := map[string]any{}
	cycle["x"] = cycle
	long := make([]any, 3<<20)
	c := webhook.Client{URL: "https://127.0.0.1:1", NewID: always("UID")}
	for name, test := range map[string]struct {
		status []any
		want   string
	}{
		"shared":           {[]any{1, shared}, `status of item 1, cluster "m": found more than 16777216 bytes`},
		"a cycle":          {[]any{cycle}, `status of item 0, cluster "m": the value nests more than 10000 levels deep`},
		"several statuses": {[]any{long, long, long}, `status of item 2, cluster "m": found more than 16777216 bytes`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var items []interpreter.StatusItem
			for _, status := range test.status {
				items = append(items, interpreter.StatusItem{ClusterName: "m", Status: status})
			}
			_, err := c.AggregateStatus(context.Background(), object(t, nginx), items)
			requireFault(t, webhook.FaultRequest, err)
			require.ErrorContains(t, err, test.want)
		})
	}
}

// TestClientLongHeaders has answers with headers around the limit. What is too long is not read to its end.
func TestClientLongHeaders(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		bytes int
		over  bool
	}{"fits": {60 << 10, false}, "too long": {70 << 10, true}, "much too long": {9 << 20, true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := caller(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("X-Long", strings.Repeat("x", test.bytes))
				_, _ = w.Write([]byte(everything))
			}))
			connection, err := webhook.ClientConfig{URL: &c.URL}.HTTPClient(nil)
			require.NoError(t, err)
			t.Cleanup(connection.CloseIdleConnections)
			c.HTTP = connection
			_, err = c.InterpretHealth(context.Background(), object(t, nginx))
			if !test.over {
				require.NoError(t, err)
				return
			}
			requireFault(t, webhook.FaultConnection, err)
			require.ErrorContains(t, err, "server response headers exceeded 65536 bytes")
		})
	}
}
