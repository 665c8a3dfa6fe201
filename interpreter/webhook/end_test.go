package webhook_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter/webhook"
)

// TestClientEnd ends calls in each part of an answer, for each reason. The error of the context is always found.
func TestClientEnd(t *testing.T) {
	t.Parallel()
	shutdown := errors.New("shutdown")
	ends := map[string]struct {
		begin func() (context.Context, context.CancelFunc)
		want  error
	}{
		"deadline": {func() (context.Context, context.CancelFunc) {
			return context.WithTimeout(context.Background(), time.Second)
		}, context.DeadlineExceeded},
		"deadline with a cause": {func() (context.Context, context.CancelFunc) {
			return context.WithTimeoutCause(context.Background(), time.Second, shutdown)
		}, context.DeadlineExceeded},
		"canceled with a cause": {func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancelCause(context.Background())
			timer := time.AfterFunc(time.Second, func() { cancel(shutdown) })
			return ctx, func() { timer.Stop(); cancel(nil) }
		}, context.Canceled},
	}
	parts := map[string]struct {
		reason string
		status int
		sent   string // before the silence; the handler returns when its caller is gone
		fault  webhook.Fault
	}{
		"no answer":             {"nothing was sent", 0, "", webhook.FaultConnection},
		"in an answer":          {"the JSON is incomplete", 200, `{"response":`, webhook.FaultBody},
		"after a whole answer":  {"only the end of the chunks is missing", 200, everything, webhook.FaultBody},
		"in a refusal":          {"the message is incomplete", 503, `try la`, webhook.FaultHTTP},
		"before a refusal":      {"no message was sent", 503, ``, webhook.FaultHTTP},
		"after a whole refusal": {"only the end of the chunks is missing", 422, `{"kind":"Status","message":"odd"}`, webhook.FaultHTTP},
	}
	for endName, end := range ends {
		for partName, part := range parts {
			for _, text := range []string{nginx, `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"a":"hunter2"}}`} {
				synctest.Test(t, func(t *testing.T) {
					c := piped(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						_, _ = io.Copy(io.Discard, r.Body)
						if part.status != 0 {
							w.WriteHeader(part.status)
							_, _ = io.WriteString(w, part.sent)
							_ = http.NewResponseController(w).Flush()
						}
						<-r.Context().Done()
					}))
					ctx, cancel := end.begin()
					defer cancel()
					o := object(t, text)
					_, err := c.InterpretHealth(ctx, o)
					var failed *webhook.CallError
					if !errors.As(err, &failed) || failed.Fault != part.fault || !errors.Is(err, end.want) {
						t.Errorf("%s, %s (%s), %s: found %v, expected the fault %s and the error %v", endName, partName, part.reason, o.GetKind(), err, part.fault, end.want)
					}
				})
			}
		}
	}
}

// overdue is a context whose deadline passes without an error: its timer is late.
type overdue struct {
	context.Context
	deadline time.Time
}

func (o overdue) Deadline() (time.Time, bool) { return o.deadline, true }

// TestClientOverdue has an answer that is complete after the deadline, and before the timer of the context.
func TestClientOverdue(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		limit := overdue{context.Background(), time.Now().Add(20 * time.Millisecond)}
		passed, cancel := context.WithDeadline(context.Background(), limit.deadline.Add(time.Millisecond))
		defer cancel()
		c := webhook.Client{URL: "http://127.0.0.1", HTTP: &http.Client{Transport: slow{late(everything), passed}}, NewID: always("UID")}
		_, err := c.InterpretHealth(limit, object(t, nginx))
		requireFault(t, webhook.FaultBody, err)
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
}

// slow is a connection whose answers end when the context does, and not when that of the call does.
type slow struct {
	late
	context.Context
}

func (s slow) RoundTrip(r *http.Request) (*http.Response, error) {
	return s.late.RoundTrip(r.WithContext(s.Context))
}

// TestClientEndOfServer has a server that ends its answers cleanly as soon as the deadline has passed. Which of both ends is seen first differs between
// the rounds.
func TestClientEndOfServer(t *testing.T) {
	t.Parallel()
	for range 100 {
		synctest.Test(t, func(t *testing.T) {
			c := piped(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body)
				_, _ = io.WriteString(w, everything)
				_ = http.NewResponseController(w).Flush()
				limit, err := time.ParseDuration(r.URL.Query().Get("timeout"))
				if err == nil {
					time.Sleep(limit) // the returning handler sends the last chunk
				}
			}))
			c.Timeout = time.Second
			_, err := c.InterpretHealth(context.Background(), object(t, nginx))
			requireFault(t, webhook.FaultBody, err)
			require.ErrorIs(t, err, context.DeadlineExceeded)
		})
	}
}
