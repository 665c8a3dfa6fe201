package controller

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	toolscache "k8s.io/client-go/tools/cache"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/recorder"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/controller/internal/informer"
	"github.com/overridekit/overridekit/propagation/work"
)

// Hub runs the stages of package propagation for the templates of a hub, down to the Works. Make it with [SetupWithManager].
type Hub struct {
	Options
	Index *affected.Index // what the hub stores; it must not be written

	client   client.Client
	live     client.Reader // reads the API server, not the cache
	mgr      ctrl.Manager
	recorder recorder.EventRecorder
	filter   *claim.ResourceFilter

	written       written
	changedByUser sync.Map // templates that a user has changed since they were bound, by Ref, for lazy policies
	taints        taints
	evictions     evictions

	kinds    kinds
	policies kindQueue     // of the policies themselves
	orphans  kindQueue     // of bindings that do not exist, but that Works name
	faults   sync.Map      // what is wrong with a policy, by its Ref; a string
	synced   chan struct{} // closed when every policy, cluster, binding and Work of the first lists is known
}

// indexOwner is the index of Works by what they belong to, see ownersOf.
const indexOwner = "owner"

// SetupWithManager adds a hub to a manager, which must have the options of [ManagerOptions]. The hub runs in every replica, without leader
// election: see Options.Owns.
func SetupWithManager(mgr ctrl.Manager, options Options) (*Hub, error) {
	if err := options.FeatureGates.Check(); err != nil {
		return nil, err
	}
	h, err := newHub(options, mgr.GetClient(), mgr.GetAPIReader(), mgr.GetEventRecorder("overridekit-hub"))
	if err != nil {
		return nil, err
	}
	h.mgr, h.kinds.start = mgr, h.startKind
	if h.kinds.served, err = servedKinds(mgr); err != nil {
		return nil, err
	}
	if err := mgr.GetFieldIndexer().IndexField(context.Background(), &api.Work{}, indexOwner, ownersOf); err != nil {
		return nil, err
	}
	return h, errors.Join(h.setupQueue(mgr, "hub-policies", &h.policies, h.reconcilePolicy), h.setupQueue(mgr, "hub-orphans", &h.orphans, h.reconcileOrphans),
		h.setupTaints(mgr), mgr.Add(h))
}

// newHub returns a hub without a manager, and with an empty index. A cluster concerns a template if it matters to it: also when it joins or reports other APIs.
func newHub(options Options, c client.Client, live client.Reader, events recorder.EventRecorder) (*Hub, error) {
	filter, err := claim.NewResourceFilter(options.ResourceFilter)
	index := &affected.Index{Options: affected.Options{
		Registry: options.Registry, FeatureGates: options.FeatureGates, Schedule: options.Schedule, ByMatch: true,
		Guard: options.guard(), References: kubeadmiral.References,
	}}
	h := &Hub{Options: options, Index: index, client: c, live: live, recorder: events, filter: filter, synced: make(chan struct{})}
	h.kinds.all, h.kinds.wake = map[schema.GroupVersionKind]*kindQueue{}, make(chan struct{}, 1)
	h.kinds.wanted, h.kinds.changed = h.wantedKinds, h.resyncSelecting
	return h, err
}

// ownersOf returns the binding that a Work names, see [work.BindingOf], or the name of a Work that names none, as that of a Namespace. A Work outside of the namespaces
// of clusters belongs to nothing.
func ownersOf(o client.Object) []string {
	w, isWork := o.(*api.Work)
	if !isWork {
		return nil
	}
	if _, err := api.ClusterOfNamespace(w.Namespace); err != nil {
		return nil
	}
	if binding, named := work.BindingOf(w); named {
		return []string{binding.String()}
	}
	return []string{w.Name}
}

// NeedLeaderElection implements manager.LeaderElectionRunnable.
func (h *Hub) NeedLeaderElection() bool { return false }

// Start implements manager.Runnable. It watches the hub until ctx is done, and then waits for the workers.
func (h *Hub) Start(ctx context.Context) error {
	if err := h.follow(ctx); err != nil {
		return err
	}
	close(h.synced)
	if err := h.findOrphans(ctx); err != nil {
		return err
	}
	h.kinds.of(namespaceKind)
	h.kinds.run(ctx, 10*time.Second)
	return nil
}

// follow starts the informers of everything but templates, and waits until their first lists are handled.
func (h *Hub) follow(ctx context.Context) error {
	var waits []toolscache.InformerSynced
	watch := func(o client.Object, handler toolscache.ResourceEventHandler) error {
		of, err := h.mgr.GetCache().GetInformer(ctx, o, cache.BlockUntilSynced(false))
		if err != nil {
			return err
		}
		registration, err := of.AddEventHandler(handler)
		if err == nil {
			waits = append(waits, registration.HasSynced)
		}
		return err
	}
	optional := func(err error) error { // a hub may have the policies of one dialect
		if informer.IsUnknownKind(err) {
			return nil
		}
		return err
	}
	var err error
	for _, kind := range OverrideKinds() {
		err = errors.Join(err, optional(watch(newObject(kind), h.overrideEvents())))
	}
	if h.FeatureGates.Enabled(api.GateFailover) {
		err = errors.Join(err, optional(watch(&api.ClusterTaintPolicy{}, h.taintPolicyEvents())))
	}
	err = errors.Join(err,
		watch(newObject(api.PolicyGroupVersion.WithKind("PropagationPolicy")), h.propagationEvents()),
		watch(newObject(api.PolicyGroupVersion.WithKind("ClusterPropagationPolicy")), h.propagationEvents()),
		watch(&api.Cluster{}, h.clusterEvents()),
		watch(&api.ResourceBinding{}, h.bindingEvents()),
		watch(&api.ClusterResourceBinding{}, h.bindingEvents()),
		watch(&api.Work{}, h.workEvents()),
	)
	if err != nil {
		return err
	}
	if !toolscache.WaitForCacheSync(ctx.Done(), waits...) {
		return fmt.Errorf("the first lists were not read: %w", context.Cause(ctx))
	}
	return nil
}

// isSynced reports whether the first lists are known. Before, an event enqueues nothing: each template is enqueued when its kind starts.
func (h *Hub) isSynced() bool {
	select {
	case <-h.synced:
		return true
	default:
		return false
	}
}

// enqueue enqueues templates and namespaces, each in the queue of its kind. It starts the kinds that are not running.
func (h *Hub) enqueue(refs ...override.Ref) {
	for _, ref := range refs {
		if h.owns(ref) {
			h.kinds.add(ref)
		}
	}
}

// Resync enqueues all templates that this replica owns. Call it after Options.Owns has changed.
func (h *Hub) Resync() {
	h.enqueue(h.Index.Templates()...)
	h.enqueue(h.Index.Bound()...)
	h.resyncPolicies()
	h.resyncTaints()
	h.evictions.keep(h.owns)
	if err := h.findOrphans(context.Background()); err != nil { // it reads the cache
		h.mgr.GetLogger().Error(err, "the Works without a binding are not known")
	}
}

// kindOf returns the kind of a Ref.
func kindOf(ref override.Ref) schema.GroupVersionKind {
	return schema.FromAPIVersionAndKind(ref.APIVersion, ref.Kind)
}

func newObject(kind schema.GroupVersionKind) *unstructured.Unstructured {
	o := &unstructured.Unstructured{}
	o.SetGroupVersionKind(kind)
	return o
}

// Ready is a readiness check: it fails until the first lists of policies, clusters, bindings and Works are known.
func (h *Hub) Ready(*http.Request) error {
	if !h.isSynced() {
		return errors.New("the first lists are not known yet")
	}
	return nil
}
