package webhook_test

import (
	"context"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// padded is an answer of a length.
func padded(length int) string { return strings.Repeat(" ", length-len(everything)) + everything }

// requireOver checks that a call failed because of its budget.
func requireOver(t *testing.T, err error) *webhook.BudgetError {
	t.Helper()
	requireFault(t, webhook.FaultBudget, err)
	var over *webhook.BudgetError
	require.ErrorAs(t, err, &over)
	require.Greater(t, over.Held+over.Wanted, over.Limit)
	require.GreaterOrEqual(t, over.Held, over.Own)
	return over
}

// TestBudget has single calls with parts that do not fit a budget. What does not fit alone is not retryable.
func TestBudget(t *testing.T) {
	t.Parallel()
	copies := `{"response":{"uid":"UID","successful":true,"patchType":"JSONPatch","patch":"` + base64.StdEncoding.EncodeToString(
		[]byte(`[{"op":"add","path":"/a","value":"`+strings.Repeat("x", 1000)+`"}`+strings.Repeat(`,{"op":"copy","from":"/a","path":"/b"}`, 20)+`]`)) + `"}}`
	large := object(t, strings.Replace(nginx, "nginx", strings.Repeat("n", 10_000), 1))
	status := []interpreter.StatusItem{{Status: map[string]any{"x": strings.Repeat("x", 10_000)}}}
	for _, test := range []struct {
		name, reason string
		limit        int64
		call         func(c webhook.Client) error
		answer       string
		over         bool
	}{
		{"fits", "two kilobytes of request and answer", 3000, health(t), padded(1000), false},
		{"answer", "it is longer than the rest of the limit", 3000, health(t), padded(5000), true},
		{"nothing fits", "a negative limit", -1, health(t), everything, true},
		{"default", "0 is the default", 0, health(t), padded(webhook.MaxBytes), false},
		{"object", "before it is encoded", 3000, func(c webhook.Client) error {
			_, err := c.InterpretHealth(context.Background(), large)
			return err
		}, everything, true},
		{"request", "the object fits once", 15_000, func(c webhook.Client) error {
			_, err := c.InterpretHealth(context.Background(), large)
			return err
		}, everything, true},
		{"observed object", "before it is encoded", 3000, func(c webhook.Client) error {
			_, err := c.Retain(context.Background(), object(t, nginx), large)
			return err
		}, everything, true},
		{"status", "before it is encoded", 3000, func(c webhook.Client) error {
			_, err := c.AggregateStatus(context.Background(), object(t, nginx), status)
			return err
		}, everything, true},
		{"copies", "the patch is short, what it makes is not", 20_000, func(c webhook.Client) error {
			_, err := c.Retain(context.Background(), object(t, nginx), object(t, nginx))
			return err
		}, copies, true},
		{"copies that fit", "the same patch", 40_000, func(c webhook.Client) error {
			_, err := c.Retain(context.Background(), object(t, nginx), object(t, nginx))
			return err
		}, copies, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			budget := &webhook.Budget{Limit: test.limit}
			c := webhook.Client{URL: "http://127.0.0.1", HTTP: &http.Client{Transport: answers(test.answer)}, NewID: always("UID"), Timeout: time.Hour, Budget: budget}
			err := test.call(c)
			require.Zero(t, budget.Held(), "everything is returned")
			if !test.over {
				require.NoError(t, err, test.reason)
				return
			}
			require.False(t, requireOver(t, err).Retryable(), test.reason)
			c.Budget = nil
			require.NoError(t, test.call(c), "without a budget there is no limit")
		})
	}
}

func health(t *testing.T) func(webhook.Client) error {
	return func(c webhook.Client) error {
		_, err := c.InterpretHealth(context.Background(), object(t, nginx))
		return err
	}
}

// TestBudgetOfEndedCalls ends calls in every way while they hold bytes.
func TestBudgetOfEndedCalls(t *testing.T) {
	t.Parallel()
	sent := make(chan struct{}, 1)
	c := caller(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Length", "100000")
		_, _ = io.WriteString(w, strings.Repeat(" ", 50_000))
		_ = http.NewResponseController(w).Flush()
		sent <- struct{}{}
		<-r.Context().Done()
	}))
	c.Budget = &webhook.Budget{Limit: 60_000}
	ctx, cancel := context.WithCancel(context.Background())
	failed := make(chan error, 1)
	go func() {
		_, err := c.InterpretHealth(ctx, object(t, nginx))
		failed <- err
	}()
	<-sent
	for c.Budget.Held() <= 50_000 { // until half of the answer is held
		require.Empty(t, failed, "the call ends early")
		time.Sleep(time.Millisecond)
	}

	other := webhook.Client{URL: "http://127.0.0.1", HTTP: &http.Client{Transport: answers(padded(20_000))}, NewID: always("UID"), Timeout: time.Hour, Budget: c.Budget}
	_, err := other.InterpretHealth(context.Background(), object(t, nginx))
	require.True(t, requireOver(t, err).Retryable(), "it fits alone")
	require.Greater(t, c.Budget.Held(), int64(50_000), "the other call returns only its own bytes")

	cancel()
	err = <-failed
	requireFault(t, webhook.FaultBody, err)
	require.ErrorIs(t, err, context.Canceled)
	require.Zero(t, c.Budget.Held(), "a canceled call returns what it held")
	_, err = other.InterpretHealth(context.Background(), object(t, nginx))
	require.NoError(t, err, "a retry succeeds")

	other.NewID = func() string { panic("no id") }
	require.Panics(t, func() { _, _ = other.InterpretHealth(context.Background(), object(t, nginx)) })
	require.Zero(t, c.Budget.Held(), "a panic of the caller's function")
}

// metered is a connection that counts the bytes of all open answers, independently of the budget.
type metered struct {
	answer string
	open   *atomic.Int64
	most   *atomic.Int64
}

func (m metered) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := answers(m.answer).RoundTrip(r)
	if err == nil {
		answer.Body = &meteredBody{from: answer.Body, metered: m}
	}
	return answer, err
}

type meteredBody struct {
	metered
	from io.ReadCloser
	read int64
}

func (b *meteredBody) Read(p []byte) (int, error) {
	n, err := b.from.Read(p[:min(len(p), 1000)])
	b.read += int64(n)
	held, most := b.open.Add(int64(n)), b.most.Load()
	for held > most && !b.most.CompareAndSwap(most, held) {
		most = b.most.Load()
	}
	return n, err
}

func (b *meteredBody) Close() error {
	b.open.Add(-b.read)
	return b.from.Close()
}

// TestBudgetOfManyCalls has many concurrent calls of copies of a client. A part of them is canceled at any time.
func TestBudgetOfManyCalls(t *testing.T) {
	t.Parallel()
	const callers, calls, limit, length = 50, 20, 400_000, 50_000
	m := metered{padded(length), new(atomic.Int64), new(atomic.Int64)}
	budget := &webhook.Budget{Limit: limit}
	var succeeded, over, canceled atomic.Int64
	var wait sync.WaitGroup
	start := make(chan struct{})
	for i := range callers {
		c := webhook.Client{URL: "http://127.0.0.1", HTTP: &http.Client{Transport: m}, NewID: always("UID"), Timeout: time.Hour, Budget: budget}
		o := object(t, nginx)
		wait.Go(func() {
			<-start
			for j := range calls {
				ctx, cancel := context.WithCancel(context.Background())
				if (i+j)%5 == 0 {
					go cancel()
				}
				_, err := c.InterpretHealth(ctx, o)
				cancel()
				if held := budget.Held(); held < 0 || held > limit {
					t.Errorf("the budget holds %d bytes", held)
				}
				var failed *webhook.BudgetError
				switch {
				case err == nil:
					succeeded.Add(1)
				case errors.As(err, &failed) && failed.Retryable():
					over.Add(1)
				case errors.Is(err, context.Canceled):
					canceled.Add(1)
				default:
					t.Error(err)
				}
			}
		})
	}
	close(start)
	wait.Wait()
	require.EqualValues(t, callers*calls, succeeded.Load()+over.Load()+canceled.Load())
	require.Zero(t, budget.Held())
	c := webhook.Client{URL: "http://127.0.0.1", HTTP: &http.Client{Transport: m}, NewID: always("UID"), Timeout: time.Hour, Budget: budget}
	_, err := c.InterpretHealth(context.Background(), object(t, nginx))
	require.NoError(t, err, "a call that is alone succeeds")
	require.LessOrEqual(t, m.most.Load(), int64(limit+callers*1000), "one read of each call is not counted yet")
	t.Logf("%d succeeded, %d over the budget, %d canceled, at most %d bytes", succeeded.Load(), over.Load(), canceled.Load(), m.most.Load())
}
