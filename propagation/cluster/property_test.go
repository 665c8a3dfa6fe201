package cluster_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// amounts are of cpu in thousandths, memory in bytes, GPUs and pods.
type amounts [4]int64

var resources = [4]string{"cpu", "memory", "example.com/gpu", "pods"}

func (a amounts) content() map[string]any {
	all := map[string]any{}
	for i, v := range a {
		switch {
		case v == 0 && i != 3:
		case i == 0:
			all[resources[i]] = fmt.Sprintf("%dm", v)
		default:
			all[resources[i]] = v
		}
	}
	return all
}

func randomAmounts(r *rand.Rand, of int64) (a amounts) {
	for i := range a {
		a[i] = r.Int64N(of)
	}
	a[0] *= 500
	return a
}

// randomPod is a pod that the oracle can add up.
type randomPod struct {
	node             string // "": none
	ended            bool
	containers, init []amounts
	overhead         amounts
}

func newRandomPod(r *rand.Rand) randomPod {
	p := randomPod{ended: r.IntN(5) == 0, node: []string{"", "n0", "n1", "n2", "elsewhere"}[r.IntN(5)]}
	for range r.IntN(3) {
		p.containers = append(p.containers, randomAmounts(r, 3))
	}
	for range r.IntN(2) {
		p.init = append(p.init, randomAmounts(r, 6))
	}
	if r.IntN(3) == 0 {
		p.overhead = randomAmounts(r, 2)
	}
	return p
}

func (p randomPod) object() *unstructured.Unstructured {
	list := func(all []amounts) (containers []any) {
		for _, a := range all {
			containers = append(containers, map[string]any{"resources": map[string]any{"requests": a.content()}})
		}
		return containers
	}
	phase := "Running"
	if p.ended {
		phase = "Succeeded"
	}
	return &unstructured.Unstructured{Object: map[string]any{
		"spec":   map[string]any{"nodeName": p.node, "containers": list(p.containers), "initContainers": list(p.init), "overhead": p.overhead.content()},
		"status": map[string]any{"phase": phase},
	}}
}

// requested is the oracle for the pods of one total. It has no streams, no names and no limits.
func requested(pods []randomPod) (sum amounts) {
	for _, p := range pods {
		for i := range sum {
			for _, c := range p.containers {
				sum[i] += c[i]
			}
			for _, c := range p.init {
				if c[i] > sum[i] {
					sum[i] = c[i]
				}
			}
			sum[i] += p.overhead[i]
		}
	}
	sum[3] += int64(len(pods))
	return sum
}

func where(pods []randomPod, keep func(randomPod) bool) (kept []randomPod) {
	for _, p := range pods {
		if keep(p) {
			kept = append(kept, p)
		}
	}
	return kept
}

// TestSummaryProperties compares summaries of random clusters with the oracle.
func TestSummaryProperties(t *testing.T) {
	t.Parallel()
	seeds := uint64(2000)
	if testing.Short() {
		seeds /= 8
	}
	for seed := range seeds {
		r := rand.New(rand.NewPCG(seed, 20))
		var nodes []amounts
		for range r.IntN(4) {
			nodes = append(nodes, randomAmounts(r, 12))
		}
		var pods []randomPod
		for range r.IntN(8) {
			pods = append(pods, newRandomPod(r))
		}
		s := &cluster.Summary{}
		addAll(t, r, s, nodes, pods)

		var allocatable amounts
		for _, n := range nodes {
			for i := range n {
				allocatable[i] += n[i]
			}
		}
		got := s.ResourceSummary()
		for i, name := range resources {
			for what, c := range map[string]struct {
				want int64
				list map[string]string
			}{
				"allocatable": {allocatable[i], texts(got.Allocatable)},
				"allocating":  {requested(where(pods, func(p randomPod) bool { return p.node == "" }))[i], texts(got.Allocating)},
				"allocated":   {requested(where(pods, func(p randomPod) bool { return p.node != "" && !p.ended }))[i], texts(got.Allocated)},
			} {
				require.Equal(t, amountText(i, c.want), amountText(i, parsed(t, i, c.list[name])), "seed %d: %s of %s", seed, what, name)
			}
		}
		requireGrades(t, r, seed, s, nodes, pods)
	}
}

// addAll adds the nodes in their order and the pods in theirs, but in random order relative to each other.
func addAll(t *testing.T, r *rand.Rand, s *cluster.Summary, nodes []amounts, pods []randomPod) {
	for n, p := 0, 0; n < len(nodes) || p < len(pods); {
		if n < len(nodes) && (p == len(pods) || r.IntN(2) == 0) {
			require.NoError(t, s.AddNode(&unstructured.Unstructured{Object: map[string]any{
				"metadata": map[string]any{"name": fmt.Sprint("n", n)}, "status": map[string]any{"allocatable": nodes[n].content()},
			}}))
			n++
		} else {
			require.NoError(t, s.AddPod(pods[p].object()))
			p++
		}
	}
}

// requireGrades compares the counts of random models, whose minima ascend, with the oracle: it looks at every model.
func requireGrades(t *testing.T, r *rand.Rand, seed uint64, s *cluster.Summary, nodes []amounts, pods []randomPod) {
	names := r.Perm(4)[:1+r.IntN(3)]
	minima := make([]amounts, 1+r.IntN(4))
	for i := range minima {
		minima[i] = randomAmounts(r, 6)
		for j := range minima[i] {
			if i > 0 {
				minima[i][j] += minima[i-1][j]
			}
		}
	}
	var given []api.ResourceModel
	for grade, low := range minima {
		text := ""
		for _, j := range names {
			text += fmt.Sprintf("{name: %s, min: %s, max: 0}, ", resources[j], amountText(j, low[j]))
		}
		given = append(given, models(t, fmt.Sprintf("[{grade: %d, ranges: [%s]}]", grade, text))...)
	}
	want := make([]int64, len(minima))
	for n, free := range nodes {
		on := where(pods, func(p randomPod) bool { return p.node == fmt.Sprint("n", n) && !p.ended })
		used := requested(on)
		for i := range free {
			free[i] -= used[i]
		}
		if len(on) > 0 && free[3] <= 0 {
			break
		}
		best := -1
		for i, low := range minima {
			if !slices.ContainsFunc(names, func(j int) bool { return low[j] > free[j] && nodes[n].has(j) || low[j] > 0 && !nodes[n].has(j) }) {
				best = i
			}
		}
		if best >= 0 {
			want[best]++
		}
	}
	counts, err := s.Modelings(given)
	require.NoError(t, err)
	require.Equal(t, want, counted(counts), "seed %d", seed)
}

// has reports whether content lists a resource.
func (a amounts) has(i int) bool { return a[i] != 0 || i == 3 }

func amountText(i int, v int64) string {
	if i == 0 {
		return fmt.Sprintf("%dm", v)
	}
	return fmt.Sprint(v)
}

func parsed(t *testing.T, i int, text string) int64 {
	if text == "" {
		return 0
	}
	q := casetest.Decode[api.ResourceModelRange](t, "min: "+text).Min
	if i == 0 {
		return q.MilliValue()
	}
	return q.Value()
}

// TestSummaryOrder shuffles nodes and pods. Without init containers and full nodes the order does not matter.
func TestSummaryOrder(t *testing.T) {
	t.Parallel()
	grades := cluster.StandardModels(nil)
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 21))
		var nodes, pods []*unstructured.Unstructured
		for i := range 1 + r.IntN(6) {
			content := randomAmounts(r, 1000).content()
			content["pods"] = int64(1000)
			nodes = append(nodes, &unstructured.Unstructured{Object: map[string]any{"metadata": map[string]any{"name": fmt.Sprint("n", i)}, "status": map[string]any{"allocatable": content}}})
		}
		for range r.IntN(20) {
			p := newRandomPod(r)
			p.init = nil
			pods = append(pods, p.object())
		}
		want := frozenSummary(t, nodes, pods, grades)
		r.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
		r.Shuffle(len(pods), func(i, j int) { pods[i], pods[j] = pods[j], pods[i] })
		require.Equal(t, want, frozenSummary(t, nodes, pods, grades), "seed %d", seed)
	}
}

func frozenSummary(t *testing.T, nodes, pods []*unstructured.Unstructured, grades []api.ResourceModel) string {
	s := &cluster.Summary{}
	for _, pod := range pods {
		require.NoError(t, s.AddPod(pod))
	}
	for _, node := range nodes {
		require.NoError(t, s.AddNode(node))
	}
	counts, err := s.Modelings(grades)
	require.NoError(t, err)
	return casetest.Frozen(t, []any{s.NodeSummary(), s.ResourceSummary(), counts})
}
