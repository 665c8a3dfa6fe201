package api

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// FeatureGate is the name of a feature gate of Karmada.
type FeatureGate string

// The feature gates that change what this module computes, with their defaults in Karmada f8fdd02df (1.19).
const (
	GateCustomizedClusterResourceModeling FeatureGate = "CustomizedClusterResourceModeling" // on by default: estimate capacity by the resource models of clusters
	GateFailover                          FeatureGate = "Failover"                          // off by default. On: ClusterTaintPolicies act, and taints evict
	GateGracefulEviction                  FeatureGate = "GracefulEviction"                  // on by default: applications can be evicted gracefully
	GateMultiplePodTemplatesScheduling    FeatureGate = "MultiplePodTemplatesScheduling"    // off by default. On: bindings have components instead of replicas
	GatePriorityBasedScheduling           FeatureGate = "PriorityBasedScheduling"           // on by default: bindings have a schedulePriority
	GatePropagateDeps                     FeatureGate = "PropagateDeps"                     // on by default: dependencies follow the objects that need them
	GatePropagationPolicyPreemption       FeatureGate = "PropagationPolicyPreemption"       // off by default. On: policies can preempt each other
	GateResourceQuotaEstimate             FeatureGate = "ResourceQuotaEstimate"             // off by default. On: requirements have a namespace and a priority class
	GateStatefulFailoverInjection         FeatureGate = "StatefulFailoverInjection"         // off by default. On: Works carry state to another cluster
	GateWorkloadAffinity                  FeatureGate = "WorkloadAffinity"                  // off by default. On: bindings are placed together or apart by group
)

// GateSchedulingOvercommitProtection is a feature gate of Karmada (alpha, off by default) that this module does not model. On, what was placed but
// is not yet in the usage of a cluster is deducted from its capacity. [FeatureGates.Check] accepts it only if it is off.
const GateSchedulingOvercommitProtection FeatureGate = "SchedulingOvercommitProtection"

var featureGateDefaults = map[FeatureGate]bool{
	GateCustomizedClusterResourceModeling: true,
	GateFailover:                          false,
	GateGracefulEviction:                  true,
	GateMultiplePodTemplatesScheduling:    false,
	GatePriorityBasedScheduling:           true,
	GatePropagateDeps:                     true,
	GatePropagationPolicyPreemption:       false,
	GateResourceQuotaEstimate:             false,
	GateStatefulFailoverInjection:         false,
	GateWorkloadAffinity:                  false,
}

// FeatureGates is how the feature gates of a control plane are set. A gate that is not in the map has its default; nil has all defaults.
type FeatureGates map[FeatureGate]bool

// Enabled reports whether a gate is on. An unknown gate is off unless it is set.
func (g FeatureGates) Enabled(gate FeatureGate) bool {
	if on, set := g[gate]; set {
		return on
	}
	return featureGateDefaults[gate]
}

// Check returns an error that lists the gates that this module does not know, or about one that is on and not modelled,
// [GateSchedulingOvercommitProtection]. Setting them has no effect.
func (g FeatureGates) Check() error {
	var unknown []string
	for gate := range g {
		if _, known := featureGateDefaults[gate]; !known && gate != GateSchedulingOvercommitProtection {
			unknown = append(unknown, fmt.Sprintf("%q", string(gate)))
		}
	}
	if len(unknown) == 0 {
		if g[GateSchedulingOvercommitProtection] {
			return fmt.Errorf("feature gates: %s is on, but it is not modelled: "+
				"capacity includes what was placed and is not yet in the usage of a cluster", GateSchedulingOvercommitProtection)
		}
		return nil
	}
	slices.Sort(unknown)
	var known []string
	for _, gate := range slices.Sorted(maps.Keys(featureGateDefaults)) {
		known = append(known, string(gate))
	}
	return fmt.Errorf("feature gates: found %s, expected only %s", strings.Join(unknown, ", "), strings.Join(known, ", "))
}

// ParseFeatureGates reads the value of a flag of Karmada's components, such as "WorkloadAffinity=true,PropagateDeps=false". The empty string
// has no gates. It is an error if a value is not a boolean, a gate is repeated, or [FeatureGates.Check] refuses it.
func ParseFeatureGates(text string) (FeatureGates, error) {
	gates := FeatureGates{}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		on, err := strconv.ParseBool(value)
		if err != nil {
			return nil, fmt.Errorf("feature gates: found %q, expected <gate>=true or <gate>=false", part)
		}
		if _, repeated := gates[FeatureGate(name)]; repeated {
			return nil, fmt.Errorf("feature gates: %q is repeated", name)
		}
		gates[FeatureGate(name)] = on
	}
	return gates, gates.Check()
}
