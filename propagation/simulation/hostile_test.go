package simulation_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/wild"
)

// world returns a world with the cluster m1, which gets all Deployments and ConfigMaps.
func world(t *testing.T) *simulation.World {
	hooks := interpreter.NewRegistry(native.Interpreters(func() time.Time { return time.Unix(0, 0) })...)
	w := simulation.New(propagation.PlanInput{Registry: hooks, Options: propagation.PlanOptions{AssumeAPIs: true}}, time.Unix(1e9, 0))
	require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")))
	require.NoError(t, w.PutPolicy(casetest.Decode[api.PropagationPolicy](t, `
metadata: {namespace: shop, name: all}
spec: {resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}, {apiVersion: v1, kind: ConfigMap}, {apiVersion: v1, kind: Service}, {apiVersion: batch/v1, kind: Job}]}`)))
	return w
}

// TestTemplateValues puts templates with values that are not JSON, which are errors, and with fields of wrong types, which must not panic.
func TestTemplateValues(t *testing.T) {
	t.Parallel()
	loop := map[string]any{}
	loop["self"] = loop
	object := func(kind string, field string, v any) *unstructured.Unstructured {
		version := map[string]string{"Deployment": "apps/v1", "Job": "batch/v1"}[kind]
		if version == "" {
			version = "v1"
		}
		return &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": version, "kind": kind, "metadata": map[string]any{"namespace": "shop", "name": "a"}, field: v,
		}}
	}
	for name, v := range map[string]any{"int": 1, "channel": make(chan int), "NaN": math.NaN(), "loop": loop, "strings": []string{"a"}} {
		require.Error(t, world(t).PutTemplate(object("ConfigMap", "data", v)), name)
	}
	wrong := []any{nil, "a", int64(1), true, []any{}, []any{nil, "a", map[string]any{"containers": "a"}}, map[string]any{}, map[string]any{
		"replicas": "three", "template": []any{}, "ports": map[string]any{}, "strategy": int64(1), "selector": "a", "labels": []any{"a"},
	}, map[string]any{"template": map[string]any{"metadata": "a", "spec": map[string]any{
		"containers": []any{"a", map[string]any{"ports": "a", "env": []any{int64(1)}, "resources": map[string]any{"limits": map[string]any{"cpu": true}}}}, "volumes": []any{map[string]any{"configMap": "a"}},
	}}}}
	for _, kind := range []string{"Deployment", "ConfigMap", "Service", "Job"} {
		for _, field := range []string{"spec", "data", "status"} {
			for i, v := range wrong {
				w := world(t)
				require.NoError(t, w.PutTemplate(object(kind, field, v)))
				_, err := w.Settle(context.Background())
				require.NoError(t, err, "%s %s %d", kind, field, i)
				require.NoError(t, w.PutTemplate(object(kind, field, map[string]any{})))
				_, err = w.Settle(context.Background())
				require.NoError(t, err, "%s %s %d", kind, field, i)
			}
		}
	}
}

// TestWildTemplates puts objects that no decoder returns, and edits an object of a cluster to them. An object that is refused changes nothing.
func TestWildTemplates(t *testing.T) {
	t.Parallel()
	web := casetest.Object(t, "{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: shop, name: wild, labels: {app: web}}, spec: {replicas: 1}}")
	w := world(t)
	require.NoError(t, w.PutTemplate(web))
	_, err := w.Settle(context.Background())
	require.NoError(t, err)
	before := casetest.Text(t, w.Clusters()[0].Objects)
	for name, object := range wild.Objects() {
		if put := world(t); put.PutTemplate(object) == nil {
			require.NoError(t, put.PutTemplate(object), name)
			_, err := put.Settle(context.Background())
			require.NoError(t, err, name)
		}
		err := w.Edit("m1", override.RefOf(web), func(o *unstructured.Unstructured) error {
			if object != nil {
				o.Object = object.Object
			}
			return nil
		})
		if err != nil {
			require.Equal(t, before, casetest.Text(t, w.Clusters()[0].Objects), name)
		}
		before = casetest.Text(t, w.Clusters()[0].Objects)
	}
}

// TestLimits has objects that an API server does not accept, and the largest that it accepts.
func TestLimits(t *testing.T) {
	t.Parallel()
	w := world(t)
	slice := func(endpoints int) *unstructured.Unstructured {
		o := casetest.Object(t, "{apiVersion: discovery.k8s.io/v1, kind: EndpointSlice, metadata: {namespace: shop, name: a}, addressType: IPv4}")
		o.Object["endpoints"] = slices.Repeat([]any{map[string]any{"addresses": []any{"10.0.0.1"}}}, endpoints)
		return o
	}
	require.NoError(t, w.PutTemplate(slice(1000)))
	require.EqualError(t, w.PutTemplate(slice(1001)), "template EndpointSlice shop/a: /endpoints has 1001 elements, expected at most 1000")
	large := func(size int) func(o *unstructured.Unstructured) error {
		return func(o *unstructured.Unstructured) error {
			o.Object["data"] = map[string]any{"k": strings.Repeat("x", size)}
			return nil
		}
	}
	o := casetest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: a}, data: {}}")
	require.NoError(t, w.PutTemplate(o))
	_, err := w.Settle(context.Background())
	require.NoError(t, err)
	require.NoError(t, w.Edit("m1", override.RefOf(o), large(1_500_000)))
	require.ErrorContains(t, w.Edit("m1", override.RefOf(o), large(1_600_000)), "bytes, expected at most 1572864")
	require.ErrorContains(t, w.Edit("m1", override.RefOf(o), func(o *unstructured.Unstructured) error {
		o.Object["data"] = o.Object
		return nil
	}), "/data")
	require.NoError(t, large(1_600_000)(o))
	require.ErrorContains(t, w.PutTemplate(o), "bytes, expected at most 1572864")
	step, err := w.Settle(context.Background())
	require.NoError(t, err)
	require.Len(t, step.Actions, 1, "the edit is undone")
}

// TestEdit edits a ConfigMap in a cluster. An edit that an API server would refuse changes nothing.
func TestEdit(t *testing.T) {
	t.Parallel()
	w := world(t)
	require.NoError(t, w.PutTemplate(casetest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: a}, data: {k: v}}")))
	_, err := w.Settle(context.Background())
	require.NoError(t, err)
	a := override.Ref{APIVersion: "v1", Kind: "ConfigMap", Namespace: "shop", Name: "a"}
	before := casetest.Text(t, w.Clusters()[0].Objects)
	for _, tc := range []struct {
		name, cluster string
		of            override.Ref
		change        func(o *unstructured.Unstructured) error
		want          string
	}{
		{"no cluster", "m9", a, nil, "cluster m9 does not exist"},
		{"no object", "m1", override.Ref{APIVersion: "v1", Kind: "Secret", Namespace: "shop", Name: "a"}, nil, "cluster m1 has no Secret shop/a"},
		{"an error of the edit", "m1", a, func(*unstructured.Unstructured) error { return fmt.Errorf("no reason") }, "no reason"},
		{"another name", "m1", a, func(o *unstructured.Unstructured) error { o.SetName("b"); return nil },
			"ConfigMap shop/a in cluster m1: found v1 ConfigMap shop/b after the edit, expected the same object"},
		{"no content", "m1", a, func(o *unstructured.Unstructured) error { o.Object = nil; return nil },
			"ConfigMap shop/a in cluster m1: found   after the edit, expected the same object"},
		{"not JSON", "m1", a, func(o *unstructured.Unstructured) error { o.Object["data"] = []int{1}; return nil },
			"ConfigMap shop/a in cluster m1: /data is a Go []int, expected a JSON value (null, bool, int64, float64, string, list or map of those)"},
		{"a status", "m1", a, func(o *unstructured.Unstructured) error {
			o.Object["status"] = map[string]any{"ready": true}
			return nil
		},
			"ConfigMap shop/a in cluster m1: the edit changes /status, expected another field: only the simulated controllers write a status"},
		{"an old version", "m1", a, func(o *unstructured.Unstructured) error { o.SetResourceVersion("0"); return nil },
			"cluster m1: ConfigMap shop/a: found version 0, expected 1: the object has been modified"},
		{"another uid", "m1", a, func(o *unstructured.Unstructured) error { o.SetUID("x"); return nil },
			"cluster m1: ConfigMap shop/a: /metadata/uid: the field is immutable"},
	} {
		require.EqualError(t, w.Edit(tc.cluster, tc.of, tc.change), tc.want, tc.name)
		require.Equal(t, before, casetest.Text(t, w.Clusters()[0].Objects), tc.name)
	}
	require.NoError(t, w.Edit("m1", a, nil))
	require.Empty(t, w.Clusters()[0].Objects)
}

// TestLongNames has names that an API server does not accept. The errors are short.
func TestLongNames(t *testing.T) {
	t.Parallel()
	w, long := world(t), strings.Repeat("x", 2<<20)
	object := func(kind, namespace, name string) *unstructured.Unstructured {
		o := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1"}}
		o.SetKind(kind)
		o.SetNamespace(namespace)
		o.SetName(name)
		return o
	}
	named := func(name string) metav1.ObjectMeta { return metav1.ObjectMeta{Namespace: "shop", Name: name} }
	require.NoError(t, w.PutTemplate(object("ConfigMap", long[:63], long[:253])))
	require.NoError(t, w.PutCluster(&api.Cluster{ObjectMeta: named(long[:48])}))
	key := object("ConfigMap", "shop", "a")
	key.Object[long] = 1
	for want, err := range map[string]error{
		"xxx…":            w.PutTemplate(key),
		"name of 254":     w.PutTemplate(object("ConfigMap", "shop", long[:254])),
		"name of 2097152": w.PutTemplate(object("ConfigMap", "shop", long)),
		"namespace of 64": w.PutTemplate(object("ConfigMap", long[:64], "a")),
		"kind of 64":      w.PutTemplate(object(long[:64], "shop", "a")),
		"expected all":    w.PutTemplate(object(long, "shop", "")),
		"name of 49":      w.PutCluster(&api.Cluster{ObjectMeta: named(long[:49])}),
		"name of 255":     w.PutPolicy(&api.PropagationPolicy{ObjectMeta: named(long[:255])}),
		"name of 256":     w.PutOverride(&api.OverridePolicy{ObjectMeta: named(long[:256])}),
		"has no":          w.Edit("m1", override.RefOf(object(long, long, long)), nil),
		"not exist":       w.Edit(long, override.Ref{}, nil),
	} {
		require.ErrorContains(t, err, want)
		require.Less(t, len(err.Error()), 1000, want)
	}
}

// TestJoin has clusters with and without the condition Ready when they join.
func TestJoin(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, conditions string
		ready            bool
	}{
		{"without conditions, the cluster is ready", "[]", true},
		{"another condition does not count", "[{type: Other, status: 'False'}]", true},
		{"ready", "[{type: Ready, status: 'True'}]", true},
		{"not ready: it has the taint, so it gets nothing", "[{type: Ready, status: 'False'}]", false},
		{"unknown is not ready", "[{type: Ready, status: Unknown}]", false},
	} {
		w := world(t)
		require.NoError(t, w.PutCluster(casetest.Decode[api.Cluster](t, "{metadata: {name: m2}, status: {conditions: "+tc.conditions+"}}")))
		require.NoError(t, w.PutTemplate(casetest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: a}}")))
		step, err := w.Settle(context.Background())
		require.NoError(t, err)
		require.Equal(t, tc.ready, w.Clusters()[1].Ready, tc.name)
		require.Len(t, step.Moves[0].After, len(map[bool][]int{true: {1, 2}, false: {1}}[tc.ready]), tc.name)
	}
}

// TestLeaving puts a cluster that is leaving: that cannot be undone, and it joins again once it has left.
func TestLeaving(t *testing.T) {
	t.Parallel()
	w := world(t)
	again := func() error { return w.PutCluster(casetest.Decode[api.Cluster](t, "metadata: {name: m1}")) }
	require.True(t, w.Leave("m1"))
	require.EqualError(t, again(), "cluster m1 is leaving, expected it to have left before it joins again")
	_, err := w.Settle(context.Background())
	require.NoError(t, err)
	require.NoError(t, again())
}

// TestTaint disconnects a cluster: a new object does not go there, one that it has stays. Connected again, it gets both.
func TestTaint(t *testing.T) {
	t.Parallel()
	w := world(t)
	put := func(name string) int {
		require.NoError(t, w.PutTemplate(casetest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {namespace: shop, name: "+name+"}}")))
		step, err := w.Settle(context.Background())
		require.NoError(t, err)
		return len(step.Moves)
	}
	require.Equal(t, 1, put("a"))
	require.True(t, w.SetReady("m1", false))
	require.Zero(t, put("b"), "the scheduler must not choose the cluster")
	require.Len(t, w.Clusters()[0].Objects, 1)
	require.True(t, w.SetReady("m1", true))
	require.Equal(t, 1, put("a"))
	require.Len(t, w.Clusters()[0].Objects, 2)
}

// TestNoWayBack waits for a negative time.
func TestNoWayBack(t *testing.T) {
	t.Parallel()
	w := world(t)
	w.Wait(-time.Minute)
	require.Equal(t, time.Unix(1e9, 0), w.Now())
	w.Wait(time.Minute)
	require.Equal(t, time.Unix(1e9+60, 0), w.Now())
}
