package member

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"sync"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

var errNoLink = errors.New("there is no connection to the cluster")

// member is a member cluster: its connection, the queue of its Works and the workers that empty it. So a member that hangs only holds up its own
// workers.
type member struct {
	name    string
	hub     client.Client
	options Options
	inbox   *inbox
	queue   workqueue.TypedRateLimitingInterface[string]
	wake    chan struct{} // asks for a reading of the cluster now

	mu     sync.Mutex
	link   *link // nil: no connection
	config *rest.Config
	failed error   // why there is no connection
	seen   [2]bool // whether the Cluster was ready and being deleted
	known  bool    // the Cluster was seen
}

// newMember returns a member without a connection.
func newMember(name string, hub client.Client, options Options) *member {
	m := &member{name: name, hub: hub, options: options, wake: make(chan struct{}, 1)}
	m.queue = workqueue.NewTypedRateLimitingQueueWithConfig(
		workqueue.NewTypedItemExponentialFailureRateLimiter[string](20*time.Millisecond, options.MaxDelay),
		workqueue.TypedRateLimitingQueueConfig[string]{Name: "member-" + name})
	m.inbox = newInbox(name, m.queue.Add)
	return m
}

// run works until ctx is done, and closes the connection.
func (m *member) run(ctx context.Context) {
	var workers sync.WaitGroup
	for range m.options.Workers {
		workers.Go(func() {
			for m.next(ctx) {
			}
		})
	}
	workers.Go(func() { m.readStatus(ctx) })
	<-ctx.Done()
	m.queue.ShutDown()
	workers.Wait()
	m.connect(ctx, nil, nil)
}

// next handles one Work of the queue, and reports whether there may be more.
func (m *member) next(ctx context.Context) bool {
	name, quit := m.queue.Get()
	if quit {
		return false
	}
	defer m.queue.Done(name)
	err := m.handle(ctx, name)
	switch {
	case ctx.Err() != nil:
	case err == nil:
		m.queue.Forget(name)
	default:
		m.queue.AddRateLimited(name)
		if !errors.Is(err, errAgain) {
			log.FromContext(ctx).Info("cannot sync a Work, trying again", "cluster", m.name, "work", name, "error", words.Clip(err.Error(), maxLogged))
		}
	}
	return true
}

// maxLogged is how many characters of an error are logged. A member may answer with an error of megabytes, each time that a Work is tried.
const maxLogged = 1000

// connect uses another configuration, unless it is the present one. Without a configuration, failed says why, and the connection is closed.
func (m *member) connect(ctx context.Context, config *rest.Config, failed error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.link != nil && config != nil && reflect.DeepEqual(comparable(config), comparable(m.config)) {
		return
	}
	m.link.close()
	m.link, m.config, m.failed = nil, config, failed
	if config == nil {
		return
	}
	limited := rest.CopyConfig(config)
	limited.QPS, limited.Burst = m.options.QPS, m.options.Burst
	limited.UserAgent = m.options.UserAgent
	if m.link, m.failed = dial(ctx, limited, m.options.Timeout, m.inbox.handler()); m.failed == nil {
		m.soon()
	}
}

// parts are what [Config] sets, as far as it can be compared.
type parts struct {
	rest.Config
	proxy  string
	header http.Header
}

func comparable(config *rest.Config) (p parts) {
	if config == nil {
		return p
	}
	p.Config = rest.Config{
		Host: config.Host, BearerToken: config.BearerToken, Username: config.Username, Password: config.Password, TLSClientConfig: config.TLSClientConfig,
		Impersonate: config.Impersonate, APIPath: config.APIPath,
	}
	if config.Proxy != nil {
		if proxy, err := config.Proxy(&http.Request{URL: &url.URL{}}); err == nil && proxy != nil {
			p.proxy = proxy.String()
		}
	}
	if config.WrapTransport != nil {
		if t, ok := config.WrapTransport(&http.Transport{}).(*http.Transport); ok {
			p.header = t.ProxyConnectHeader
		}
	}
	return p
}

// current returns the connection, or nil.
func (m *member) current() *link {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.link
}

// see reports whether the Works must sync because the cluster is new, has become ready or not ready, or is being deleted.
func (m *member) see(c *api.Cluster) bool {
	state := [2]bool{ready(c), c.DeletionTimestamp != nil}
	m.mu.Lock()
	defer m.mu.Unlock()
	changed := !m.known || m.seen != state
	m.known, m.seen = true, state
	return changed
}

// soon asks for a reading of the cluster.
func (m *member) soon() {
	select {
	case m.wake <- struct{}{}:
	default:
	}
}

// syncAll asks for a sync of all Works of the member.
func (m *member) syncAll(ctx context.Context) error {
	works, err := listed[*api.Work](ctx, m.hub, &api.WorkList{}, client.InNamespace(m.inbox.space), client.UnsafeDisableDeepCopy)
	for _, w := range works {
		m.inbox.sync(w.Name)
	}
	return err
}
