package webhook_test

import (
	"context"
	"net"
	"net/http"
	"testing"

	"github.com/overridekit/overridekit/interpreter/webhook"
)

// pipes is a listener whose connections are pipes in memory. In a bubble of testing/synctest, time passes only while everything waits, so that a
// time limit ends the same step on every machine. A connection of the network would not count as waiting.
type pipes struct {
	dialed chan net.Conn
	closed context.Context
	close  context.CancelFunc
}

// newPipes serves until the test ends.
func newPipes(t *testing.T, server *http.Server) pipes {
	t.Helper()
	closed, end := context.WithCancel(context.Background())
	p := pipes{make(chan net.Conn), closed, end}
	server.ErrorLog = quiet
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if server.TLSConfig != nil {
			_ = server.ServeTLS(p, "", "")
		} else {
			_ = server.Serve(p)
		}
	}()
	t.Cleanup(func() { _ = server.Close(); <-ended })
	return p
}

func (p pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.dialed:
		return conn, nil
	case <-p.closed.Done():
		return nil, net.ErrClosed
	}
}

func (p pipes) Close() error   { p.close(); return nil }
func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// dial connects to the server, whatever the address.
func (p pipes) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.dialed <- far:
		return near, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// piped returns a client of a new server over pipes.
func piped(t *testing.T, handler http.Handler) webhook.Client {
	t.Helper()
	connection := &http.Transport{DialContext: newPipes(t, &http.Server{Handler: handler}).dial}
	t.Cleanup(connection.CloseIdleConnections)
	return webhook.Client{ID: "cfg/w.example.com", URL: "http://127.0.0.1", HTTP: &http.Client{Transport: connection}, NewID: always("UID")}
}
