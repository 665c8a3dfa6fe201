package cluster_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/cluster"
	"github.com/overridekit/overridekit/testdata/casetest"
)

func TestAddNode(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason string
		nodes        objects
		total, ready int32
		allocatable  map[string]string
	}{
		{"no nodes", "an empty cluster has a summary", nil, 0, 0, map[string]string{}},
		{"ready", "rule 1", objects{"{status: {conditions: [{type: DiskPressure, status: 'True'}, {type: Ready, status: 'True'}]}}"}, 1, 1, map[string]string{}},
		{"not ready", "only True is ready", objects{"{status: {conditions: [{type: Ready, status: Unknown}]}}"}, 1, 0, map[string]string{}},
		{"true", "the status is case-sensitive", objects{"{status: {conditions: [{type: Ready, status: 'true'}]}}"}, 1, 0, map[string]string{}},
		{"ready twice", "the first condition decides", objects{"{status: {conditions: [{type: Ready, status: 'False'}, {type: Ready, status: 'True'}]}}"}, 1, 0, map[string]string{}},
		{"empty first status", "the first condition decides, even without a status", objects{"{status: {conditions: [{type: Ready}, {type: Ready, status: 'True'}]}}"}, 1, 0, map[string]string{}},
		{"nulls", "null is absent", objects{"{metadata: null, status: {conditions: null, allocatable: null}}", "{status: {conditions: [null], allocatable: {cpu: null}}}"}, 2, 0, map[string]string{"cpu": "0"}},
		{
			"sums", "rule 2: a node that is not ready or takes no pods counts",
			objects{
				"{kind: Node, metadata: {name: a}, spec: {unschedulable: true}, status: {allocatable: {cpu: 1500m, memory: 1Gi, example.com/gpu: '2'}}}",
				"{metadata: {name: b}, status: {conditions: [{type: Ready, status: 'False'}], allocatable: {cpu: 1, memory: 512Mi, weird: 3}}}",
			}, 2, 0,
			map[string]string{"cpu": "2500m", "memory": "1536Mi", "example.com/gpu": "2", "weird": "3"},
		},
		{"same name", "each object is a node", objects{"{metadata: {name: a}, status: {allocatable: {cpu: 1}}}", "{metadata: {name: a}, status: {allocatable: {cpu: 1}}}"}, 2, 0, map[string]string{"cpu": "2"}},
		{"beyond int64", "a sum is exact", objects{"{status: {allocatable: {memory: '9223372036854775807'}}}", "{status: {allocatable: {memory: 1}}}"}, 2, 0, map[string]string{"memory": "9223372036854775808"}},
		{"negative", "no node has it, but the sum has the right sign", objects{"{status: {allocatable: {cpu: '-1'}}}"}, 1, 0, map[string]string{"cpu": "-1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := summary(t, c.nodes, nil)
			require.Equal(t, c.total, s.NodeSummary().TotalNum, c.reason)
			require.Equal(t, c.ready, s.NodeSummary().ReadyNum, c.reason)
			require.Equal(t, c.allocatable, texts(s.ResourceSummary().Allocatable), c.reason)
		})
	}
}

func TestAddPod(t *testing.T) {
	t.Parallel()
	none := map[string]string{}
	for _, c := range []struct {
		name, reason          string
		pods                  objects
		allocating, allocated map[string]string
	}{
		{"pending", "rule 1", objects{"{spec: {containers: [{resources: {requests: {cpu: 100m}}}]}}"}, map[string]string{"cpu": "100m", "pods": "1"}, none},
		{"failed without a node", "rule 1: the phase does not count", objects{"{status: {phase: Failed}}"}, map[string]string{"pods": "1"}, none},
		{"on a node", "rule 2: the summary does not have the node", objects{"{spec: {nodeName: x, containers: [{resources: {requests: {cpu: 2}}}]}}"}, none, map[string]string{"cpu": "2", "pods": "1"}},
		{"ended", "rule 2", objects{"{spec: {nodeName: x}, status: {phase: Succeeded}}", "{spec: {nodeName: x}, status: {phase: Failed}}"}, none, none},
		{"unknown phase", "rule 2: only two phases have ended", objects{"{spec: {nodeName: x}, status: {phase: succeeded}}"}, none, map[string]string{"pods": "1"}},
		{
			"containers and overhead", "rule 3: they are added",
			objects{"{spec: {nodeName: x, overhead: {cpu: 10m}, containers: [{resources: {requests: {cpu: 1}}}, {resources: {requests: {cpu: 2, memory: 1Gi}}}, {}, null]}}"},
			none, map[string]string{"cpu": "3010m", "memory": "1Gi", "pods": "1"},
		},
		{
			"init containers", "rule 3: the largest counts, and the overhead is added to it",
			objects{"{spec: {nodeName: x, overhead: {cpu: 1}, containers: [{resources: {requests: {cpu: 1}}}], initContainers: [{resources: {requests: {cpu: 3}}}, {resources: {requests: {cpu: 2, memory: 5}}}]}}"},
			none, map[string]string{"cpu": "4", "memory": "5", "pods": "1"},
		},
		{
			"init container after another pod", "rule 3: it is compared with the total, which is as large already",
			objects{"{spec: {nodeName: x, containers: [{resources: {requests: {cpu: 2}}}]}}", "{spec: {nodeName: z, initContainers: [{resources: {requests: {cpu: 2}}}]}}"},
			none, map[string]string{"cpu": "2", "pods": "2"},
		},
		{
			"init container before another pod", "rule 3: the order matters",
			objects{"{spec: {nodeName: z, initContainers: [{resources: {requests: {cpu: 2}}}]}}", "{spec: {nodeName: x, containers: [{resources: {requests: {cpu: 2}}}]}}"},
			none, map[string]string{"cpu": "4", "pods": "2"},
		},
		{
			"init containers that request pods", "rule 5: they are compared with the requests for pods only",
			objects{"{spec: {nodeName: x, containers: [{resources: {requests: {pods: 1}}}]}}", "{spec: {nodeName: x, initContainers: [{resources: {requests: {pods: 2}}}]}}"},
			none, map[string]string{"pods": "4"},
		},
		{
			"names", "rule 4",
			objects{"{spec: {containers: [{resources: {requests: {cpu: 1, ephemeral-storage: 1Ki, hugepages-2Mi: 2Mi, attachable-volumes-x: 3, example.com/gpu: 4, odd: 5, requests.example.com/gpu: 6}, limits: {memory: 7}}}]}}"},
			map[string]string{"cpu": "1", "ephemeral-storage": "1Ki", "hugepages-2Mi": "2Mi", "attachable-volumes-x": "3", "example.com/gpu": "4", "pods": "1"}, none,
		},
		{"rounded", "rule 4", objects{"{spec: {containers: [{resources: {requests: {cpu: 1n, memory: 1100m, example.com/gpu: 0.5}}}]}}"}, map[string]string{"cpu": "1m", "memory": "2", "example.com/gpu": "1", "pods": "1"}, none},
		{"requested pods", "rules 4 and 5", objects{"{spec: {containers: [{resources: {requests: {pods: 2}}}]}}"}, map[string]string{"pods": "3"}, none},
		{"zero", "it is left out", objects{"{spec: {containers: [{resources: {requests: {cpu: 0, memory: null}}}]}}"}, map[string]string{"pods": "1"}, none},
		{
			"beyond int64", "rule 6: it does not wrap, where it would become negative and disappear",
			objects{"{spec: {containers: [{resources: {requests: {cpu: '9223372036854775807', memory: 8Ei}}}]}}", "{spec: {containers: [{resources: {requests: {cpu: 1, memory: 8E}}}]}}"},
			map[string]string{"cpu": "9223372036854775807m", "memory": "9223372036854775807", "pods": "2"}, none,
		},
		{"huge", "rule 6: within the limits of a quantity", objects{"{spec: {containers: [{resources: {requests: {cpu: 1e900, memory: 1e900}}}]}}"}, map[string]string{"cpu": "9223372036854775807m", "memory": "9223372036854775807", "pods": "1"}, none},
		{"just below the limit", "rule 6: it is not at the limit", objects{"{spec: {containers: [{resources: {requests: {cpu: '9223372036854775.806'}}}]}}"}, map[string]string{"cpu": "9223372036854775806m", "pods": "1"}, none},
		{"rounded up to the limit", "rules 4 and 6", objects{"{spec: {containers: [{resources: {requests: {cpu: '9223372036854775.8061'}}}]}}"}, map[string]string{"cpu": "9223372036854775807m", "pods": "1"}, none},
		{
			"negative beyond int64", "rule 6: no API server accepts it",
			objects{"{spec: {containers: [{resources: {requests: {cpu: -9E, memory: -1e900}}}]}}", "{spec: {containers: [{resources: {requests: {cpu: 1, memory: -1}}}]}}"},
			map[string]string{"pods": "2"}, none,
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := summary(t, nil, c.pods)
			require.Equal(t, c.allocating, texts(s.ResourceSummary().Allocating), c.reason)
			require.Equal(t, c.allocated, texts(s.ResourceSummary().Allocated), c.reason)
			require.Empty(t, s.ResourceSummary().Allocatable)
		})
	}
}

// TestAddErrors adds objects that cannot be read. Each error names the object and the field, and nothing is added.
func TestAddErrors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ node, pod, err string }{
		{node: "{kind: Pod, metadata: {name: a}}", err: `Pod a: found the kind "Pod", expected a Node`},
		{node: "{metadata: {name: 3}}", err: "Node: /metadata/name is the number 3, expected a string"},
		{node: "{metadata: x}", err: `Node: /metadata is the string "x", expected an object`},
		{node: "{metadata: {name: a}, status: []}", err: "Node a: /status is a list, expected an object"},
		{node: "{metadata: {name: a}, status: {conditions: {}}}", err: "Node a: /status/conditions is an object, expected a list"},
		{node: "{metadata: {name: a}, status: {conditions: [{}, true]}}", err: "Node a: /status/conditions/1 is the boolean true, expected an object"},
		{node: "{metadata: {name: a}, status: {conditions: [{type: Ready, status: true}]}}", err: "Node a: /status/conditions/0/status is the boolean true, expected a string"},
		{node: "{metadata: {name: a}, status: {allocatable: 1}}", err: "Node a: /status/allocatable is the number 1, expected an object"},
		{node: "{metadata: {name: a}, status: {allocatable: {cpu: x, memory: 1}}}", err: `Node a: /status/allocatable/cpu is invalid: "x" is not a quantity: `},
		{node: "{metadata: {name: a}, status: {allocatable: {example.com/gpu: []}}}", err: "Node a: /status/allocatable/example.com~1gpu is invalid: a Go []interface {} is not a quantity"},
		{pod: "{kind: Node, metadata: {name: p, namespace: shop}}", err: `Node shop/p: found the kind "Node", expected a Pod`},
		{pod: "{metadata: {name: p, namespace: shop}, spec: {nodeName: 1}}", err: "Pod shop/p: /spec/nodeName is the number 1, expected a string"},
		{pod: "{metadata: {name: p}, status: {phase: {}}}", err: "Pod p: /status/phase is an object, expected a string"},
		{pod: "{metadata: {name: p}, spec: {containers: x}}", err: `Pod p: /spec/containers is the string "x", expected a list`},
		{pod: "{metadata: {name: p}, spec: {containers: [{resources: {requests: {z: 1.1.1, b: 1x, c: 1}}}]}}", err: `Pod p: /spec/containers/0/resources/requests/b is invalid: "1x" is not a quantity: `},
		{pod: "{metadata: {name: p}, spec: {containers: [{}], initContainers: [{resources: 1}]}}", err: "Pod p: /spec/initContainers/0/resources is the number 1, expected an object"},
		{pod: "{metadata: {name: p}, spec: {containers: [{resources: {requests: {cpu: 1}}}], overhead: {cpu: 1e1000}}}", err: "Pod p: /spec/overhead/cpu is invalid: a quantity has an exponent of more than 3 digits"},
	} {
		t.Run(c.err, func(t *testing.T) {
			t.Parallel()
			s := &cluster.Summary{}
			err := error(nil)
			if c.node != "" {
				err = s.AddNode(casetest.Object(t, c.node))
			} else {
				err = s.AddPod(casetest.Object(t, c.pod))
			}
			require.ErrorContains(t, err, c.err)
			require.Zero(t, *s.NodeSummary())
			require.Empty(t, s.ResourceSummary().Allocatable)
			require.Empty(t, s.ResourceSummary().Allocating)
			require.Empty(t, s.ResourceSummary().Allocated)
		})
	}
}

// TestResultsShareNothing modifies results, and adds more.
func TestResultsShareNothing(t *testing.T) {
	t.Parallel()
	huge := "{metadata: {name: a}, status: {allocatable: {pods: 10, cpu: '1e20'}}}"
	s := summary(t, objects{huge}, objects{"{spec: {nodeName: a, containers: [{resources: {requests: {cpu: 1}}}]}}"})
	before := casetest.Frozen(t, s.ResourceSummary())
	r := s.ResourceSummary()
	for _, list := range []map[string]string{texts(r.Allocatable), texts(r.Allocated)} {
		require.NotEmpty(t, list)
	}
	grades := models(t, "[{grade: 1, ranges: [{name: cpu, min: 0, max: 1}]}, {grade: 2, ranges: [{name: cpu, min: 1e19, max: 1}]}]")
	counts, err := s.Modelings(grades)
	require.NoError(t, err)
	require.Equal(t, []int64{0, 1}, counted(counts))
	q := r.Allocatable["cpu"]
	q.Add(q)
	r.Allocatable["cpu"], r.Allocated["x"] = q, q
	delete(r.Allocated, "cpu")
	require.Equal(t, before, casetest.Frozen(t, s.ResourceSummary()))

	r = s.ResourceSummary()
	require.NoError(t, s.AddNode(casetest.Object(t, huge)))
	require.NoError(t, s.AddPod(casetest.Object(t, "{spec: {nodeName: a, containers: [{resources: {requests: {cpu: 1}}}]}}")))
	require.Equal(t, before, casetest.Frozen(t, r))
}
