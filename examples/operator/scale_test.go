package main

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/metrics"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

var templates = flag.Int("templates", 100, "how many templates TestScale propagates")

// total returns the sum of a metric, of the series that have all of these labels.
func total(t *testing.T, name string, labels ...string) (sum float64) {
	t.Helper()
	families, err := metrics.Registry.Gather()
	require.NoError(t, err)
	for _, f := range families {
		if f.GetName() != name {
			continue
		}
		for _, m := range f.GetMetric() {
			var have strings.Builder
			for _, l := range m.GetLabel() {
				fmt.Fprintf(&have, "%s=%s ", l.GetName(), l.GetValue())
			}
			matches := true
			for _, l := range labels {
				matches = matches && strings.Contains(have.String(), l+" ")
			}
			if matches {
				sum += m.GetCounter().GetValue()
			}
		}
	}
	return sum
}

// reconciled returns how often ConfigMaps were reconciled.
func reconciled(t *testing.T) float64 {
	return total(t, "controller_runtime_reconcile_total", "controller=hub-configmap")
}

func writes(t *testing.T) (onHub, onMembers float64) {
	return total(t, "overridekit_hub_writes_total"), total(t, "overridekit_member_writes_total")
}

// quiet waits until neither a reconcile nor a write has happened for a while, which is longer on a slow machine.
func quiet(t *testing.T) {
	t.Helper()
	state := func() string {
		onHub, onMembers := writes(t)
		return fmt.Sprint(reconciled(t), onHub, onMembers)
	}
	for before, same := state(), 0; same < 2; {
		began := time.Now()
		for _, c := range members {
			require.NoError(t, c.List(t.Context(), &corev1.ConfigMapList{}))
		}
		time.Sleep(600*time.Millisecond + 10*time.Since(began))
		if same++; before != state() {
			before, same = state(), 0
		}
	}
}

// TestScale brings templates to a steady state in three members, and counts what that costs, and what a policy that concerns some of them costs.
func TestScale(t *testing.T) {
	startNamespaceController(t)
	startOperator(t)
	labels := map[string]string{"fleet": "scale"}
	join(t, "scale", labels, labels, labels)
	space := apply(t, `{apiVersion: v1, kind: Namespace, metadata: {name: scale}}`)
	for _, c := range members {
		eventually(t, func() error { return c.Get(t.Context(), client.ObjectKeyFromObject(space), &corev1.Namespace{}) })
	}
	placement := apply(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: scale, name: all}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {app: scale}}}]
  placement: {clusterAffinity: {labelSelector: {matchLabels: {fleet: scale}}}}
`)
	quiet(t)
	hubBefore, membersBefore := writes(t)
	reconciledBefore, began := reconciled(t), time.Now()
	createMany(t, *templates)
	require.NoError(t, until(10*time.Minute, func() error { return inAll("", *templates) }))
	steady := time.Since(began)
	require.NoError(t, until(10*time.Minute, func() error { return allApplied(*templates) }))
	quiet(t)
	hubAfter, membersAfter := writes(t)
	n := float64(*templates)
	var memory runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&memory)
	t.Logf("%d templates × 3 members: steady after %s; %.2f writes on the hub and %.2f in members for each template, %.2f reconciles; heap %d MiB, with the tests",
		*templates, steady.Round(time.Millisecond), (hubAfter-hubBefore)/n, (membersAfter-membersBefore)/n, (reconciled(t)-reconciledBefore)/n, memory.HeapInuse>>20)
	require.InDelta(t, 3, (membersAfter-membersBefore)/n, 0.01, "one write for each member")

	time.Sleep(3 * time.Second)
	hubAgain, membersAgain := writes(t)
	require.Equal(t, [2]float64{hubAfter, membersAfter}, [2]float64{hubAgain, membersAgain}, "a steady state writes nothing")

	reconciledBefore, began = reconciled(t), time.Now()
	override := apply(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {namespace: scale, name: some}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {some: "yes"}}}]
  overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {color: red}}]}}]
`)
	require.NoError(t, until(patience, func() error { return inAll("red", 20) }))
	t.Logf("a policy for 20 of them: in all members after %s", time.Since(began).Round(time.Millisecond))
	quiet(t)
	require.Equal(t, 20., reconciled(t)-reconciledBefore)

	began = time.Now()
	require.NoError(t, hub.DeleteAllOf(t.Context(), &corev1.ConfigMap{}, client.InNamespace("scale")))
	for _, o := range []client.Object{override, placement, space} {
		require.NoError(t, hub.Delete(t.Context(), o))
	}
	require.NoError(t, until(10*time.Minute, nothingLeft))
	t.Logf("everything is deleted after %s", time.Since(began).Round(time.Millisecond))
}

// createMany creates ConfigMaps, the first 20 with a label more.
func createMany(t *testing.T, n int) {
	t.Helper()
	var wait sync.WaitGroup
	for worker := range 8 {
		wait.Go(func() {
			for i := worker; i < n; i += 8 {
				c := &corev1.ConfigMap{Data: map[string]string{"a": "b"}}
				c.Namespace, c.Name, c.Labels = "scale", fmt.Sprintf("c%d", i), map[string]string{"app": "scale"}
				if i < 20 {
					c.Labels["some"] = "yes"
				}
				if err := hub.Create(context.Background(), c); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}

// inAll returns an error unless each member has n ConfigMaps with a color, or with any if it is empty.
func inAll(color string, n int) error {
	options := []client.ListOption{client.InNamespace("scale"), client.HasLabels{api.ManagedLabel}}
	if color != "" {
		options = append(options, client.MatchingLabels{"color": color})
	}
	for i, c := range members {
		var list corev1.ConfigMapList
		if err := c.List(context.Background(), &list, options...); err != nil {
			return err
		}
		if len(list.Items) != n {
			return fmt.Errorf("member%d has %d of %d ConfigMaps", i+1, len(list.Items), n)
		}
	}
	return nil
}

// allApplied returns an error unless n bindings know that they are applied in each member.
func allApplied(n int) error {
	var list api.ResourceBindingList
	if err := hub.List(context.Background(), &list, client.InNamespace("scale")); err != nil {
		return err
	}
	applied := 0
	for i := range list.Items {
		s := &list.Items[i].Status
		if len(s.AggregatedStatus) == len(members) && meta.IsStatusConditionTrue(s.Conditions, api.BindingFullyApplied) {
			applied++
		}
	}
	if applied != n {
		return fmt.Errorf("%d of %d bindings are applied", applied, n)
	}
	return nil
}
