package cluster_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/cluster"
)

func TestModelings(t *testing.T) {
	t.Parallel()
	const small, large = "{metadata: {name: small}, status: {allocatable: {cpu: 1, memory: 1Gi, pods: 2}}}", "{metadata: {name: large}, status: {allocatable: {cpu: 8, memory: 64Gi, pods: 2}}}"
	const two = "[{grade: 3, ranges: [{name: cpu, min: 0, max: 2}]}, {grade: 9, ranges: [{name: cpu, min: 2, max: 4}]}]"
	pod := func(node, cpu string) string {
		return "{spec: {nodeName: " + node + ", containers: [{resources: {requests: {cpu: " + cpu + "}}}]}}"
	}
	for _, c := range []struct {
		name, reason string
		models       string
		nodes, pods  objects
		want         []int64
	}{
		{"free", "rule 1: without pods everything is free", two, objects{small, large}, nil, []int64{1, 1}},
		{"used", "rule 1: 8 - 6500m is in the lower grade", two, objects{large}, objects{pod("large", "6500m")}, []int64{1, 0}},
		{"used elsewhere", "rule 1: pods on other nodes and ended ones do not count", two, objects{large}, objects{pod("other", "8"), "{spec: {nodeName: large, containers: [{resources: {requests: {cpu: 8}}}]}, status: {phase: Failed}}"}, []int64{0, 1}},
		{"init containers", "rule 1: they are compared with the total of their node", two, objects{small, large}, objects{pod("small", "7"), "{spec: {nodeName: large, initContainers: [{resources: {requests: {cpu: 7}}}]}}"}, []int64{1, 0}},
		{"a minimum", "rule 2: it belongs to its own grade", two, objects{"{status: {allocatable: {cpu: 2000m}}}", "{status: {allocatable: {cpu: 1999m}}}"}, nil, []int64{1, 1}},
		{"above every maximum", "rule 4: maxima are ignored", two, objects{"{status: {allocatable: {cpu: 1e900}}}"}, nil, []int64{0, 1}},
		{"a name that the node lacks", "rule 2: it is 0", "[{grade: 1, ranges: [{name: x, min: 0, max: 1}]}, {grade: 2, ranges: [{name: x, min: 1, max: 1}]}]", objects{small}, nil, []int64{1, 0}},
		{"a name that a later model lacks", "rule 2: its minimum is 0", "[{grade: 1, ranges: [{name: cpu, min: 0, max: 1}]}, {grade: 2, ranges: [{name: memory, min: 99Gi, max: 1}]}]", objects{small}, nil, []int64{0, 1}},
		{"a later model without ranges", "rule 2: its minima are 0", "[{grade: 1, ranges: [{name: cpu, min: 0, max: 1}]}, {grade: 2, ranges: []}]", objects{small}, nil, []int64{0, 1}},
		{"a later model without ranges, below 0", "rule 3: less than 0 is below its minima, too", "[{grade: 1, ranges: [{name: cpu, min: 0, max: 1}]}, {grade: 2, ranges: []}]", objects{large}, objects{pod("large", "9")}, []int64{0, 0}},
		{"a name twice in a later model", "rule 4: the last range counts", "[{grade: 1, ranges: [{name: cpu, min: 0, max: 1}, {name: memory, min: 0, max: 1}]}, {grade: 2, ranges: [{name: cpu, min: 9, max: 1}, {name: cpu, min: 1, max: 1}]}]", objects{small}, nil, []int64{0, 1}},
		{
			"least grade", "rule 3: memory keeps it down",
			"[{grade: 1, ranges: [{name: cpu, min: 0, max: 1}, {name: memory, min: 0, max: 1}]}, {grade: 2, ranges: [{name: memory, min: 2Gi, max: 1}, {name: cpu, min: 1, max: 1}]}]", objects{small, large}, nil, []int64{1, 1},
		},
		{"below all", "rule 3", "[{grade: 1, ranges: [{name: cpu, min: 4, max: 8}]}]", objects{small, large}, nil, []int64{1}},
		{"overcommitted", "rule 3: less than 0 is below all", two, objects{large}, objects{pod("large", "9")}, []int64{0, 0}},
		{"grade of pods", "pods are a resource like others", "[{grade: 1, ranges: [{name: pods, min: 0, max: 1}]}, {grade: 2, ranges: [{name: pods, min: 2, max: 1}]}]", objects{small, large}, objects{pod("small", "0")}, []int64{1, 1}},
		{"full node first", "rule 5: no node after it counts", two, objects{small, large}, objects{pod("small", "0"), pod("small", "0")}, []int64{0, 0}},
		{"full node last", "rule 5: all nodes before it count", two, objects{large, small}, objects{pod("small", "0"), pod("small", "0")}, []int64{0, 1}},
		{"no pods allowed, none there", "rule 5: it has no pods", two, objects{"{metadata: {name: a}, status: {allocatable: {cpu: 1, pods: 0}}}", large}, nil, []int64{1, 1}},
		{"no pods reported, one there", "rule 5: absent is 0", two, objects{"{metadata: {name: a}, status: {allocatable: {cpu: 1}}}", large}, objects{pod("a", "0")}, []int64{0, 0}},
		{"requests for pods below 0", "rule 5: they do not make room", two, objects{"{metadata: {name: a}, status: {allocatable: {cpu: 1, pods: 0}}}", large}, objects{"{spec: {nodeName: a, containers: [{resources: {requests: {pods: -5}}}]}}"}, []int64{0, 0}},
		{"node without resources", "rule 5: it reports none", two, objects{"{metadata: {name: a}}", large}, nil, []int64{0, 0}},
		{"node with an empty list", "it reports that it has nothing", two, objects{"{status: {allocatable: {}}}", large}, nil, []int64{1, 1}},
		{"minima that do not ascend", "rule 2: the binary search stops at the middle model", "[{grade: 1, ranges: [{name: cpu, min: 0, max: 1}]}, {grade: 2, ranges: [{name: cpu, min: 100, max: 1}]}, {grade: 3, ranges: [{name: cpu, min: 1, max: 1}]}]", objects{small}, nil, []int64{1, 0, 0}},
		{"no models", "there is nothing to count", "[]", objects{small}, nil, []int64{}},
		{"no nodes, no ranges", "nothing needs them", "[{grade: 1, ranges: []}]", nil, nil, []int64{0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			given := models(t, c.models)
			counts, err := summary(t, c.nodes, c.pods).Modelings(given)
			require.NoError(t, err, c.reason)
			require.Equal(t, c.want, counted(counts), c.reason)
			for i := range counts {
				require.Equal(t, given[i].Grade, counts[i].Grade)
			}
		})
	}
}

func TestModelingsErrors(t *testing.T) {
	t.Parallel()
	s := summary(t, objects{"{status: {allocatable: {cpu: 1}}}"}, nil)
	for name, c := range map[string]struct {
		models, err string
		isUneven    bool
	}{
		"more ranges later":  {"[{grade: 1, ranges: [{name: cpu, min: 0, max: 1}]}, {grade: 2, ranges: [{name: cpu, min: 1, max: 2}, {name: memory, min: 1, max: 2}]}]", "resourceModels[1]: the number of ranges is 2, expected 1 as in the first", true},
		"fewer ranges later": {"[{grade: 1, ranges: [{name: cpu, min: 0, max: 1}, {name: memory, min: 1, max: 2}]}, {grade: 2, ranges: []}, {grade: 3, ranges: [{name: cpu, min: 1, max: 2}]}]", "resourceModels[2]: the number of ranges is 1, expected 2 as in the first", true},
		"none at first":      {"[{grade: 1, ranges: []}, {grade: 2, ranges: [{name: cpu, min: 1, max: 2}]}]", "resourceModels[1]: the number of ranges is 1, expected 0 as in the first", true},
		"repeated name":      {"[{grade: 1, ranges: [{name: cpu, min: 0, max: 1}, {name: cpu, min: 0, max: 1}]}]", `resourceModels[0].ranges[1] repeats "cpu"`, true},
		"no ranges":          {"[{grade: 1, ranges: []}, {grade: 2, ranges: []}]", "resourceModels[0].ranges is empty, expected a range for each resource", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			counts, err := s.Modelings(models(t, c.models))
			require.ErrorContains(t, err, c.err)
			require.Equal(t, c.isUneven, errors.Is(err, cluster.ErrUnevenModels))
			require.Nil(t, counts)
		})
	}
	built := models(t, "[{grade: 1, ranges: [{name: cpu, min: 0, max: 1}]}]")
	built[0].Ranges[0].Min.Quantity = resource.MustParse("1e-9")
	built[0].Ranges[0].Min.SetScaled(1, 1_000_000_000)
	_, err := s.Modelings(built)
	require.ErrorContains(t, err, "resourceModels[0].ranges[0].min: found a quantity with the power of ten 1000000000")
}

func TestStandardModels(t *testing.T) {
	t.Parallel()
	standard := cluster.StandardModels(nil)
	for i, want := range []string{"0-1 0-4Gi", "1-2 4Gi-16Gi", "2-4 16Gi-32Gi", "4-8 32Gi-64Gi", "8-16 64Gi-128Gi", "16-32 128Gi-256Gi", "32-64 256Gi-512Gi", "64-128 512Gi-1Ti", "128-9223372036854775807 1Ti-9223372036854775807"} {
		require.EqualValues(t, i, standard[i].Grade)
		require.Equal(t, want, rangesText(standard[i]))
	}
	given := models(t, "[{grade: 7, ranges: [{name: cpu, min: 4, max: 8}]}, {grade: 2, ranges: [{name: cpu, min: 1, max: 4}]}]")
	sorted := cluster.StandardModels(given)
	require.EqualValues(t, []uint64{2, 7}, []uint64{sorted[0].Grade, sorted[1].Grade})
	require.Equal(t, "0-4", rangesText(sorted[0]))
	require.Equal(t, "4-9223372036854775807", rangesText(sorted[1]))
	require.Equal(t, "4-8", rangesText(given[0]), "the input has not changed")
	require.Equal(t, "1-4", rangesText(given[1]))
	require.Equal(t, "0-9223372036854775807", rangesText(cluster.StandardModels(given[:1])[0]), "one model is the first and the last")
}

func rangesText(m api.ResourceModel) string {
	text := ""
	for i, r := range m.Ranges {
		if i > 0 {
			text += " "
		}
		text += r.Min.String() + "-" + r.Max.String()
	}
	return text
}
