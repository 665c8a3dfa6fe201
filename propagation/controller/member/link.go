package member

import (
	"context"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/apiutil"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/internal/informer"
)

// link is a connection to the API server of a member: a client that reads from the server, and informers of the managed objects of the kinds that
// are watched.
type link struct {
	client    client.Client
	discovery *discovery.DiscoveryClient
	handler   toolscache.ResourceEventHandler

	ctx    context.Context
	cancel context.CancelFunc
	done   sync.WaitGroup
	cache  cache.Cache

	mu      sync.Mutex
	watched map[schema.GroupVersionKind]bool
}

// dial makes a link, and starts its informers. It does not call the server. Each call of the client ends after the timeout. Informers have
// no timeout, and try again until the link is closed.
func dial(ctx context.Context, config *rest.Config, timeout time.Duration, handler toolscache.ResourceEventHandler) (*link, error) {
	calls, watches := rest.CopyConfig(config), rest.CopyConfig(config)
	calls.Timeout = timeout
	callClient, err := httpClient(calls, maxAnswers)
	if err != nil {
		return nil, err
	}
	watchClient, err := httpClient(watches, maxLists)
	if err != nil {
		return nil, err
	}
	mapper, err := apiutil.NewDynamicRESTMapper(calls, callClient)
	if err != nil {
		return nil, err
	}
	l := &link{handler: handler, watched: map[schema.GroupVersionKind]bool{}}
	scheme := runtime.NewScheme()
	if l.client, err = client.New(calls, client.Options{HTTPClient: callClient, Mapper: mapper, Scheme: scheme}); err != nil {
		return nil, err
	}
	if l.discovery, err = discovery.NewDiscoveryClientForConfigAndClient(calls, callClient); err != nil {
		return nil, err
	}
	l.cache, err = cache.New(watches, cache.Options{
		HTTPClient: watchClient, Mapper: mapper, Scheme: scheme,
		DefaultLabelSelector: labels.SelectorFromSet(labels.Set{api.ManagedLabel: "true"}),
		DefaultTransform:     cache.TransformStripManagedFields(),
	})
	if err != nil {
		return nil, err
	}
	l.ctx, l.cancel = context.WithCancel(ctx)
	l.done.Go(func() { _ = l.cache.Start(l.ctx) })
	return l, nil
}

// close stops the informers, and waits for them.
func (l *link) close() {
	if l == nil {
		return
	}
	l.cancel()
	l.done.Wait()
}

// watch begins to watch the managed objects of a kind. A kind that the server does not have is not watched, and not an error.
func (l *link) watch(kind schema.GroupVersionKind) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.watched[kind] {
		return nil
	}
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(kind)
	kindInformer, err := l.cache.GetInformer(l.ctx, object, cache.BlockUntilSynced(false))
	if informer.IsUnknownKind(err) {
		return nil
	}
	if err != nil {
		return err
	}
	if _, err := kindInformer.AddEventHandler(l.handler); err != nil {
		return err
	}
	l.watched[kind] = true
	return nil
}

// get reads an object from the server. It is nil if the object does not exist, or if the server does not have its kind.
func (l *link) get(ctx context.Context, manifest *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(manifest.GroupVersionKind())
	err := l.client.Get(ctx, client.ObjectKeyFromObject(manifest), object)
	if client.IgnoreNotFound(err) != nil && !informer.IsUnknownKind(err) {
		return nil, err
	}
	if err != nil {
		return nil, nil
	}
	return object, nil
}
