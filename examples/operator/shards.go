package main

import (
	coordinationv1 "k8s.io/api/coordination/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/propagation/controller/shard"
)

// newShards returns this replica, or nil without an identity: then there is only one replica, which owns everything. Its client reads the API server, not a cache.
func newShards(hub *rest.Config, o options) (*shard.Shards, error) {
	if o.identity == "" {
		return nil, nil
	}
	scheme := runtime.NewScheme()
	if err := coordinationv1.AddToScheme(scheme); err != nil {
		return nil, err
	}
	c, err := client.New(hub, client.Options{Scheme: scheme})
	if err != nil {
		return nil, err
	}
	return shard.New(c, o.leaseNamespace, "overridekit", o.identity, shard.Timing{Lease: o.lease}), nil
}
