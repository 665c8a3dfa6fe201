package eviction_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/eviction"
)

// TestTolerate compares with a plain search over all taints and tolerations.
func TestTolerate(t *testing.T) {
	t.Parallel()
	added := []*metav1.Time{nil, {Time: noon}, {Time: noon.Add(-time.Minute)}}
	seconds := func(n int64) *int64 { return &n }
	limits := []*int64{nil, seconds(0), seconds(60), seconds(61), seconds(-5), seconds(math.MaxInt64), seconds(math.MinInt64)}
	effects := []api.TaintEffect{"", api.TaintNoExecute, api.TaintNoSchedule}
	next := uint64(1)
	draw := func(n int) int { // a small generator, so that the cases never change
		next = next*6364136223846793005 + 1442695040888963407
		return int(next>>33) % n
	}
	kinds := map[string]int{}
	for range 20_000 {
		var taints []api.Taint
		for range draw(4) {
			taints = append(taints, api.Taint{Key: []string{"a", "b", ""}[draw(3)], Value: []string{"", "x"}[draw(2)], Effect: effects[1+draw(2)], TimeAdded: added[draw(3)]})
		}
		var tolerations []api.Toleration
		for range draw(5) {
			tolerations = append(tolerations, api.Toleration{
				Key: []string{"a", "b", ""}[draw(3)], Value: []string{"", "x"}[draw(2)], Effect: effects[draw(3)],
				Operator: []api.TolerationOperator{"", "Equal", "Exists", "Gt"}[draw(4)], TolerationSeconds: limits[draw(7)],
			})
		}
		evict, left := searched(taints, tolerations)
		got := eviction.Tolerate(taints, tolerations, noon)
		require.Equal(t, evict, got.Evict, "%v %v", taints, tolerations)
		require.Equal(t, left, got.Left, "%v %v", taints, tolerations)
		kinds[fmt.Sprint(evict, left > 0)]++
	}
	require.Len(t, kinds, 3)
}

// searched decides like [eviction.Tolerate], pair by pair.
func searched(taints []api.Taint, tolerations []api.Toleration) (evict bool, left time.Duration) {
	matches := func(o api.Toleration, t api.Taint) bool {
		return (o.Effect == "" || o.Effect == t.Effect) && (o.Key == "" || o.Key == t.Key) &&
			(o.Operator == api.TolerationExists || (o.Operator == "" || o.Operator == api.TolerationEqual) && o.Value == t.Value)
	}
	taints = slices.DeleteFunc(slices.Clone(taints), func(t api.Taint) bool { return t.Effect != api.TaintNoExecute })
	used := map[int]bool{}
	for _, t := range taints {
		first := slices.IndexFunc(tolerations, func(o api.Toleration) bool { return matches(o, t) })
		if first < 0 {
			return true, 0
		}
		used[first] = true
	}
	earliest := math.Inf(1)
	for i := range used {
		for _, t := range taints {
			if o := tolerations[i]; o.TolerationSeconds != nil && t.TimeAdded != nil && matches(o, t) {
				earliest = min(earliest, t.TimeAdded.Sub(noon).Seconds()+float64(*o.TolerationSeconds))
			}
		}
	}
	switch {
	case earliest <= 0:
		return true, 0
	case earliest > 1e9:
		return false, 0
	}
	return false, time.Duration(earliest) * time.Second
}

// TestTolerateReasons has the longest taint that an API server stores. The reasons have all of its key, value and effect.
func TestTolerateReasons(t *testing.T) {
	t.Parallel()
	at, seconds, past := metav1.NewTime(noon), int64(60), int64(-60)
	taint := api.Taint{Key: strings.Repeat("k", 253) + "/" + strings.Repeat("n", 63), Value: strings.Repeat("v", 63), Effect: api.TaintNoExecute, TimeAdded: &at}
	text := taint.Key + "=" + taint.Value + ":NoExecute"
	for want, tolerations := range map[string][]api.Toleration{
		"the taint " + text + " is not tolerated":           nil,
		"the taint " + text + " is tolerated forever":       {{Operator: api.TolerationExists}},
		"the taint " + text + " is tolerated for some time": {{Operator: api.TolerationExists, TolerationSeconds: &seconds}},
		"the taint " + text + " was tolerated long enough":  {{Operator: api.TolerationExists, TolerationSeconds: &past}},
	} {
		require.Equal(t, want, eviction.Tolerate([]api.Taint{taint}, tolerations, noon).Reason)
	}
}

// TestManyFailures has 100,000 taints, tolerations, clusters and items, and times that overflow. Nothing takes long.
func TestManyFailures(t *testing.T) {
	t.Parallel()
	const many = 100_000
	name := strings.Repeat("m", 1000)
	at := metav1.NewTime(noon)
	var taints []api.Taint
	var tolerations []api.Toleration
	binding := &api.ClusterResourceBinding{}
	since := map[string]time.Time{}
	for i := range many {
		cluster, seconds := fmt.Sprint(name, i), int64(i)
		taints = append(taints, api.Taint{Key: cluster, Effect: api.TaintNoExecute, TimeAdded: &at})
		tolerations = append(tolerations, api.Toleration{Key: cluster, Operator: api.TolerationExists, TolerationSeconds: &seconds})
		binding.Spec.Clusters = append(binding.Spec.Clusters, api.TargetCluster{Name: cluster, Replicas: 1})
		binding.Status.AggregatedStatus = append(binding.Status.AggregatedStatus, api.AggregatedStatusItem{
			ClusterName: cluster, Health: interpreter.Unhealthy, Status: &api.JSON{Raw: []byte("{}")},
		})
		since[cluster] = time.Time{}
	}
	require.True(t, eviction.Tolerate(taints, tolerations, noon).Evict)
	require.Equal(t, time.Second, eviction.Tolerate(taints[1:], tolerations[1:], noon).Left)

	least := int32(math.MinInt32)
	binding.Spec.Failover = &api.FailoverBehavior{Application: &api.ApplicationFailoverBehavior{DecisionConditions: api.DecisionConditions{TolerationSeconds: &least}}}
	in := eviction.FailoverInput{Binding: binding, Since: since, HasHook: true, Now: noon, FeatureGates: api.FeatureGates{api.GateStatefulFailoverInjection: true}}
	r, err := eviction.ApplicationFailover(in)
	require.NoError(t, err)
	require.Len(t, r.Tasks, many)
	require.Empty(t, r.Clusters)
	require.Empty(t, r.Since)

	binding.Spec.Failover.Application.StatePreservation = &api.StatePreservation{Rules: []api.StatePreservationRule{{AliasLabelName: "a", JSONPath: "x"}}}
	r, err = eviction.ApplicationFailover(in)
	require.ErrorContains(t, err, "found 100000 tasks with", "each would have the names of all clusters")
	require.False(t, r.Evicted)
	require.Len(t, r.Since, many, "the times are kept")

	most := int32(math.MaxInt32)
	binding.Spec.Failover.Application.DecisionConditions.TolerationSeconds = &most
	in.Since, in.Now = map[string]time.Time{name + "0": time.Unix(math.MaxInt64-62135596800, 0)}, time.Time{}
	r, err = eviction.ApplicationFailover(in)
	require.NoError(t, err)
	require.False(t, r.Evicted)
	require.Zero(t, r.RetryAfter, "the largest number of seconds means no retry, as in Karmada")

	rules := slices.Repeat([]api.StatePreservationRule{{JSONPath: "{.s}{.s}{.s}{.s}{.s}{.s}{.s}"}}, 1000)
	_, err = eviction.PreserveState(rules, []byte(`{"s":"`+strings.Repeat("x", 100_000)+`"}`))
	require.ErrorContains(t, err, "the states have more than 1048576 bytes together")
	binding.Annotations = map[string]string{api.AppliedPlacementAnnotation: `{"clusterAffinity":` + strings.Repeat("9", 1<<20) + "}"}
	cluster := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name + "1"}, Spec: api.ClusterSpec{Taints: taints}}
	_, decided := eviction.TaintEvictions(eviction.TaintInput{Binding: binding, Options: eviction.TaintOptions{NoExecute: true}, Now: noon}, []*api.Cluster{cluster})
	require.Error(t, decided[0].Err)
	require.Less(t, len(decided[0].Err.Error()), 2000)
}

// TestManyPaths has rules and clusters that multiply. The limits are for all of them together.
func TestManyPaths(t *testing.T) {
	t.Parallel()
	status := []byte(`{"l":[` + strings.Repeat("0,", 50_000) + `0]}`)
	many := slices.Repeat([]api.StatePreservationRule{{JSONPath: "{range .l[*]}{end}"}}, 10_000)
	_, err := eviction.PreserveState(many, status)
	require.ErrorContains(t, err, "more than 1048576 steps")
	many = slices.Repeat([]api.StatePreservationRule{{JSONPath: `{.l[?(@=="x")]}`}}, 10_000)
	_, err = eviction.PreserveState(many, status)
	require.Error(t, err)
	_, err = eviction.PreserveState(make([]api.StatePreservationRule, 1<<20+1), status)
	require.ErrorContains(t, err, "more than 1048576 steps", "an empty path is a step")

	none := int32(0)
	binding := &api.ClusterResourceBinding{}
	in := eviction.FailoverInput{Binding: binding, Since: map[string]time.Time{}, HasHook: true, Now: noon, FeatureGates: api.FeatureGates{api.GateStatefulFailoverInjection: true}}
	for i := range 200 {
		cluster := fmt.Sprint("m", i)
		binding.Status.AggregatedStatus = append(binding.Status.AggregatedStatus, api.AggregatedStatusItem{
			ClusterName: cluster, Health: interpreter.Unhealthy, Status: &api.JSON{Raw: []byte("{}")},
		})
		binding.Spec.Clusters = append(binding.Spec.Clusters, api.TargetCluster{Name: cluster})
		in.Since[cluster] = noon.Add(-time.Second)
	}
	rule := api.StatePreservationRule{AliasLabelName: "a", JSONPath: strings.Repeat("x", 10_000)}
	binding.Spec.Failover = &api.FailoverBehavior{Application: &api.ApplicationFailoverBehavior{
		DecisionConditions: api.DecisionConditions{TolerationSeconds: &none}, StatePreservation: &api.StatePreservation{Rules: []api.StatePreservationRule{rule}},
	}}
	_, err = eviction.ApplicationFailover(in)
	require.ErrorContains(t, err, "the states have more than 1048576 bytes together", "no API server stores the binding")
	binding.Spec.Failover.Application.StatePreservation.Rules[0].JSONPath = "x"
	r, err := eviction.ApplicationFailover(in)
	require.NoError(t, err)
	require.Len(t, r.Tasks, 200)
}
