package webhook_test

import (
	"context"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

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
	failed := make(chan error, 1)
	go func() {
		_, err := c.InterpretHealth(context.Background(), object(t, nginx))
		failed <- err
	}()
	conn := <-open
	defer func() { _ = conn.Close() }()
	select {
	case err := <-failed:
		requireFault(t, webhook.FaultHTTP, err)
		require.ErrorContains(t, err, "code 101: another protocol, which was not requested")
	case <-time.After(10 * time.Second):
		t.Fatal("the call does not end")
	}
}
