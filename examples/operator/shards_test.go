package main

import (
	"fmt"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	coordinationv1 "k8s.io/api/coordination/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/propagation/controller/shard"
)

// TestShards: two replicas share the templates. One is killed, and a policy changes all templates: the other has taken the lost templates over
// when its Lease is over. No object ever goes back to an older color.
func TestShards(t *testing.T) {
	const lease = 4 * time.Second
	startNamespaceController(t)
	var replicas []*exec.Cmd
	for i := range 2 {
		replicas = append(replicas, startProcess(t, "-identity", fmt.Sprintf("operator-%d", i), "-lease", lease.String(), "-namespace", "default"))
	}
	p := newPainted(t, "shards")
	ring, lost := shard.NewRing("operator-0", "operator-1"), 0
	for i := range *objects {
		name := fmt.Sprintf("c%d", i)
		p.add(t, name)
		if ring.Owner(shard.OfObject("ConfigMap", "shards", name)) == "operator-1" {
			lost++
		}
	}
	require.InDelta(t, *objects/2, lost, float64(*objects)/4)
	p.await(t, "c0")
	p.paint(t, "c1")
	t.Logf("%d templates, 2 replicas: %s", *objects, p.await(t, "c1"))

	require.NoError(t, replicas[1].Process.Kill())
	_ = replicas[1].Wait()
	var last coordinationv1.Lease
	require.NoError(t, hub.Get(t.Context(), client.ObjectKey{Namespace: "default", Name: "operator-operator-1"}, &last))
	p.paint(t, "c2")
	for i := 0; ; i++ {
		colored := p.colored(t, i%len(members), "c2")
		if time.Since(last.Spec.RenewTime.Time) >= lease {
			break
		}
		require.LessOrEqual(t, colored, *objects-lost, "the templates of the killed replica wait for its Lease")
		time.Sleep(50 * time.Millisecond)
	}
	t.Logf("one was killed, with %d templates: taken over %s later", lost, p.await(t, "c2"))
	p.end(t, "c0", "c1", "c2")
}
