package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/shard"
)

var (
	kills   = flag.Int("kills", 3, "how often TestKill kills the operator")
	objects = flag.Int("objects", 100, "how many templates TestKill and TestShards have")
)

// batch is a number of ConfigMaps that go to all members, with a policy that overrides each of them.
type batch struct {
	t        *testing.T
	space    string
	override *unstructured.Unstructured
}

func newBatch(t *testing.T, space string) *batch {
	t.Helper()
	b := &batch{t: t, space: space}
	apply(t, fmt.Sprintf(`{apiVersion: v1, kind: Namespace, metadata: {name: %s}}`, space))
	placement := apply(t, fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {namespace: %s, name: all}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]
  placement: {}
`, space))
	b.override = apply(t, fmt.Sprintf(`
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {namespace: %s, name: all}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]
  overrideRules: [{overriders: {plaintext: [{path: /data/policy, operator: replace, value: "0"}]}}]
`, space))
	for i := range *objects {
		apply(t, fmt.Sprintf(`{apiVersion: v1, kind: ConfigMap, metadata: {namespace: %s, name: %s}, data: {template: "0", policy: "-"}}`, space, b.name(i)))
	}
	t.Cleanup(func() {
		ctx := context.Background()
		require.NoError(t, hub.DeleteAllOf(ctx, &corev1.ConfigMap{}, client.InNamespace(space)))
		require.NoError(t, hub.Delete(ctx, b.override))
		require.NoError(t, hub.Delete(ctx, placement))
		require.NoError(t, until(time.Minute, func() error { // clusters cannot leave while a binding has them
			list := &api.ResourceBindingList{}
			if err := hub.List(ctx, list, client.InNamespace(space)); err != nil || len(list.Items) > 0 {
				return fmt.Errorf("found %d bindings (%v)", len(list.Items), err)
			}
			return nil
		}))
	})
	return b
}

func (b *batch) name(i int) string { return fmt.Sprintf("settings-%d", i) }

// change writes a round into the policy and into all templates.
func (b *batch) change(round int) {
	b.t.Helper()
	patch := func(o client.Object, text string) {
		require.NoError(b.t, hub.Patch(b.t.Context(), o, client.RawPatch(types.MergePatchType, []byte(text))))
	}
	patch(b.override, fmt.Sprintf(
		`{"spec":{"overrideRules":[{"overriders":{"plaintext":[{"path":"/data/policy","operator":"replace","value":"%d"}]}}]}}`, round))
	for i := range *objects {
		c := &corev1.ConfigMap{}
		c.Namespace, c.Name = b.space, b.name(i)
		patch(c, fmt.Sprintf(`{"data":{"template":"%d"}}`, round))
	}
}

// reached returns how many objects of all members have a round.
func (b *batch) reached(round int) (n int) {
	b.t.Helper()
	want := map[string]string{"template": strconv.Itoa(round), "policy": strconv.Itoa(round)}
	for _, c := range members {
		list := &corev1.ConfigMapList{}
		require.NoError(b.t, c.List(b.t.Context(), list, client.InNamespace(b.space)))
		for i := range list.Items {
			if equality.Semantic.DeepEqual(list.Items[i].Data, want) {
				n++
			}
		}
	}
	return n
}

// await waits until all objects of all members have a round, and returns how long it took.
func (b *batch) await(round int, limit time.Duration) time.Duration {
	b.t.Helper()
	began := time.Now()
	require.NoError(b.t, until(limit, func() error {
		if n := b.reached(round); n != *objects*len(members) {
			return fmt.Errorf("found round %d in %d objects, expected %d", round, n, *objects*len(members))
		}
		return nil
	}))
	return time.Since(began)
}

// history has every state of every object in the members.
type history struct {
	mu     sync.Mutex
	states map[string][]string // by member and name
	faults []string
	writes int
}

// record watches the ConfigMaps of a namespace in all members until the test ends.
func record(t *testing.T, space string) *history {
	t.Helper()
	h := &history{states: map[string][]string{}}
	for i, server := range fleet.Members {
		c, err := client.NewWithWatch(server.Config(), client.Options{})
		require.NoError(t, err)
		w, err := c.Watch(t.Context(), &corev1.ConfigMapList{}, client.InNamespace(space))
		require.NoError(t, err)
		t.Cleanup(w.Stop)
		go func() {
			for e := range w.ResultChan() {
				h.add(i, e)
			}
		}()
	}
	return h
}

// add checks an event: an object is created once, and its rounds only grow.
func (h *history) add(member int, e watch.Event) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o, ok := e.Object.(*corev1.ConfigMap)
	if !ok || o.Name == "kube-root-ca.crt" {
		return
	}
	key := fmt.Sprintf("member%d/%s", member+1, o.Name)
	state := fmt.Sprintf("template %s, policy %s, uid %s", o.Data["template"], o.Data["policy"], o.UID)
	h.writes++
	before := h.states[key]
	h.states[key] = append(before, state)
	if e.Type == watch.Deleted || e.Type == watch.Added && len(before) > 0 {
		h.faults = append(h.faults, fmt.Sprintf("%s: %s after %v", key, e.Type, before))
	}
	if len(before) > 0 && !grows(before[len(before)-1], state) {
		h.faults = append(h.faults, fmt.Sprintf("%s: %s after %v", key, state, before))
	}
}

// grows reports whether no round of a state is less than before, and the object is the same.
func grows(before, after string) bool {
	var t1, p1, t2, p2 int
	var uid1, uid2 string
	_, err1 := fmt.Sscanf(before, "template %d, policy %d, uid %s", &t1, &p1, &uid1)
	_, err2 := fmt.Sscanf(after, "template %d, policy %d, uid %s", &t2, &p2, &uid2)
	return err1 == nil && err2 == nil && t1 <= t2 && p1 <= p2 && uid1 == uid2
}

func (h *history) check(t *testing.T) (writes int) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	require.Empty(t, h.faults)
	require.Len(t, h.states, *objects*len(members))
	return h.writes
}

// TestKill kills the operator at random points of changes. In the end everything is as planned, nothing was created twice, and no object ever went back
// to an older content.
func TestKill(t *testing.T) {
	startNamespaceController(t)
	h := record(t, "kill")
	operators := newProcesses(t)
	first := operators.start()
	join(t, "kill")
	b := newBatch(t, "kill")
	t.Logf("%d templates are in %d members after %v", *objects, len(members), b.await(0, time.Minute))
	kill(first)
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	partly := 0
	for round := 1; round <= *kills; round++ {
		p := operators.start()
		b.change(round)
		time.Sleep(time.Duration(random.Int64N(int64(3 * time.Second))))
		kill(p)
		n := b.reached(round)
		t.Logf("killed when %d of %d objects had changed", n, *objects*len(members))
		if n > 0 && n < *objects*len(members) {
			partly++
		}
	}
	operators.start()
	t.Logf("everything is as planned %v after the last start; %d of %d kills were in the middle", b.await(*kills, time.Minute), partly, *kills)
	time.Sleep(time.Second)
	writes := h.check(t)
	time.Sleep(2 * time.Second)
	require.Equal(t, writes, h.check(t), "a steady state causes no writes")
	t.Logf("%d writes of %d objects in %d rounds", writes, *objects*len(members), *kills+1)
}

// TestShards: two replicas share the templates. When one is killed, the other takes its templates over within the lease time.
func TestShards(t *testing.T) {
	const lease = 4 * time.Second
	startNamespaceController(t)
	h := record(t, "shards")
	apply(t, `{apiVersion: v1, kind: Namespace, metadata: {name: leases}}`)
	operators := newProcesses(t)
	start := func(identity string) *exec.Cmd {
		return operators.start("-identity", identity, "-lease", lease.String(), "-lease-namespace", "leases")
	}
	start("operator-0")
	second := start("operator-1")
	join(t, "shards")
	b := newBatch(t, "shards")
	b.await(0, time.Minute)
	b.change(1)
	t.Logf("two replicas: %v", b.await(1, time.Minute))
	h.check(t)

	ring, owned := shard.NewRing("operator-0", "operator-1"), 0
	for i := range *objects {
		if ring.Owner(shard.OfObject("ConfigMap", b.space, b.name(i))) == "operator-1" {
			owned++
		}
	}
	require.InDelta(t, *objects/2, owned, float64(*objects)/4)
	kill(second)
	b.change(2)
	time.Sleep(lease / 4)
	require.LessOrEqual(t, b.reached(2), (*objects-owned)*len(members), "the templates of the killed replica wait for its Lease")
	took := b.await(2, time.Minute)
	t.Logf("one of two replicas was killed, with %d of %d templates: taken over %v later", owned, *objects, took)
	require.Less(t, took, lease+5*time.Second)
	h.check(t)
}
