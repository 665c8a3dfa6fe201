package controller

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/affected"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// TestLookWhenAnEvictionIsAllowed: an object is back in a cluster that it has left. The next look is at the end of the ten seconds in which it may not
// leave again. A look before that end must not be followed by another ten seconds.
func TestLookWhenAnEvictionIsAllowed(t *testing.T) {
	h := &Hub{Index: &affected.Index{}, Options: Options{FeatureGates: api.FeatureGates{api.GateFailover: true}, Eviction: eviction.TaintOptions{NoExecute: true}}}
	c := &api.Cluster{}
	c.Name, c.Spec.Taints = "m1", []api.Taint{{Key: "lost", Effect: api.TaintNoExecute}}
	h.Index.PutCluster(c)
	b := &api.ResourceBinding{}
	b.Namespace, b.Name, b.Spec.Clusters = "shop", "web-deployment", []api.TargetCluster{{Name: c.Name}}
	b.Annotations = map[string]string{api.AppliedPlacementAnnotation: "{}"}
	template := override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		name        string
		left, after time.Duration // since the last eviction, until the next look
	}{
		{"the object has just left", 0, 10 * time.Second},
		{"it left before", 9900 * time.Millisecond, 100 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			h.evictions.set(template, past{left: map[string]time.Time{c.Name: now.Add(-test.left)}})
			e := &evicting{past: h.evictions.of(template), now: now}
			h.evictTainted(e, b)
			require.Len(t, b.Spec.Clusters, 1, "it may not leave yet")
			require.Equal(t, test.after, h.assess(e, b, b, true).RequeueAfter)
		})
	}
	e := &evicting{past: h.evictions.of(template), now: now.Add(100 * time.Millisecond)}
	h.evictTainted(e, b)
	require.Empty(t, b.Spec.Clusters, "then it leaves")
}

// TestEvictTainted has an object that leaves three tainted clusters at once. One of them is a target twice. The state of the third does not fit into
// the binding.
func TestEvictTainted(t *testing.T) {
	h := &Hub{Index: &affected.Index{}, Options: Options{
		FeatureGates: api.FeatureGates{api.GateFailover: true, api.GateStatefulFailoverInjection: true}, Eviction: eviction.TaintOptions{NoExecute: true},
	}}
	b := &api.ResourceBinding{}
	b.Namespace, b.Name, b.Annotations = "shop", "web-deployment", map[string]string{api.AppliedPlacementAnnotation: "{}"}
	b.Spec.Failover = &api.FailoverBehavior{Cluster: &api.ClusterFailoverBehavior{StatePreservation: &api.StatePreservation{
		Rules: []api.StatePreservationRule{{AliasLabelName: "state", JSONPath: "{.s}"}},
	}}}
	status := []byte(`{"s": "` + strings.Repeat("x", 400_000) + `"}`)
	for _, name := range []string{"m1", "m1", "m2", "m3", "m4"} {
		c := &api.Cluster{}
		if c.Name = name; name != "m4" {
			c.Spec.Taints = []api.Taint{{Key: "lost", Effect: api.TaintNoExecute}}
		}
		h.Index.PutCluster(c)
		b.Spec.Clusters = append(b.Spec.Clusters, api.TargetCluster{Name: name})
		b.Status.AggregatedStatus = append(b.Status.AggregatedStatus, api.AggregatedStatusItem{ClusterName: name, Status: &api.JSON{Raw: status}})
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	e := &evicting{now: now}
	h.evictTainted(e, b)
	require.Equal(t, []api.TargetCluster{{Name: "m1"}, {Name: "m3"}, {Name: "m4"}}, b.Spec.Clusters)
	require.Len(t, b.Spec.GracefulEvictionTasks, 2)
	require.Equal(t, map[string]time.Time{"m1": now, "m2": now}, e.past.left)
	var reasons []string
	for _, r := range e.reports {
		reasons = append(reasons, r.reason)
	}
	require.Equal(t, []string{eviction.ReasonTaintUntolerated, eviction.ReasonTaintUntolerated, "EvictionFailed"}, reasons)
	require.Contains(t, e.reports[2].message, "the state in cluster m3: ")
}
