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

// short is the timing of the tests on a real server. They wait most of the time, so they run side by side. A call may take half of the Deadline.
var short = shard.Timing{Lease: 5 * time.Second, Deadline: 3 * time.Second, Period: 200 * time.Millisecond}

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
func watch(t *testing.T, a, b *process) {
	ctx, done := t.Context(), make(chan struct{})
	t.Cleanup(func() { <-done })
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			for i := range 100 {
				// Between two calls, the first replica may have given the key up. It does not get it back that soon.
				if key := fmt.Sprint("default/app-", i); a.Owns(key) && b.Owns(key) && a.Owns(key) {
					t.Errorf("%s has 2 owners", key)
					return
				}
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
}

// until waits. Replicas of a slow machine may lose their keys for a while, so what is not yet, or no longer, comes back.
func until(t *testing.T, what string, check func() bool) {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Minute); !check(); time.Sleep(5 * time.Millisecond) {
		require.True(t, time.Now().Before(deadline), what)
	}
}

// TestTakeOver: two replicas share the keys. One that is cut off or killed loses its keys to the other, and one that stops deletes its Lease.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	a, b := begin(t, "takeover", "operator-0"), begin(t, "takeover", "operator-1")
	watch(t, a, b)
	share := func() bool {
		mine, others := a.share(), b.share()
		return mine > 400 && mine < 600 && mine+others == 1000
	}
	until(t, "both have a share", share)

	changes := a.changes.Load()
	b.client.cut.Store(true) // like a kill: the Lease stays
	until(t, "the replica that is cut off stops", func() bool { return b.share() == 0 })
	until(t, "its keys are taken over", func() bool { return a.share() == 1000 })
	require.Greater(t, a.changes.Load(), changes, "the new owner was called")

	b.client.cut.Store(false)
	until(t, "it comes back", share)

	b.stop()
	require.NoError(t, <-b.done)
	require.Equal(t, []string{"takeover-operator-0"}, leases(t, "takeover"), "the others see at once that it has stopped")
	until(t, "a replica that stops gives its keys up", func() bool { return a.share() == 1000 })

	a.stop()
	require.NoError(t, <-a.done)
	require.Empty(t, leases(t, "takeover"), "replicas that stop leave no Lease")
}

// leases returns the names of the Leases of a group.
func leases(t *testing.T, group string) (names []string) {
	t.Helper()
	c, err := client.New(fleet.Hub.Config(), client.Options{})
	require.NoError(t, err)
	list := &coordinationv1.LeaseList{}
	require.NoError(t, c.List(t.Context(), list, client.MatchingLabels{shard.GroupLabel: group}))
	for i := range list.Items {
		names = append(names, list.Items[i].Name)
	}
	return names
}

// TestSameIdentity: a process that was replaced by another one with its identity stops with an error.
func TestSameIdentity(t *testing.T) {
	t.Parallel()
	a := begin(t, "identity", "operator-0")
	until(t, "it acts", func() bool { return a.share() == 1000 })
	b := begin(t, "identity", "operator-0")
	watch(t, a, b)
	require.ErrorContains(t, <-a.done, "identity-operator-0: another process has taken the Lease")
	require.Zero(t, a.share())
	until(t, "the new one acts", func() bool { return b.share() == 1000 })
}

// TestFence: the context of a task ends when the replica loses its keys, and a replica that stops waits for its tasks.
func TestFence(t *testing.T) {
	t.Parallel()
	a := begin(t, "fence", "operator-0")
	until(t, "it acts", func() bool { return a.share() == 1000 })
	ctx, cancel := a.Fence(t.Context())
	defer cancel()
	deadline, ok := ctx.Deadline()
	require.True(t, ok)
	require.LessOrEqual(t, time.Until(deadline), short.Deadline)
	a.stop()
	select {
	case err := <-a.done:
		require.NoError(t, err)
		require.False(t, time.Now().Before(deadline), "the replica has stopped while a task runs")
		return // the machine is slow
	case <-time.After(300 * time.Millisecond):
	}
	cancel()
	require.NoError(t, <-a.done)
}
