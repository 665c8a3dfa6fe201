package member

import (
	"context"
	"errors"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Members are the member clusters of a control plane. All replicas of an operator have all members, and each works for the keys that it owns.
// Members is safe for concurrent use.
type Members struct {
	hub     client.Client
	live    client.Reader // reads from the API server of the control plane
	options Options

	mu      sync.Mutex
	ctx     context.Context // nil before Start
	all     map[string]*running
	resyncs []func(context.Context) error
}

// errNotRunning means that the members have not started yet, or have stopped.
var errNotRunning = errors.New("the members do not run")

// running is a member whose workers run.
type running struct {
	*member
	cancel context.CancelFunc
	done   chan struct{}
}

func newMembers(hub client.Client, live client.Reader, options Options) *Members {
	return &Members{hub: hub, live: live, options: options, all: map[string]*running{}}
}

// Start keeps the members running until ctx is done, and then waits for their workers. The manager calls it.
func (m *Members) Start(ctx context.Context) error {
	m.mu.Lock()
	m.ctx = ctx
	m.mu.Unlock()
	<-ctx.Done()
	m.mu.Lock()
	m.ctx = nil
	all := m.all
	m.all = map[string]*running{}
	m.mu.Unlock()
	for _, r := range all {
		r.stop()
	}
	return nil
}

// NeedLeaderElection returns false: every replica has its share of the work.
func (m *Members) NeedLeaderElection() bool { return false }

// Resync makes all Works sync again, aggregates all bindings and reads all clusters. Call it when Options.Owns may have changed. It returns at
// once, also before Start.
func (m *Members) Resync() {
	m.mu.Lock()
	ctx, resyncs := m.ctx, slices.Clone(m.resyncs)
	for _, r := range m.all {
		resyncs = append(resyncs, r.syncAll)
		r.soon()
	}
	m.mu.Unlock()
	if ctx == nil {
		return // nothing has begun: the first lists have everything
	}
	go func() {
		for _, resync := range resyncs {
			if err := resync(ctx); err != nil && ctx.Err() == nil {
				log.FromContext(ctx).Error(err, "cannot list what this replica owns now")
			}
		}
	}()
}

// get returns a member, or nil if it does not run.
func (m *Members) get(name string) *member {
	m.mu.Lock()
	defer m.mu.Unlock()
	if r := m.all[name]; r != nil {
		return r.member
	}
	return nil
}

// ensure returns the member, and starts it if necessary. It fails before Start.
func (m *Members) ensure(name string) (*member, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ctx == nil {
		return nil, errNotRunning
	}
	if r := m.all[name]; r != nil {
		return r.member, nil
	}
	ctx, cancel := context.WithCancel(m.ctx)
	r := &running{member: newMember(name, m.hub, m.options), cancel: cancel, done: make(chan struct{})}
	m.all[name] = r
	go func() {
		defer close(r.done)
		r.run(ctx)
	}()
	return r.member, nil
}

// remove stops a member.
func (m *Members) remove(name string) {
	m.mu.Lock()
	r := m.all[name]
	delete(m.all, name)
	m.mu.Unlock()
	if r != nil {
		r.stop()
		dropMetrics(name)
	}
}

func (r *running) stop() {
	r.cancel()
	<-r.done
}

// follow starts, connects or removes a member, as its Cluster object requires, and makes all its Works sync if that changes anything. A cluster that
// is being deleted keeps its connection even if its Secret is gone.
func (m *Members) follow(ctx context.Context, name string, c *api.Cluster) error {
	if c == nil {
		m.remove(name)
		return nil
	}
	member, err := m.ensure(name)
	if err != nil {
		return err
	}
	before := member.current()
	config, err := m.configOf(ctx, c)
	if err != nil {
		return err
	}
	switch {
	case config.err == nil || before == nil:
		member.connect(m.base(), config.config, config.err)
	case c.DeletionTimestamp == nil:
		member.connect(m.base(), nil, config.err)
	}
	connected := member.current() != before
	if member.see(c) || connected {
		return member.syncAll(ctx)
	}
	return nil
}

// base returns the context in which connections live.
func (m *Members) base() context.Context {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ctx == nil {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		return ctx
	}
	return m.ctx
}

// configOf reads the Secret of a cluster. The error of a Secret that is missing or wrong is in the result.
func (m *Members) configOf(ctx context.Context, c *api.Cluster) (found configResult, err error) {
	if c.Spec.SecretRef == nil {
		return configResult{err: errors.New("spec.secretRef is missing")}, nil
	}
	secret := &corev1.Secret{}
	err = m.live.Get(ctx, client.ObjectKey{Namespace: c.Spec.SecretRef.Namespace, Name: c.Spec.SecretRef.Name}, secret)
	if apierrors.IsNotFound(err) {
		return configResult{err: errors.New("the Secret of spec.secretRef does not exist")}, nil
	}
	if apierrors.IsForbidden(err) {
		return configResult{err: errors.New("the operator may not read the Secret of spec.secretRef")}, nil
	}
	if err != nil {
		return configResult{}, err
	}
	found.config, found.err = Config(c, secret)
	return found, nil
}
