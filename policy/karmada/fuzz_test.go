package karmada_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/third_party/forked/golang/reflect"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/guardtest"
)

// fuzzedObjects are the objects of fuzzed policies: valid and broken workloads, text in fields, and an almost empty object.
const fuzzedObjects = `[
	{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "demo-1", "namespace": "default", "labels": {"app": "web", "a~1b": "c"}},
		"spec": {"replicas": 2, "template": {"spec": {"initContainers": [{"name": "init", "image": "busybox"}], "containers": [
			{"name": "web", "image": "gcr.io/team/web:v1@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "command": ["sh", "-c"], "args": ["a", "b", "a"]},
			{"name": "app", "image": "localhost:5000/app"}]}}}},
	{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "demo-2", "namespace": "default", "labels": {"n": 1}, "annotations": null},
		"spec": {"containers": [{"name": "app", "image": ":", "args": ["a", 5], "command": null}, null]}},
	{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "demo-3", "namespace": "default", "finalizers": [null]},
		"data": {"config.json": "{\"b\": {\"c\": 1.50}, \"a\": [1, null]}", "app.yaml": "on: 0777\nb: [x, y] # note\n---\nc: d\n", "empty": ""}},
	{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "demo-4", "namespace": "default"}, "data": {"config.json": "eyJhIjogMX0="}, "stringData": {"a.yaml": "a: 1"}},
	{"kind": "Job", "spec": {"template": {"spec": {"containers": {}}}}, "metadata": {"labels": "x"}}]`

var fuzzedClusters = []selector.Cluster{
	{Name: "member1", Labels: map[string]string{"env": "prod"}, Provider: "aws", Region: "eu-west-1", Zones: []string{"a", "b"}},
	{},
}

// sameSpec compares specs semantically: empty lists and maps equal nil, and white space in JSON does not matter.
var sameSpec = reflect.EqualitiesOrDie(func(a, b api.JSON) bool {
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return a.IsZero() == b.IsZero() && bytes.Equal(x, y)
})

// FuzzCompile decodes any bytes as a policy, and as the spec of a policy of either kind. If they can be decoded, it checks:
//
//  1. Lint returns the Faults of the compiled policy. A policy without faults never fails with CodeFault.
//  2. For any object and cluster, there is an object or an error: no panic, no endless work, and no more output than in
//     proportion to the input.
//  3. The policy does not change.
//  4. The policy survives a round trip through JSON.
//  5. With a guard, the object keeps its identity, see [guardtest.Require].
func FuzzCompile(f *testing.F) {
	objects := dialecttest.Decode(f, fuzzedObjects).([]any)
	for _, file := range []string{"public", "fields", "panics", "probes"} {
		for i, c := range readRecorded(f, file) {
			for _, s := range c.sources() {
				if i%8 == 0 || file == "panics" || file == "probes" {
					f.Add([]byte(dialecttest.AsJSON(f, specOf(s))))
				}
			}
		}
	}
	for _, c := range invalidOverriders {
		f.Add([]byte(dialecttest.AsJSON(f, specOf(policyOf(f, "overriders:"+c.overriders)))))
	}
	for _, c := range soundSpecs {
		f.Add([]byte(dialecttest.AsJSON(f, policyOf(f, c.spec))))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 64<<10 {
			return
		}
		var began, ended runtime.MemStats
		runtime.ReadMemStats(&began)
		for _, policy := range [][]byte{
			text,
			fmt.Appendf(nil, `{"apiVersion":"policy.karmada.io/v1alpha1","kind":"OverridePolicy","metadata":{"name":"p","namespace":"default"},"spec":%s}`, text),
			fmt.Appendf(nil, `{"apiVersion":"policy.karmada.io/v1alpha1","kind":"ClusterOverridePolicy","metadata":{"name":"p"},"spec":%s}`, text),
		} {
			s, err := karmada.From(policy)
			if err != nil {
				require.Nil(t, s)
				continue
			}
			before := copyOf(s)
			fuzzPolicy(t, s, objects, len(policy))
			specOf(s).ResourceSelectors = nil
			fuzzPolicy(t, s, objects, len(policy))
			specOf(s).ResourceSelectors = specOf(before).ResourceSelectors
			require.Equal(t, before, s, "the policy changed")

			again, err := karmada.From([]byte(dialecttest.AsJSON(t, s)))
			require.NoError(t, err, "an encoded policy can be decoded")
			require.True(t, sameSpec.DeepEqual(specOf(s), specOf(again)), "%s is decoded as another policy: %s", dialecttest.AsJSON(t, s), dialecttest.AsJSON(t, again))
		}
		runtime.ReadMemStats(&ended)
		require.Less(t, ended.TotalAlloc-began.TotalAlloc, 64<<20+uint64(len(text))<<17, "endless work takes endless memory")
	})
}

// fuzzPolicy compiles and applies a policy of a size.
func fuzzPolicy(t *testing.T, s api.OverrideSource, objects []any, size int) {
	p, sound := requireFaults(t, s)
	if p == nil {
		return
	}
	for _, object := range objects {
		selection := override.NewSet(p).Select(&unstructured.Unstructured{Object: object.(map[string]any)})
		for _, cluster := range fuzzedClusters {
			result, err := selection.Apply(cluster)
			guardtest.Require(t, override.NewSet(p), &unstructured.Unstructured{Object: object.(map[string]any)}, cluster, result, err)
			if err != nil {
				var e *override.Error
				require.True(t, errors.As(err, &e), "%v", err)
				require.False(t, sound && e.Code == override.CodeFault, "a policy without faults fails: %v", err)
				require.Nil(t, result, "%v comes with a result", err)
				continue
			}
			got, err := result.Object()
			require.NoError(t, err)
			_ = result.Divergences()
			require.Less(t, len(dialecttest.AsJSON(t, got.Object)), 64*(size+len(fuzzedObjects)), "out of proportion")
		}
	}
}

func copyOf(s api.OverrideSource) api.OverrideSource {
	if p, ok := s.(*api.ClusterOverridePolicy); ok {
		return p.DeepCopy()
	}
	return s.(*api.OverridePolicy).DeepCopy()
}
