// Package wild has values and objects for tests that no decoder returns but Go code can make.
package wild

import (
	"maps"
	"math"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// readKeys are the keys of maps that code reads.
var readKeys = []string{
	"apiVersion", "kind", "metadata", "name", "namespace", "uid", "labels", "annotations", "finalizers", "ownerReferences", "deletionTimestamp", "spec", "status",
	"template", "containers", "selector", "matchLabels", "replicas", "conditions",
}

// versions are the API versions of the kinds that code treats in its own way.
var versions = map[string]string{
	"Deployment": "apps/v1", "Job": "batch/v1", "Pod": "v1", "Secret": "v1", "Service": "v1", "ServiceAccount": "v1", "Namespace": "v1",
	"PriorityClass": "scheduling.k8s.io/v1", "CustomResourceDefinition": "apiextensions.k8s.io/v1", "HorizontalPodAutoscaler": "autoscaling/v2",
}

// endless are the values that other kinds than Deployment and Job have: those that code which prints or copies them does not survive.
var endless = []string{"a map that contains itself at each key", "a map that is shared many times"}

const tooDeep = "a list that is too deep"

// Values returns values that are not JSON, are unusual, or contain themselves, by description.
func Values() map[string]any {
	cyclicMap := map[string]any{"app": "web"}
	cyclicMap["self"], cyclicMap["twin"] = cyclicMap, []any{cyclicMap}
	everywhere := map[string]any{}
	for _, key := range readKeys {
		everywhere[key] = everywhere
	}
	cyclicList := []any{"x", nil}
	cyclicList[1] = cyclicList
	shared := any("leaf")
	for range 64 {
		shared = map[string]any{"left": shared, "right": shared}
	}
	deep := any("leaf")
	for range 20_000 {
		deep = []any{deep}
	}
	var nilObject *unstructured.Unstructured
	return map[string]any{
		"an int": 3, "an int32": int32(3), "a uint64": uint64(math.MaxUint64), "a float32": float32(1), "not a number": math.NaN(),
		"a map of strings": map[string]string{"a": "b"}, "a map of ints": map[string]any{"a": 1}, "a list of strings": []string{"a"},
		"a nil map": map[string]any(nil), "a nil list": []any(nil), "a nil pointer": nilObject, "a struct": struct{ A int }{1},
		"a function": func() {}, "a channel": make(chan int), "bytes": []byte("x"), "null": nil, "a number": int64(7), "a negative number": int64(-7),
		"a billion": int64(1_000_000_000), "beyond 32 bits": int64(math.MaxInt64), "a string": "text", "not UTF-8": "\xff\x00", "an empty string": "",
		"a list": []any{nil, map[string]any{}, "x"}, "a map that contains itself": cyclicMap, "a list that contains itself": cyclicList,
		"a map that contains itself at each key": everywhere, "a list of a map that contains itself": []any{everywhere},
		"a map that is shared many times": shared, tooDeep: deep,
	}
}

// Objects returns objects with a value of [Values] at each field that code may read, by field and value, and also nil and empty objects. With
// -short, it is every fifth of them: each kind still has each value, and each field has values. The cyclic ones are slow.
func Objects() map[string]*unstructured.Unstructured {
	all := map[string]*unstructured.Unstructured{"nil": nil, "nothing": {}, "empty": {Object: map[string]any{}}}
	values := Values()
	for i, kind := range slices.Sorted(maps.Keys(versions)) {
		for j, what := range slices.Sorted(maps.Keys(values)) {
			if kind != "Deployment" && kind != "Job" && !slices.Contains(endless, what) {
				continue
			}
			for k, at := range places {
				if what == tooDeep {
					if at.name != "name" && at.name != "elsewhere" {
						continue // it is slow
					}
				} else if testing.Short() && (i+j+k)%5 != 0 {
					continue
				}
				all[kind+": "+what+" at "+at.name] = object(kind, at.path, values[what])
			}
		}
	}
	return all
}

var places = []struct {
	name string
	path []string
}{
	{"apiVersion", []string{"apiVersion"}}, {"kind", []string{"kind"}}, {"metadata", []string{"metadata"}}, {"name", []string{"metadata", "name"}},
	{"namespace", []string{"metadata", "namespace"}}, {"uid", []string{"metadata", "uid"}}, {"resourceVersion", []string{"metadata", "resourceVersion"}},
	{"generation", []string{"metadata", "generation"}}, {"deletionTimestamp", []string{"metadata", "deletionTimestamp"}},
	{"labels", []string{"metadata", "labels"}}, {"a label", []string{"metadata", "labels", "app"}}, {"annotations", []string{"metadata", "annotations"}},
	{"an annotation", []string{"metadata", "annotations", "note"}}, {"creationTimestamp", []string{"metadata", "creationTimestamp"}},
	{"finalizers", []string{"metadata", "finalizers"}}, {"owners", []string{"metadata", "ownerReferences"}}, {"spec", []string{"spec"}}, {"replicas", []string{"spec", "replicas"}},
	{"selector", []string{"spec", "selector"}},
	{"parallelism", []string{"spec", "parallelism"}}, {"completions", []string{"spec", "completions"}}, {"template", []string{"spec", "template"}},
	{"containers", []string{"spec", "template", "spec", "containers"}}, {"type", []string{"type"}},
	{"data", []string{"data"}}, {"names", []string{"spec", "names"}}, {"scope", []string{"spec", "scope"}}, {"reference", []string{"spec", "scaleTargetRef", "kind"}},
	{"pod labels", []string{"spec", "template", "metadata", "labels"}}, {"clusterIP", []string{"spec", "clusterIP"}}, {"value", []string{"value"}},
	{"status", []string{"status"}}, {"elsewhere", []string{"elsewhere"}},
}

func object(kind string, path []string, v any) *unstructured.Unstructured {
	root := map[string]any{
		"apiVersion": versions[kind], "kind": kind,
		"metadata": map[string]any{"name": "wild", "namespace": "shop", "uid": "wild", "labels": map[string]any{"app": "web"}},
		"spec": map[string]any{"replicas": int64(2), "parallelism": int64(2), "completions": int64(5), "template": map[string]any{
			"spec": map[string]any{"containers": []any{map[string]any{"name": "web", "image": "web:1"}}},
		}},
	}
	at := root
	for _, key := range path[:len(path)-1] {
		next, ok := at[key].(map[string]any)
		if !ok {
			next = map[string]any{}
			at[key] = next
		}
		at = next
	}
	at[path[len(path)-1]] = v
	return &unstructured.Unstructured{Object: root}
}
