package policy_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/policy"
)

// estate returns documents of about 3 KB in JSON: of ten, four Deployments, two ConfigMaps, a custom resource, two policies and a cluster.
func estate(tb testing.TB, count int) [][]byte {
	read := func(file string) any {
		text, err := os.ReadFile("../testdata/bench/" + file)
		require.NoError(tb, err)
		var v any
		require.NoError(tb, json.Unmarshal(text, &v))
		return v
	}
	rule := read("b2-policies.json").([]any)[0].(map[string]any)["spec"].(map[string]any)["overrideRules"].([]any)[0]
	var clusters, settings, backends []any
	lines := ""
	for i := range 24 {
		lines += fmt.Sprintf("listen.%d = \"0.0.0.0:%d\" # port of worker %d\n", i, 8000+i, i)
		clusters = append(clusters, fmt.Sprintf("member-%d-of-region-%d", i, i%4))
		settings = append(settings, map[string]any{"name": fmt.Sprintf("setting-%d", i), "value": i * 1000, "enabled": i%2 == 0})
		backends = append(backends, map[string]any{"type": fmt.Sprintf("Condition%d", i), "status": "True", "reason": "Ready",
			"message": "it is ready: all checks pass", "lastTransitionTime": "2025-01-01T00:00:00Z"})
	}
	kinds := []any{
		read("deployment.json"),
		map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "data": map[string]any{"server.conf": lines, "client.conf": lines, "mode": "on"}},
		map[string]any{"apiVersion": "example.com/v1", "kind": "Backend", "spec": map[string]any{"settings": settings, "weight": 0.5, "servers": clusters}},
		map[string]any{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "OverridePolicy", "spec": map[string]any{"overrideRules": []any{rule, rule, rule}}},
		map[string]any{"apiVersion": "policy.karmada.io/v1alpha1", "kind": "PropagationPolicy", "spec": map[string]any{
			"resourceSelectors": []any{map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"}},
			"placement": map[string]any{"clusterAffinities": []any{
				map[string]any{"affinityName": "first", "clusterNames": clusters}, map[string]any{"affinityName": "second", "clusterNames": clusters},
			}, "clusterTolerations": []any{map[string]any{"key": "k", "operator": "Exists", "tolerationSeconds": 300}}},
		}},
		map[string]any{
			"apiVersion": "cluster.karmada.io/v1alpha1", "kind": "Cluster", "spec": map[string]any{"syncMode": "Push", "region": "eu", "provider": "p"},
			"status": map[string]any{"kubernetesVersion": "v1.33.1", "conditions": backends[:16], "resourceSummary": map[string]any{"allocatable": map[string]any{"cpu": "100", "memory": "1Ti"}}},
		},
	}
	docs := make([][]byte, count)
	for i := range docs {
		object := kinds[[]int{0, 1, 0, 2, 0, 3, 1, 4, 0, 5}[i%10]].(map[string]any)
		metadata, _ := object["metadata"].(map[string]any)
		if metadata == nil {
			metadata = map[string]any{"namespace": "shop", "labels": map[string]any{"app.kubernetes.io/name": "web", "team": "eu"}}
			object["metadata"] = metadata
		}
		metadata["name"] = fmt.Sprintf("name-%d", i)
		if object["kind"] == "Cluster" {
			delete(metadata, "namespace")
		}
		text, err := json.Marshal(object)
		require.NoError(tb, err)
		docs[i] = text
	}
	return docs
}

// inYAML returns documents of JSON as YAML.
func inYAML(tb testing.TB, docs [][]byte) [][]byte {
	converted := make([][]byte, len(docs))
	for i, doc := range docs {
		var err error
		converted[i], err = yaml.JSONToYAML(doc)
		require.NoError(tb, err)
	}
	return converted
}

// BenchmarkDecode decodes a stream of 2,000 documents, on one core and on all. "library" is what the parsers alone take for the documents, one
// by one.
func BenchmarkDecode(b *testing.B) {
	inJSON := estate(b, 2000)
	for _, c := range []struct {
		name, separator string
		docs            [][]byte
		library         func([]byte, any) error
	}{
		{"yaml", "---\n", inYAML(b, inJSON), func(text []byte, to any) error { return yaml.Unmarshal(text, to) }},
		{"json", "\n", inJSON, json.Unmarshal},
	} {
		stream := bytes.Join(c.docs, []byte(c.separator))
		b.Run(c.name+"/library", func(b *testing.B) {
			b.SetBytes(int64(len(stream)))
			b.ReportAllocs()
			for b.Loop() {
				all := make([]map[string]any, len(c.docs))
				for i, doc := range c.docs {
					require.NoError(b, c.library(doc, &all[i]))
				}
			}
		})
		for _, workers := range []int{1, 0} {
			b.Run(c.name+"/"+strings.ReplaceAll(fmt.Sprint("workers=", workers), "=0", "=all"), func(b *testing.B) {
				b.SetBytes(int64(len(stream)))
				b.ReportAllocs()
				for b.Loop() {
					bundle, err := policy.Decoder{Workers: workers}.Decode(bytes.NewReader(stream))
					require.NoError(b, err)
					require.Equal(b, len(c.docs), bundle.Documents)
				}
			})
		}
	}
}
