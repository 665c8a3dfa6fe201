package main

import (
	"flag"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/operator/internal/command"
	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/claim"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// options is the command line.
type options struct {
	metrics         command.Metrics
	probes          string
	identityChanges bool // cluster-scoped policies may change the identity of objects
	filter          claim.ResourceFilterOptions
	gates           api.FeatureGates
	workers         int
	memberTimeout   time.Duration
	memberPeriod    time.Duration
	identity        string // of this replica; empty: there is only one
	namespace       string // of the Leases
	lease           time.Duration
	registry        *interpreter.Registry
	eviction        eviction.TaintOptions
	gracePeriod     time.Duration // of evictions; 0: the default
}

// parse reads the command line. The error is about a flag, or a file that a flag names.
func parse(flags *flag.FlagSet, args []string) (options, error) {
	var o options
	var gates, namespaces, interpreters, webhooks string
	o.metrics.AddFlags(flags)
	flags.StringVar(&o.probes, "health-probe-bind-address", ":8081", `address of /healthz and /readyz, "0" for none`)
	flags.StringVar(&gates, "feature-gates", "", "feature gates of Karmada, as GATE=BOOL,...")
	flags.StringVar(&o.filter.SkippedAPIs, "skipped-apis", "", "APIs that are not propagated, separated by semicolons")
	flags.StringVar(&namespaces, "skipped-namespaces", "kube-.*", "regular expressions of namespaces that are not propagated, separated by commas")
	flags.IntVar(&o.workers, "workers", 4, "templates of one kind, and Works of one member, at the same time")
	flags.DurationVar(&o.memberTimeout, "member-timeout", 10*time.Second, "limit of one call to a member")
	flags.DurationVar(&o.memberPeriod, "member-period", 10*time.Second, "time between two readings of the health of a member")
	flags.StringVar(&o.identity, "identity", "", "name of this replica, such as that of its Pod; empty if there is only one")
	flags.StringVar(&o.namespace, "namespace", "overridekit-system", "namespace of the operator, with the Leases of the replicas; it is not propagated")
	flags.BoolVar(&o.identityChanges, "allow-cluster-overrides-of-identity", false, "cluster-scoped override policies may change kind, namespace and name of an object")
	flags.DurationVar(&o.lease, "lease", 15*time.Second, "time after which other replicas take over the templates of a lost one")
	flags.StringVar(&interpreters, "interpreters", "", "file with declarations of custom kinds")
	flags.StringVar(&webhooks, "interpreter-webhooks", "", "file with ResourceInterpreterWebhookConfigurations")
	flags.BoolVar(&o.eviction.NoExecute, "evict-no-execute", false, "evict from clusters with a taint NoExecute; needs the gate Failover")
	flags.StringVar((*string)(&o.eviction.PurgeMode), "purge-mode", string(api.PurgeGracefully), "how these evictions delete the old copy: Gracefully or Directly")
	flags.DurationVar(&o.gracePeriod, "eviction-timeout", eviction.DefaultGracePeriod, "time after which a graceful eviction ends, healthy or not")
	err := input.ParseOnce(flags, args)
	if err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("found the argument %q, expected only flags", flags.Arg(0))
	}
	if o.gates, err = api.ParseFeatureGates(gates); err != nil {
		return o, err
	}
	if o.eviction.NoExecute && !o.gates.Enabled(api.GateFailover) {
		return o, fmt.Errorf("-evict-no-execute needs -feature-gates %s=true", api.GateFailover)
	}
	if mode := o.eviction.PurgeMode; mode != api.PurgeGracefully && mode != api.PurgeDirectly {
		return o, fmt.Errorf("-purge-mode: found %q, expected %s or %s", mode, api.PurgeGracefully, api.PurgeDirectly)
	}
	o.filter.SkippedNamespaces = []string{regexp.QuoteMeta(o.namespace)} // it has the Secrets of the members
	if namespaces != "" {
		o.filter.SkippedNamespaces = append(o.filter.SkippedNamespaces, strings.Split(namespaces, ",")...)
	}
	o.registry, err = registry(interpreters, webhooks)
	return o, err
}
