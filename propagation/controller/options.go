package controller

import (
	"cmp"
	"context"
	"time"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/uuid"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/controller/shard"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/propagation/schedule"
)

// Options configures a [Hub]. The zero value propagates as Karmada does by default, but no kind has replicas or dependencies.
type Options struct {
	Registry       *interpreter.Registry // nil: no kind has an interpreter
	ResourceFilter claim.ResourceFilterOptions
	Schedule       schedule.Options
	FeatureGates   karmadaapi.FeatureGates

	// Guard protects the identity of objects against override policies, see [override.Guard]. Without it, whoever may write an override policy in a namespace can
	// write any object of the members. Nil: policy.Guard(override.GuardAll).
	Guard *override.Guard

	// Owns reports whether this replica reconciles a key: that of a template, a namespace or a policy, see [shard.OfObject]. All replicas must
	// agree on the owner of each key, and know all objects. Nil: all keys. After a change call [Hub.Resync].
	Owns func(key string) bool

	// Fence returns a context for the writes of one call of a reconciler. It ends when the replica may lose its keys. Nil: ctx itself.
	Fence func(ctx context.Context) (context.Context, context.CancelFunc)

	// Workers is the number of templates of one kind that are reconciled at the same time. 0: 2.
	Workers int

	// NewID returns the permanent id of an object without one. Nil: a random UUID, as Karmada sets.
	NewID func(of override.Ref) string

	// Eviction has the flags of the taint manager, which runs only with GateFailover. With this gate the Hub also taints Clusters by
	// ClusterTaintPolicies. The failover of applications needs neither.
	Eviction eviction.TaintOptions

	// EvictionGracePeriod is that of eviction tasks without one. Nil: eviction.DefaultGracePeriod.
	EvictionGracePeriod *time.Duration

	// Reconciled is called after each call of a reconciler, for tests that count. Nil: not called.
	Reconciled func(of override.Ref)
}

func (o Options) owns(ref override.Ref) bool {
	return o.ownsKey(shard.OfObject(ref.Kind, ref.Namespace, ref.Name))
}

func (o Options) ownsKey(key string) bool { return o.Owns == nil || o.Owns(key) }

func (o Options) guard() override.Guard {
	if o.Guard == nil {
		return policy.Guard(override.GuardAll)
	}
	return *o.Guard
}

func (o Options) fence(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.Fence == nil {
		return ctx, func() {}
	}
	return o.Fence(ctx)
}

func (o Options) workers() int { return cmp.Or(max(o.Workers, 0), 2) }

func (o Options) newID(of override.Ref) string {
	if o.NewID != nil {
		return o.NewID(of)
	}
	return string(uuid.NewUUID())
}

// AddToScheme registers the types of both dialects, and those of clusters, bindings and Works.
func AddToScheme(scheme *runtime.Scheme) error {
	if err := karmadaapi.AddToScheme(scheme); err != nil {
		return err
	}
	return kubeadmiralapi.AddToScheme(scheme)
}

// ManagerOptions returns the options of a manager as a [Hub] needs them: reads see the writes of the same process. The scheme must have
// the types of [AddToScheme].
func ManagerOptions(o ctrl.Options) ctrl.Options {
	if o.Client.Cache == nil {
		o.Client.Cache = &client.CacheOptions{}
	}
	yes := true
	o.Client.Cache.Unstructured, o.Client.Cache.EnableReadYourWritesConsistency = true, &yes
	return o
}
