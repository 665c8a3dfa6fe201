package member

import (
	"cmp"
	"context"
	"time"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
)

// Options configure the members. The zero value of each field has a meaning.
type Options struct {
	// Interpreter has the hooks of all kinds. Nil: no kind has a status, and no kind retains fields of its own.
	Interpreter *interpreter.Registry

	// Owns reports whether this replica works for a key, see package shard: for a Work, a binding, or the status of a Cluster. It is called often.
	// Nil: for all.
	Owns func(key string) bool

	// Fence returns a context for the calls that a task makes. It ends when the replica may lose the key. Nil: ctx itself.
	Fence func(ctx context.Context) (context.Context, context.CancelFunc)

	Workers       int                // that sync the Works of one member; 0: 4
	Timeout       time.Duration      // of one call of a member; 0: 10s
	MaxDelay      time.Duration      // before a Work that fails is tried again; 0: 2m
	Period        time.Duration      // between two readings of the health of a member; 0: 10s
	CollectPeriod time.Duration      // between two readings of its APIs, nodes and pods; 0: 1m
	SecretPeriod  time.Duration      // between two readings of its Secret; 0: 1m
	Thresholds    cluster.Thresholds // of its condition Ready; Karmada's default is 30s for both
	FeatureGates  api.FeatureGates   // only CustomizedClusterResourceModeling is read

	QPS       float32 // requests per second to one member; 0: 200
	Burst     int     // 0: twice the QPS
	UserAgent string  // of the requests to members; empty: that of client-go
}

func (o Options) withDefaults() Options {
	o.Timeout = cmp.Or(max(o.Timeout, 0), 10*time.Second)
	o.MaxDelay = cmp.Or(max(o.MaxDelay, 0), 2*time.Minute)
	o.Period = cmp.Or(max(o.Period, 0), 10*time.Second)
	o.CollectPeriod = cmp.Or(max(o.CollectPeriod, 0), time.Minute)
	o.SecretPeriod = cmp.Or(max(o.SecretPeriod, 0), time.Minute)
	o.Workers = cmp.Or(max(o.Workers, 0), 4)
	o.QPS = cmp.Or(max(o.QPS, 0), 200)
	o.Burst = cmp.Or(max(o.Burst, 0), int(2*o.QPS))
	return o
}

func (o *Options) owns(key string) bool { return o.Owns == nil || o.Owns(key) }

func (o *Options) fence(ctx context.Context) (context.Context, context.CancelFunc) {
	if o.Fence == nil {
		return ctx, func() {}
	}
	return o.Fence(ctx)
}
