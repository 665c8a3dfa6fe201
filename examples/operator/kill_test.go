package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/watch"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var (
	kills   = flag.Int("kills", 3, "how often the operator is killed while it works")
	objects = flag.Int("objects", 40, "how many objects it changes then")
)

// history has the colors that each ConfigMap of a namespace had in the members, without repetitions.
type history struct {
	mu  sync.Mutex
	all map[string][]string
}

func (h *history) add(member int, c *corev1.ConfigMap) {
	h.mu.Lock()
	defer h.mu.Unlock()
	key, color := fmt.Sprintf("member%d/%s", member+1, c.Name), c.Labels["color"]
	if seen := h.all[key]; len(seen) == 0 || seen[len(seen)-1] != color {
		h.all[key] = append(seen, color)
	}
}

// follow records the colors until the test ends.
func follow(t *testing.T, namespace string) *history {
	t.Helper()
	h := &history{all: map[string][]string{}}
	ctx, stop := context.WithCancel(context.Background())
	var wait sync.WaitGroup
	t.Cleanup(func() {
		stop()
		wait.Wait()
	})
	for i, server := range fleet.Members {
		c, err := client.NewWithWatch(server.Config(), client.Options{})
		require.NoError(t, err)
		w, err := c.Watch(ctx, &corev1.ConfigMapList{}, client.InNamespace(namespace))
		require.NoError(t, err)
		wait.Go(func() {
			defer w.Stop()
			for e := range w.ResultChan() {
				if o, ok := e.Object.(*corev1.ConfigMap); ok && e.Type != watch.Deleted {
					h.add(i, o)
				}
			}
		})
	}
	return h
}

// TestKilled kills the operator at random points while it changes all objects of two policies, each time to another color. In the end all is as planned,
// and no object has ever gone back to an earlier color.
func TestKilled(t *testing.T) {
	startNamespaceController(t)
	startProcess := func() func() {
		c := startProcess(t)
		return func() {
			require.NoError(t, c.Process.Kill())
			_ = c.Wait()
		}
	}
	kill := startProcess()
	p := newPainted(t, "kill")
	for i := range *objects {
		p.add(t, fmt.Sprintf("c%d", i))
	}
	began := time.Now()
	var colors []string
	random := rand.New(rand.NewPCG(1, uint64(*kills)))
	for i := range *kills {
		colors = append(colors, fmt.Sprintf("c%d", i))
		time.Sleep(time.Duration(random.IntN(2500)) * time.Millisecond)
		p.paint(t, fmt.Sprintf("c%d", i+1))
		time.Sleep(time.Duration(random.IntN(700)) * time.Millisecond)
		kill()
		kill = startProcess()
	}
	last := fmt.Sprintf("c%d", *kills)
	colors = append(colors, last)
	p.await(t, last)
	t.Logf("%d kills, %d objects, 3 members: %s", *kills, *objects, time.Since(began).Round(time.Millisecond))
	p.end(t, colors...)
}
