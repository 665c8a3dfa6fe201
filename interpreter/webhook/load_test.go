package webhook_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter/webhook"
	"github.com/overridekit/overridekit/testdata/goroutines"
)

// TestClientLeavesNothing counts goroutines and connections after calls that succeed, fail or never end. It does not run in parallel.
func TestClientLeavesNothing(t *testing.T) {
	before := runtime.NumGoroutine()
	var open atomic.Int64
	release := make(chan struct{})
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		switch r.URL.Path {
		case "/ok":
			_, _ = io.WriteString(w, everything)
		case "/long":
			_, _ = w.Write(make([]byte, webhook.MaxBytes+1))
		case "/error":
			w.WriteHeader(500)
			_, _ = w.Write(make([]byte, 1<<20))
		case "/die":
			w.Header().Set("Content-Length", "99")
			_, _ = io.WriteString(w, "{")
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		default:
			select {
			case <-r.Context().Done():
			case <-release:
			}
		}
	}))
	s.Config.ErrorLog = quiet
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			open.Add(1)
		case http.StateClosed, http.StateHijacked:
			open.Add(-1)
		}
	}
	s.Start()
	connection := &http.Client{Transport: &http.Transport{}}
	for _, path := range []string{"/ok", "/long", "/error", "/die", "/stuck"} {
		for range 5 {
			ctx, cancel := context.WithCancel(context.Background())
			if path == "/stuck" {
				time.AfterFunc(10*time.Millisecond, cancel)
			}
			c := webhook.Client{URL: s.URL + path, HTTP: connection, NewID: always("UID"), Timeout: time.Hour}
			_, err := c.InterpretHealth(ctx, object(t, nginx))
			require.Equal(t, path == "/ok", err == nil, "%v", err)
			cancel()
		}
	}
	for open.Load() > 1 { // all but the idle connection are closed
		time.Sleep(time.Millisecond)
	}
	connection.CloseIdleConnections()
	for open.Load() > 0 {
		time.Sleep(time.Millisecond)
	}
	close(release)
	s.Close()
	goroutines.RequireAtMost(t, before)
}

// TestManyCalls has 500 concurrent callers, each with a different id, object and answer.
func TestManyCalls(t *testing.T) {
	t.Parallel()
	const calls = 500
	s := httptest.NewServer(webhook.Handler(answering{}))
	t.Cleanup(s.Close)
	connection := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 50}}
	t.Cleanup(connection.CloseIdleConnections)
	var ids atomic.Int64
	c := webhook.Client{URL: s.URL, HTTP: connection, NewID: func() string { return fmt.Sprint("call-", ids.Add(1)) }, Timeout: time.Hour}
	var right atomic.Int64
	var wait sync.WaitGroup
	for i := range calls {
		o := object(t, strings.Replace(nginx, `"replicas":2`, fmt.Sprintf(`"replicas":%d`, i), 1))
		wait.Go(func() {
			replicas, _, err := c.InterpretReplica(context.Background(), o)
			if err != nil {
				t.Error(err)
				return
			}
			made, err := c.ReviseReplica(context.Background(), o, int64(i+1))
			if err != nil {
				t.Error(err)
				return
			}
			n, _, _ := unstructured.NestedInt64(made.Object, "spec", "replicas")
			if int(replicas) == i && int(n) == i+1 {
				right.Add(1)
			}
		})
	}
	wait.Wait()
	require.EqualValues(t, calls, right.Load())
	require.EqualValues(t, 2*calls, ids.Load())
}
