package main

import (
	"context"
	"errors"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	ctrlconfig "sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/healthz"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation/controller"
	"github.com/overridekit/overridekit/propagation/controller/member"
	"github.com/overridekit/overridekit/propagation/controller/shard"
)

// run runs the operator for a hub until ctx is done.
func run(ctx context.Context, hub *rest.Config, o options) error {
	scheme := runtime.NewScheme()
	if err := errors.Join(corev1.AddToScheme(scheme), coordinationv1.AddToScheme(scheme), controller.AddToScheme(scheme)); err != nil {
		return err
	}
	config := rest.CopyConfig(hub)
	several := true // a process may run several operators
	config.QPS = -1 // the API server of the hub limits its clients itself
	mgr, err := ctrl.NewManager(config, controller.ManagerOptions(ctrl.Options{
		Scheme: scheme, Controller: ctrlconfig.Controller{SkipNameValidation: &several}, Metrics: o.metrics.Options(), HealthProbeBindAddress: o.probes,
	}))
	if err != nil {
		return err
	}
	guard := policy.Guard(override.GuardAll)
	if o.identityChanges {
		guard = policy.Guard(override.GuardNamespaced)
	}
	hubOptions := controller.Options{Guard: &guard, Registry: o.registry, ResourceFilter: o.filter, FeatureGates: o.gates, Workers: o.workers, Eviction: o.eviction}
	if o.gracePeriod > 0 {
		hubOptions.EvictionGracePeriod = &o.gracePeriod
	}
	memberOptions := member.Options{
		Interpreter: o.registry, FeatureGates: o.gates, Workers: o.workers, Timeout: o.memberTimeout, Period: o.memberPeriod,
	}
	var shards *shard.Shards
	if o.identity != "" {
		uncached, err := client.New(config, client.Options{Scheme: scheme})
		if err != nil {
			return err
		}
		shards = shard.New(uncached, o.namespace, "operator", o.identity, shard.Timing{Lease: o.lease})
		hubOptions.Owns, hubOptions.Fence = shards.Owns, shards.Fence
		memberOptions.Owns, memberOptions.Fence = shards.Owns, shards.Fence
	}
	h, err := controller.SetupWithManager(mgr, hubOptions)
	if err != nil {
		return err
	}
	members, err := member.SetupWithManager(mgr, memberOptions)
	if err != nil {
		return err
	}
	if shards != nil {
		shards.OnChange(h.Resync)
		shards.OnChange(members.Resync)
		if err := mgr.Add(shards); err != nil {
			return err
		}
	}
	if err := errors.Join(mgr.AddHealthzCheck("alive", healthz.Ping), mgr.AddReadyzCheck("synced", h.Ready)); err != nil {
		return err
	}
	return mgr.Start(ctx)
}
