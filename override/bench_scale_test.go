package override_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/selector"
)

// BenchmarkB6 is B4 with 100,000 policies; three match.
func BenchmarkB6(b *testing.B) { measureSet(b, fleet(b, "b6"), setOf(b, many(100_000))) }

// BenchmarkVariants applies policies to one object for 500 clusters, and copies every distinct result: 20 policies with one outcome,
// and 20 with 30 outcomes by region and zone.
func BenchmarkVariants(b *testing.B) {
	clusters, obj := fleet(b, "b5"), decoded(b, "deployment.json")
	for _, c := range []struct {
		name     string
		set      *override.Set
		outcomes int
	}{
		{"b5", policiesOf(b, "b5-cluster-policies.json", "b5-policies.json"), 1},
		{"regions", setOf(b, regional()), 30},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				variants := c.set.Select(obj).Variants(clusters)
				require.Len(b, variants, c.outcomes)
				for _, v := range variants {
					_, err := v.Result.Object()
					require.NoError(b, err)
				}
			}
		})
	}
}

// regional returns 20 policies for the deployment with rules for regions and zones: 30 outcomes for the 500 clusters.
func regional() []map[string]any {
	policies := make([]map[string]any, 20)
	for i := range policies {
		region := fmt.Sprintf("region-%d", i%10)
		fields := map[string]any{"key": "region", "operator": "In", "values": []any{region}}
		value := map[string]any{"example.com/region-" + fmt.Sprint(i): region}
		if i >= 10 {
			zones := make([]any, 10)
			for j := range zones {
				zones[j] = fmt.Sprintf("region-%d%c", j, "abc"[i%3])
			}
			fields = map[string]any{"key": "zone", "operator": "In", "values": zones}
			value = map[string]any{"example.com/zone-" + fmt.Sprint(i): "abc"[i%3 : i%3+1]}
		}
		p := clusterOverridePolicy(fmt.Sprintf("regional-%02d", i),
			map[string]any{"labelsOverrider": []any{map[string]any{"operator": "add", "value": value}}}, deployments("namespace", "shop", "name", "web"), "")
		rule := p["spec"].(map[string]any)["overrideRules"].([]any)[0].(map[string]any)
		rule["targetCluster"] = map[string]any{"fieldSelector": map[string]any{"matchExpressions": []any{fields}}}
		policies[i] = p
	}
	return policies
}

// BenchmarkSelect selects from 10,000 policies; none is for the kind of the object.
func BenchmarkSelect(b *testing.B) {
	set := setOf(b, many(10_000))
	obj := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "Secret", "metadata": map[string]any{"name": "web", "namespace": "shop", "labels": map[string]any{"app": "svc-12"}},
	}}
	b.ReportAllocs()
	for b.Loop() {
		_ = set.Select(obj)
	}
}

// BenchmarkCompile makes a set of 10,000 decoded policies.
func BenchmarkCompile(b *testing.B) {
	var sources []api.OverrideSource
	for _, content := range many(10_000) {
		source, err := karmada.From(content)
		require.NoError(b, err)
		sources = append(sources, source)
	}
	b.ReportAllocs()
	for b.Loop() {
		policies := make([]*override.Policy, len(sources))
		for i, source := range sources {
			var err error
			policies[i], err = karmada.Compile(source)
			require.NoError(b, err)
		}
		_ = override.NewSet(policies...)
	}
}

// BenchmarkWith adds a policy to a set of 10,000, and removes it again.
func BenchmarkWith(b *testing.B) {
	policies := compiled(b, many(10_000))
	set, p := override.NewSet(policies[1:]...), policies[0]
	b.Run("with", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = set.With(p)
		}
	})
	full := set.With(p)
	b.Run("without", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = full.Without(p.Ref())
		}
	})
	common := policies[19] // one of 500 for the same object
	b.Run("again", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = full.With(common)
		}
	})
}

// BenchmarkInventory computes 2,000 objects for 500 clusters with 1,000 policies, about 14 for each object; all results as changes.
func BenchmarkInventory(b *testing.B) {
	clusters, template := fleet(b, "b5"), decoded(b, "deployment.json")
	objects := make([]*unstructured.Unstructured, 2000)
	for i := range objects {
		objects[i] = template.DeepCopy()
		objects[i].SetName(fmt.Sprintf("web-%d", i))
		objects[i].SetNamespace(fmt.Sprintf("ns-%d", i%100))
		objects[i].SetLabels(map[string]string{"app": fmt.Sprintf("svc-%d", i%200)})
	}
	set := setOf(b, estate())
	b.ReportAllocs()
	for b.Loop() {
		results, changes := 0, 0
		for _, variants := range set.Inventory(slices.Values(objects), clusters) {
			for _, v := range variants {
				results += len(v.Clusters)
				changes += len(v.Clusters) * len(v.Result.Changes())
			}
		}
		require.Equal(b, 2000*500, results)
		b.ReportMetric(float64(changes), "changes")
	}
}

// estate returns 1,000 policies for the objects of a company: by namespace and name, by label, by kind, in regions, zones and clusters.
func estate() []map[string]any {
	policies := make([]map[string]any, 1000)
	for i := range policies {
		name := fmt.Sprintf("estate-%03d", i)
		var objects map[string]any
		switch {
		case i < 5:
			objects = deployments()
		case i < 500:
			objects = deployments("namespace", fmt.Sprintf("ns-%d", i%100))
		case i < 800:
			objects = deployments("labelSelector", map[string]any{"matchLabels": map[string]any{"app": fmt.Sprintf("svc-%d", i%200)}})
		default:
			objects = deployments("namespace", fmt.Sprintf("ns-%d", i%100), "name", fmt.Sprintf("web-%d", i))
		}
		overriders := map[string]any{"labelsOverrider": []any{map[string]any{"operator": "add", "value": map[string]any{"from-" + fmt.Sprint(i%7): name}}}}
		if i%3 == 1 {
			overriders = map[string]any{"imageOverrider": []any{map[string]any{"component": "Registry", "operator": "replace", "value": fmt.Sprintf("mirror-%d.example.com", i%4)}}}
		}
		p := clusterOverridePolicy(name, overriders, objects, fmt.Sprintf("member%d", 1+i%500))
		rule := p["spec"].(map[string]any)["overrideRules"].([]any)[0].(map[string]any)
		if i%4 != 3 {
			region := map[string]any{"key": "region", "operator": "In", "values": []any{fmt.Sprintf("region-%d", i%10)}}
			rule["targetCluster"] = map[string]any{"fieldSelector": map[string]any{"matchExpressions": []any{region}}}
		}
		policies[i] = p
	}
	return policies
}

// BenchmarkLarge makes one edit of a large object: a custom resource of 200 KB, and a ConfigMap with a YAML document of 100 KB in which
// the edit is.
func BenchmarkLarge(b *testing.B) {
	items := make([]any, 2000)
	var text strings.Builder
	for i := range items {
		items[i] = map[string]any{"name": fmt.Sprintf("item-%d", i), "weight": int64(i), "description": strings.Repeat("x", 50)}
		fmt.Fprintf(&text, "section-%d: # of many\n  name: item-%d\n  values: [1, 2, 3]\n", i, i)
	}
	resource := map[string]any{"apiVersion": "example.com/v1", "kind": "Catalog", "metadata": map[string]any{"name": "all"}, "spec": map[string]any{"items": items}}
	settings := map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"name": "all"}, "data": map[string]any{"all.yaml": text.String()}}
	for _, c := range []struct {
		name       string
		object     map[string]any
		overriders map[string]any
	}{
		{"resource", resource, map[string]any{"plaintext": []any{map[string]any{"operator": "replace", "path": "/spec/items/1000/weight", "value": 5}}}},
		{"text", settings, map[string]any{"fieldOverrider": []any{map[string]any{"fieldPath": "/data/all.yaml", "yaml": []any{map[string]any{"subPath": "/section-1000/name", "operator": "replace", "value": "x"}}}}}},
	} {
		selects := map[string]any{"apiVersion": c.object["apiVersion"], "kind": c.object["kind"]}
		set := setOf(b, []map[string]any{clusterOverridePolicy("p", c.overriders, selects, "member1")})
		obj := &unstructured.Unstructured{Object: c.object}
		b.Run(c.name+"/changes", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				result, err := set.Select(obj).Apply(selector.Cluster{Name: "member1"})
				require.NoError(b, err)
				require.Len(b, result.Changes(), 1)
			}
		})
		b.Run(c.name+"/copy", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_ = obj.DeepCopy()
			}
		})
	}
}
