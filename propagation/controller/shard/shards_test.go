package shard_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	coordinationv1 "k8s.io/api/coordination/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/propagation/controller/controllertest"
	"github.com/overridekit/overridekit/propagation/controller/shard"
)

var fleet *controllertest.Fleet

func TestMain(m *testing.M) {
	os.Exit(controllertest.Run(m, 0, func(f *controllertest.Fleet) { fleet = f }))
}

// short is the timing of the tests on a real server.
var short = shard.Timing{Lease: 3 * time.Second, Deadline: 1500 * time.Millisecond, Period: 200 * time.Millisecond}

// cutClient fails once it is cut off.
type cutClient struct {
	client.Client
	cut atomic.Bool
}

func (c *cutClient) check() error {
	if c.cut.Load() {
		return errors.New("cut off")
	}
	return nil
}

func (c *cutClient) Get(ctx context.Context, key client.ObjectKey, o client.Object, options ...client.GetOption) error {
	if err := c.check(); err != nil {
		return err
	}
	return c.Client.Get(ctx, key, o, options...)
}

func (c *cutClient) Delete(ctx context.Context, o client.Object, options ...client.DeleteOption) error {
	if err := c.check(); err != nil {
		return err
	}
	return c.Client.Delete(ctx, o, options...)
}

// process is a replica that runs.
type process struct {
	*shard.Shards
	client  *cutClient
	stop    context.CancelFunc
	done    chan error
	changes atomic.Int64
}

func begin(t *testing.T, group, name string) *process {
	t.Helper()
	c, err := client.New(fleet.Hub.Config(), client.Options{})
	require.NoError(t, err)
	p := &process{client: &cutClient{Client: c}, done: make(chan error, 1)}
	p.Shards = shard.New(p.client, "default", group, name, short)
	p.OnChange(func() { p.changes.Add(1) })
	ctx, cancel := context.WithCancel(context.Background())
	p.stop = cancel
	go func() { p.done <- p.Start(ctx) }()
	t.Cleanup(cancel)
	return p
}

// share returns how many of 1000 keys a replica owns.
func (p *process) share() (n int) {
	for i := range 1000 {
		if p.Owns(fmt.Sprint("default/app-", i)) {
			n++
		}
	}
	return n
}

// watch fails the test if two replicas own a key at the same time, until the test ends.
func watch(t *testing.T, all ...*process) {
	ctx, done := t.Context(), make(chan struct{})
	t.Cleanup(func() { <-done })
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			for i := range 100 {
				key, owners := fmt.Sprint("default/app-", i), 0
				for _, p := range all {
					if p.Owns(key) {
						owners++
					}
				}
				if owners > 1 { // between two calls a replica may have given the key up
					t.Errorf("%s has %d owners", key, owners)
					return
				}
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
}

func until(t *testing.T, limit time.Duration, what string, check func() bool) time.Duration {
	t.Helper()
	began := time.Now()
	for !check() {
		require.Less(t, time.Since(began), limit, what)
		time.Sleep(5 * time.Millisecond)
	}
	return time.Since(began)
}

// TestTakeOver: two replicas share the keys. One that is cut off or killed loses its keys to the other within the Lease, and one that stops at once.
func TestTakeOver(t *testing.T) {
	a, b := begin(t, "takeover", "operator-0"), begin(t, "takeover", "operator-1")
	watch(t, a, b)
	until(t, 5*time.Second, "both act", func() bool { return a.share() > 0 && b.share() > 0 })
	require.Equal(t, 1000, a.share()+b.share())
	require.InDelta(t, 500, a.share(), 100)

	changes := a.changes.Load()
	b.client.cut.Store(true) // like a kill: the Lease stays
	until(t, short.Deadline+time.Second, "the replica that is cut off stops", func() bool { return b.share() == 0 })
	took := until(t, short.Lease+time.Second, "its keys are taken over", func() bool { return a.share() == 1000 })
	t.Logf("taken over %v after the other replica had stopped", took)
	require.Greater(t, a.changes.Load(), changes, "the new owner was called")

	b.client.cut.Store(false)
	until(t, 2*short.Lease, "it comes back", func() bool { return b.share() > 0 && a.share()+b.share() == 1000 })

	b.stop()
	require.NoError(t, <-b.done)
	took = until(t, short.Lease/2, "a replica that stops gives its keys up at once", func() bool { return a.share() == 1000 })
	t.Logf("given up within %v", took)

	a.stop()
	require.NoError(t, <-a.done)
	leases := &coordinationv1.LeaseList{}
	require.NoError(t, a.client.List(t.Context(), leases, client.MatchingLabels{shard.GroupLabel: "takeover"}))
	require.Empty(t, leases.Items, "replicas that stop leave no Lease")
}

// TestSameIdentity: a process that was replaced by another one with its identity stops with an error.
func TestSameIdentity(t *testing.T) {
	a := begin(t, "identity", "operator-0")
	until(t, 5*time.Second, "it acts", func() bool { return a.share() == 1000 })
	b := begin(t, "identity", "operator-0")
	watch(t, a, b)
	require.ErrorContains(t, <-a.done, "identity-operator-0: another process has taken the Lease")
	require.Zero(t, a.share())
	until(t, 5*time.Second, "the new one acts", func() bool { return b.share() == 1000 })
}

// TestFence: the context of a task ends when the replica loses its keys, and a replica that stops waits for its tasks.
func TestFence(t *testing.T) {
	a := begin(t, "fence", "operator-0")
	until(t, 5*time.Second, "it acts", func() bool { return a.share() == 1000 })
	ctx, cancel := a.Fence(t.Context())
	defer cancel()
	deadline, ok := ctx.Deadline()
	require.True(t, ok)
	require.LessOrEqual(t, time.Until(deadline), short.Deadline)
	a.stop()
	select {
	case <-a.done:
		t.Fatal("the replica has stopped while a task runs")
	case <-time.After(300 * time.Millisecond):
	}
	cancel()
	require.NoError(t, <-a.done)
}
