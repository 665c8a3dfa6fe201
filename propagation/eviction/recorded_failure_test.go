package eviction_test

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// recordedFailure is a case about failing clusters and applications: Want or Error.
type recordedFailure struct {
	Name, Op string
	Now      time.Time
	Gates    api.FeatureGates

	Cluster, Options, Binding json.RawMessage
	ClusterName               string
	ResourceBindings          []*api.ResourceBinding
	ClusterResourceBindings   []*api.ClusterResourceBinding

	UnhealthySince map[string]time.Time
	HealthHook     bool

	Clusters              []api.TargetCluster
	GracefulEvictionTasks []api.GracefulEvictionTask
	Rules                 []api.StatePreservationRule
	Status                json.RawMessage
	StatusText            *string

	Want, Partial map[string]any
	Error         string
}

// TestRecordedFailures replays recordings of Karmada f8fdd02df. The results are equal, and where it fails there is an error.
func TestRecordedFailures(t *testing.T) {
	t.Parallel()
	for file, count := range map[string]int{"taintqueue": 14, "tainteviction": 33, "applicationfailover": 37, "evictcluster": 14, "preservestate": 23} {
		cases := casetest.Recorded[recordedFailure](t, file)
		require.Len(t, cases, count, "every recording is read")
		for _, c := range cases {
			t.Run(c.Name, func(t *testing.T) {
				t.Parallel()
				before := casetest.Frozen(t, c)
				got, partial, err := c.answer(t)
				require.Equal(t, before, casetest.Frozen(t, c), "the input has not changed")
				if c.Error != "" {
					require.Error(t, err)
					require.Less(t, len(err.Error()), 2000)
					require.Equal(t, casetest.Lean(t, c.Partial), casetest.Lean(t, partial))
					return
				}
				require.NoError(t, err)
				require.Equal(t, casetest.Lean(t, c.Want), casetest.Lean(t, got))
			})
		}
	}
}

// answer returns what the recording has as want, and what is kept after an error.
func (c recordedFailure) answer(t *testing.T) (want, partial map[string]any, err error) {
	switch c.Op {
	case "TaintQueue":
		return c.queue(t), nil, nil
	case "TaintEviction":
		cluster := c.cluster(t)
		if cluster == nil { // without taints it is as if it did not exist
			cluster = &api.Cluster{}
		}
		cluster.Name = c.ClusterName
		in := eviction.TaintInput{Binding: bindingOf(t, c.Binding), Options: c.taintOptions(t), FeatureGates: c.Gates, Now: c.Now}
		r, decided := eviction.TaintEvictions(in, []*api.Cluster{cluster})
		return map[string]any{"clusters": r.Clusters, "gracefulEvictionTasks": r.Tasks, "evicted": r.Evicted, "retryAfterSeconds": decided[0].RetryAfter.Seconds()}, nil, decided[0].Err
	case "ApplicationFailover":
		r, err := eviction.ApplicationFailover(eviction.FailoverInput{
			Binding: bindingOf(t, c.Binding), Since: c.UnhealthySince, HasHook: c.HealthHook, FeatureGates: c.Gates, Now: c.Now,
		})
		since := map[string]any{"unhealthySince": r.Since}
		return map[string]any{
			"clusters": r.Clusters, "gracefulEvictionTasks": r.Tasks, "unhealthySince": r.Since, "written": r.Due, "retryAfterSeconds": r.RetryAfter.Seconds(),
		}, since, err
	case "EvictCluster":
		var o api.GracefulEvictionTask
		require.NoError(t, json.Unmarshal(c.Options, &o))
		moved := eviction.Evict(c.Clusters, c.GracefulEvictionTasks, c.name(t), o)
		return map[string]any{"clusters": moved.Clusters, "gracefulEvictionTasks": moved.Tasks}, nil, nil
	case "PreserveState":
		status := []byte(c.Status)
		if c.StatusText != nil {
			status = []byte(*c.StatusText)
		}
		labels, err := eviction.PreserveState(c.Rules, status)
		return map[string]any{"labels": labels}, nil, err
	}
	require.Fail(t, "unknown operation", c.Op)
	return nil, nil, nil
}

func (c recordedFailure) queue(t *testing.T) map[string]any {
	var bindings []api.Binding
	for _, b := range c.ResourceBindings {
		bindings = append(bindings, b)
	}
	for _, b := range c.ClusterResourceBindings {
		bindings = append(bindings, b)
	}
	cluster, options := c.cluster(t), c.taintOptions(t)
	after, resync := map[string]float64{}, 0
	if cluster != nil && options.NoExecute && slices.ContainsFunc(cluster.Spec.Taints, func(t api.Taint) bool { return t.Effect == api.TaintNoExecute }) {
		resync = 10
		for _, b := range bindings {
			_, decided := eviction.TaintEvictions(eviction.TaintInput{Binding: b, Options: options, Now: c.Now}, []*api.Cluster{cluster})
			d := decided[0]
			require.Equal(t, d.Err == nil && d.Decision.Kind != "", d.Decision.Reason != "", "each has a reason")
			if d.Err != nil || d.Decision.Kind == eviction.Evicted || d.Decision.Kind == eviction.Tolerated {
				after[b.Ref().Kind+" "+api.NamespacedKey(b.GetNamespace(), b.GetName())] = d.RetryAfter.Seconds()
			}
		}
	}
	return map[string]any{"evictAfterSeconds": after, "resyncSeconds": resync}
}

func (c recordedFailure) cluster(t *testing.T) (cluster *api.Cluster) {
	require.NoError(t, json.Unmarshal(c.Cluster, &cluster))
	return cluster
}

// name returns the cluster of a case that has only its name.
func (c recordedFailure) name(t *testing.T) (name string) {
	require.NoError(t, json.Unmarshal(c.Cluster, &name))
	return name
}

func (c recordedFailure) taintOptions(t *testing.T) eviction.TaintOptions {
	var o struct {
		EnableNoExecuteTaintEviction    bool
		NoExecuteTaintEvictionPurgeMode api.PurgeMode
	}
	require.NoError(t, json.Unmarshal(c.Options, &o))
	return eviction.TaintOptions{NoExecute: o.EnableNoExecuteTaintEviction, PurgeMode: o.NoExecuteTaintEvictionPurgeMode}
}
