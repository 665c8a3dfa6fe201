package shard

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// GroupLabel is the label of the Leases of an operator. The value is its group.
const GroupLabel = "overridekit.github.io/shard-group"

// errTaken means that another process with the same identity has taken the Lease.
var errTaken = errors.New("another process has taken the Lease of this replica")

// Shards is a replica of an operator. It is a Runnable of a controller-runtime manager, and safe for concurrent use.
type Shards struct {
	client    client.Client
	namespace string
	group     string
	self      string
	holder    string // of this process
	timing    Timing
	now       func() time.Time

	mu      sync.RWMutex
	ring    Ring
	from    time.Time
	until   time.Time
	notify  []func()
	applied string // the state for which notify was called

	tasks atomic.Int64 // that have a Fence
}

// New returns a replica that does not own anything yet. The client must read Leases from the API server, not from a cache. The Leases are in the
// namespace; replicas with the same group share the keys. The identity must be unique among them and a valid name, for example that of a Pod of a
// StatefulSet. The Lease has the name <group>-<identity>.
func New(c client.Client, namespace, group, identity string, timing Timing) *Shards {
	return &Shards{
		client: c, namespace: namespace, group: group, self: identity, holder: identity + "_" + rand.Text(), timing: timing.withDefaults(), now: time.Now,
	}
}

// NeedLeaderElection returns false: every replica has its shard.
func (s *Shards) NeedLeaderElection() bool { return false }

// Owns reports whether this replica owns a key now.
func (s *Shards) Owns(key string) bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.acts(s.now()) && s.ring.Owner(key) == s.self
}

// Fence returns a context for the calls of a task. It ends at the time from which this replica owns nothing unless it renews its Lease. A replica
// that stops waits for its tasks before it deletes the Lease, so the task must call the function at its end, once.
func (s *Shards) Fence(ctx context.Context) (context.Context, context.CancelFunc) {
	s.mu.RLock()
	until := s.until
	s.mu.RUnlock()
	s.tasks.Add(1)
	ctx, cancel := context.WithDeadline(ctx, until)
	return ctx, sync.OnceFunc(func() {
		cancel()
		s.tasks.Add(-1)
	})
}

// OnChange calls f each time this replica may own other keys than before. Call it before Start. f must not block.
func (s *Shards) OnChange(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notify = append(s.notify, f)
}

func (s *Shards) acts(now time.Time) bool { return !now.Before(s.from) && now.Before(s.until) }

// Start renews the Lease of this replica until ctx is done. Then no task can begin, and when those that have a [Shards.Fence] have ended, the Lease is
// deleted. If another process of the same identity has taken the Lease, Start returns an error.
func (s *Shards) Start(ctx context.Context) error {
	view := NewView(s.self, s.timing)
	ticker := time.NewTicker(s.timing.Period)
	defer ticker.Stop()
	held := false
	for {
		if err := s.tick(ctx, view, &held); errors.Is(err, errTaken) {
			view.Stopped()
			s.publish(view)
			return fmt.Errorf("%s: %w", s.leaseName(), err)
		} else if err != nil && ctx.Err() == nil {
			log.FromContext(ctx).Info("cannot renew the Lease of this replica, trying again", "lease", s.leaseName(), "error", err.Error())
		}
		s.publish(view)
		select {
		case <-ctx.Done():
			_, _, until := view.Ring()
			view.Stopped()
			s.publish(view)
			for s.tasks.Load() > 0 && s.now().Before(until) {
				time.Sleep(10 * time.Millisecond)
			}
			return s.release(context.WithoutCancel(ctx))
		case <-ticker.C:
		}
	}
}

// tick renews the Lease, lists those of the others, and reports both to the view.
func (s *Shards) tick(ctx context.Context, view *View, held *bool) error {
	ctx, cancel := context.WithTimeout(ctx, s.timing.Deadline/2)
	defer cancel()
	began := s.now()
	created, err := s.renew(ctx, held)
	if err != nil {
		return err
	}
	if created { // it is new, or somebody has deleted the Lease: others may have removed this replica
		view.Stopped()
	}
	view.Renewed(began, s.now())
	began = s.now()
	list := &coordinationv1.LeaseList{}
	if err := s.client.List(ctx, list, client.InNamespace(s.namespace), client.MatchingLabels{GroupLabel: s.group}); err != nil {
		return err
	}
	versions := make(map[string]string, len(list.Items))
	for i := range list.Items {
		lease := &list.Items[i]
		if name, ok := lease.Annotations[identityAnnotation]; ok {
			versions[name] = lease.ResourceVersion
		}
	}
	view.Listed(began, s.now(), versions)
	return nil
}

// identityAnnotation is the identity of a replica, on its Lease.
const identityAnnotation = "overridekit.github.io/replica"

func (s *Shards) leaseName() string { return s.group + "-" + s.self }

// renew creates or updates the Lease. held reports whether this process had it before: then it must still have it.
func (s *Shards) renew(ctx context.Context, held *bool) (created bool, err error) {
	lease := &coordinationv1.Lease{}
	err = s.client.Get(ctx, client.ObjectKey{Namespace: s.namespace, Name: s.leaseName()}, lease)
	if client.IgnoreNotFound(err) != nil {
		return false, err
	}
	now := metav1.NewMicroTime(s.now())
	if err != nil {
		lease = &coordinationv1.Lease{ObjectMeta: metav1.ObjectMeta{Namespace: s.namespace, Name: s.leaseName()}}
		lease.Spec.AcquireTime = &now
	}
	if holder := lease.Spec.HolderIdentity; *held && holder != nil && *holder != s.holder {
		return false, errTaken
	}
	seconds := int32((s.timing.Lease + time.Second - 1) / time.Second)
	lease.Labels, lease.Annotations = map[string]string{GroupLabel: s.group}, map[string]string{identityAnnotation: s.self}
	lease.Spec.HolderIdentity, lease.Spec.LeaseDurationSeconds, lease.Spec.RenewTime = &s.holder, &seconds, &now
	if created = lease.ResourceVersion == ""; created {
		err = s.client.Create(ctx, lease)
	} else {
		err = s.client.Update(ctx, lease) // a conflict is tried again in the next period
	}
	*held = *held || err == nil
	return created, err
}

// release deletes the Lease if this process has it. The server may still handle a renewal that the end of the context has cut off. Then the Lease has
// another version, and is read again.
func (s *Shards) release(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.timing.Deadline/2)
	defer cancel()
	for {
		lease := &coordinationv1.Lease{}
		err := s.client.Get(ctx, client.ObjectKey{Namespace: s.namespace, Name: s.leaseName()}, lease)
		if err != nil || lease.Spec.HolderIdentity == nil || *lease.Spec.HolderIdentity != s.holder {
			return client.IgnoreNotFound(err)
		}
		err = s.client.Delete(ctx, lease, client.Preconditions{UID: &lease.UID, ResourceVersion: &lease.ResourceVersion})
		if !apierrors.IsConflict(err) {
			return client.IgnoreNotFound(err)
		}
	}
}

// publish makes a view the present one, and calls the functions of OnChange if this replica may own other keys.
func (s *Shards) publish(view *View) {
	ring, from, until := view.Ring()
	s.mu.Lock()
	now := s.now()
	lapsed := !now.Before(s.until) // since the last call: tasks have found that nothing is owned
	s.ring, s.from, s.until = ring, from, until
	state := ""
	if s.acts(now) {
		state = fmt.Sprintf("%q", ring.replicas)
	}
	changed := state != s.applied || lapsed && state != ""
	s.applied = state
	notify := s.notify
	s.mu.Unlock()
	if changed {
		for _, f := range notify {
			f()
		}
	}
}
