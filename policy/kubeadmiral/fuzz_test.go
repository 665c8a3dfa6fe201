package kubeadmiral_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/guardtest"
)

// fuzzedObjects are the objects of fuzzed policies: valid and broken workloads, null in many places, and almost empty objects.
// Those with a namespace name the policy in their labels.
const fuzzedObjects = `[
	{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "demo-1", "namespace": "default", "labels": {"app": "web", "kubeadmiral.io/override-policy-name": "p", "kubeadmiral.io/cluster-override-policy-name": "p"}},
		"spec": {"replicas": 2, "template": {"spec": {"initContainers": [{"name": "init", "image": "busybox"}], "containers": [
			{"name": "web", "image": "gcr.io/team/web:v1@sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "command": ["sh", "-c"], "args": ["a", "b", "a"],
				"env": [{"name": "A", "value": ""}, {"name": "CPU", "valueFrom": {"resourceFieldRef": {"resource": "limits.cpu"}}}, {"name": "A", "value": "x"}]},
			{"name": "app", "image": "localhost:5000/app", "env": null}]}}}},
	{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "demo-2", "namespace": "default", "labels": {"n": 1}, "annotations": null, "finalizers": [null]},
		"spec": {"containers": [{"name": "web", "image": ":", "args": ["a", 5], "command": null, "env": [{"value": 5}, null]}, null]}},
	{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "demo-3", "namespace": "default", "labels": {"kubeadmiral.io/override-policy-name": "p", "kubeadmiral.io/cluster-override-policy-name": "p"}},
		"data": {"a": null, "b": [null, {"c": 1.50}], "": {"": "nginx:1"}}},
	{"apiVersion": "batch/v1", "kind": "CronJob", "metadata": {"labels": "x"}, "spec": {"jobTemplate": {"spec": {"template": {"spec": {"containers": {}}}}}}}]`

var fuzzedClusters = []selector.Cluster{{Name: "member1", Labels: map[string]string{"region": "beijing", "nodes": "5"}}, {}}

// FuzzCompile decodes any bytes as a policy, and as the spec of a policy of either kind. If they can be decoded, it checks:
//
//  1. Lint returns the Faults of the compiled policy. A policy without faults never fails with CodeFault.
//  2. For any object and cluster, by label or not, there is an object or an error: no panic, no endless work,
//     and no more memory than in proportion to the input.
//  3. Neither the policy nor the object changes.
//  4. The policy survives a round trip through JSON.
//  5. With a guard, the object keeps its identity, see [guardtest.Require].
func FuzzCompile(f *testing.F) {
	for i, c := range dialecttest.Recorded[recorded](f, "testdata/public.jsonl.gz") {
		for _, s := range c.sources() {
			if i%4 == 0 {
				f.Add([]byte(dialecttest.AsJSON(f, specOf(s))))
			}
		}
	}
	for _, c := range invalidOverriders {
		if len(c.overriders) < 1<<12 {
			f.Add([]byte(dialecttest.AsJSON(f, overridersOf(f, c.overriders))))
		}
	}
	for _, c := range soundRules {
		f.Add([]byte(dialecttest.AsJSON(f, policyOf(f, "overrideRules: ["+c.rule+"]"))))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 64<<10 {
			return
		}
		var began, ended runtime.MemStats
		runtime.ReadMemStats(&began)
		for _, policy := range [][]byte{
			text,
			fmt.Appendf(nil, `{"apiVersion":"core.kubeadmiral.io/v1alpha1","kind":"OverridePolicy","metadata":{"name":"p","namespace":"default"},"spec":%s}`, text),
			fmt.Appendf(nil, `{"apiVersion":"core.kubeadmiral.io/v1alpha1","kind":"ClusterOverridePolicy","metadata":{"name":"p"},"spec":%s}`, text),
			fmt.Appendf(nil, `{"apiVersion":"core.kubeadmiral.io/v1alpha1","kind":"ClusterOverridePolicy","metadata":{"name":"p"},"spec":{"overrideRules":[{"overriders":%s}]}}`, text),
		} {
			s, err := kubeadmiral.From(policy)
			if err != nil {
				require.Nil(t, s)
				continue
			}
			before := dialecttest.AsJSON(t, s)
			fuzzPolicy(t, s, len(policy))
			require.Equal(t, before, dialecttest.AsJSON(t, s), "the policy changed")

			again, err := kubeadmiral.From([]byte(before))
			require.NoError(t, err, "an encoded policy can be decoded")
			require.Equal(t, before, dialecttest.AsJSON(t, again), "it is decoded as another policy")
		}
		runtime.ReadMemStats(&ended)
		require.Less(t, ended.TotalAlloc-began.TotalAlloc, 64<<20+uint64(len(text))<<17, "endless work takes endless memory")
	})
}

// fuzzPolicy compiles and applies a policy of a size.
func fuzzPolicy(t *testing.T, s api.OverrideSource, size int) {
	sound := requireFaults(t, s)
	p, err := kubeadmiral.Compile(s)
	if err != nil {
		return
	}
	for _, set := range []*override.Set{override.NewSet(p), override.NewSet(anywhere(t, s))} {
		for _, object := range dialecttest.Decode(t, fuzzedObjects).([]any) {
			obj := &unstructured.Unstructured{Object: object.(map[string]any)}
			given := dialecttest.AsJSON(t, object)
			for _, cluster := range fuzzedClusters {
				fuzzResult(t, set, obj, cluster, sound, size)
			}
			require.Equal(t, given, dialecttest.AsJSON(t, object), "the object changed")
		}
	}
}

func fuzzResult(t *testing.T, set *override.Set, obj *unstructured.Unstructured, cluster selector.Cluster, sound bool, size int) {
	result, err := set.Select(obj).Apply(cluster)
	guardtest.Require(t, set, obj, cluster, result, err)
	if err != nil {
		var e *override.Error
		require.ErrorAs(t, err, &e)
		require.False(t, sound && e.Code == override.CodeFault, "a policy without faults fails: %v", err)
		require.Nil(t, result, "%v comes with a result", err)
		return
	}
	require.Less(t, len(dialecttest.AsJSON(t, objectOf(t, result).Object)), 64*(size+len(fuzzedObjects)), "out of proportion")
	for _, d := range result.Divergences() {
		require.NotContains(t, d.Code+d.Upstream+d.Here, "%!", "a broken format")
	}
}
