package native_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
)

func TestAggregate(t *testing.T) {
	t.Parallel()
	const (
		head = `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "generation": 3}, "status": {"observedGeneration": 2, "replicas": 1, "collisionCount": 4, "junk": true}}, `
		bare = `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"generation": 3}}, `
	)
	runHook(t, interpreter.AggregateStatus, []hookCase{
		{"sums", "members add up, and the unknown field is lost", head + `"items": [
			{"clusterName": "a", "status": {"replicas": 1, "readyReplicas": 2, "updatedReplicas": 3, "availableReplicas": 4, "unavailableReplicas": 5}},
			{"clusterName": "b", "status": {"replicas": 10, "readyReplicas": 20, "updatedReplicas": 30, "availableReplicas": 40, "unavailableReplicas": 50}}]}`,
			`{status: {observedGeneration: 2, replicas: 11, readyReplicas: 22, updatedReplicas: 33, availableReplicas: 44, unavailableReplicas: 55, collisionCount: 4}}`, ""},
		{"unchanged", "equal sums change nothing", head + `"items": [{"clusterName": "a", "status": {"replicas": 1}}]}`, `{status: {observedGeneration: 2, replicas: 1, collisionCount: 4, junk: true}}`, ""},
		{"no status", "a member without a status adds nothing, and is not current", head + `"items": [{"clusterName": "a", "status": null}]}`, `{status: {observedGeneration: 2, collisionCount: 4}}`, ""},
		{"no items", "no member is outdated", bare + `"items": []}`, `{status: {observedGeneration: 3}}`, ""},
		{"null items", "the same as no items", bare + `"items": null}`, `{status: {observedGeneration: 3}}`, ""},
		{"null status", "the status of the template may be null", `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "status": null}, "items": [{"clusterName": "a", "status": {"replicas": 1}}]}`, `{status: {replicas: 1}}`, ""},
		{"status of zeros", "nothing changes, not even a null", `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "status": null}, "items": [{"clusterName": "a", "status": {}}]}`, `{status: null}`, ""},

		{"current", "it has observed the newest object, of the newest template", bare + `"items": [{"clusterName": "a", "status": {"generation": 5, "observedGeneration": 5, "resourceTemplateGeneration": 3}}]}`, `{status: {observedGeneration: 3}}`, ""},
		{"ahead", "a later generation is current", bare + `"items": [{"clusterName": "a", "status": {"generation": 5, "observedGeneration": 6, "resourceTemplateGeneration": 4}}]}`, `{status: {observedGeneration: 3}}`, ""},
		{"not observed", "the member has not observed its own object", bare + `"items": [{"clusterName": "a", "status": {"generation": 5, "observedGeneration": 4, "resourceTemplateGeneration": 3}}]}`, `{status: null}`, ""},
		{"old template", "the member's object is of an older template", bare + `"items": [{"clusterName": "a", "status": {"generation": 5, "observedGeneration": 5, "resourceTemplateGeneration": 2}}]}`, `{status: null}`, ""},
		{"one is outdated", "all must be current", bare + `"items": [{"clusterName": "a", "status": {"resourceTemplateGeneration": 3}}, {"clusterName": "b"}]}`, `{status: null}`, ""},

		{"any case", "names are decoded as JSON", bare + `"items": [{"clusterName": "a", "status": {"READYREPLICAS": 2, "ResourceTemplateGeneration": 3}}]}`, `{status: {observedGeneration: 3, readyReplicas: 2}}`, ""},
		{"two cases", "the last by name is used", bare + `"items": [{"clusterName": "a", "status": {"ReadyReplicas": 1, "readyReplicas": 2, "RESOURCETEMPLATEGENERATION": 2, "resourceTemplateGeneration": 3}}]}`, `{status: {observedGeneration: 3, readyReplicas: 2}}`, ""},
		{"null after a number", "null is not a number", bare + `"items": [{"clusterName": "a", "status": {"ResourceTemplateGeneration": 3, "resourceTemplateGeneration": null}}]}`, `{status: {observedGeneration: 3}}`, ""},
		{"an odd case", "the long s is an s to JSON", bare + `"items": [{"clusterName": "a", "status": {"reſourceTemplateGeneration": 3, "replicaſ": 2}}]}`, `{status: {observedGeneration: 3, replicas: 2}}`, ""},

		{"a status is a string", "it is not a status", bare + `"items": [{"clusterName": "a", "status": "up"}]}`, "", "status of cluster a: "},
		{"a field is a string", "it is decoded", bare + `"items": [{"clusterName": "a", "status": {"replicas": "1"}}]}`, "", "status of cluster a: /replicas is the string"},
		{"a template's generation is a string", "it is decoded", bare + `"items": [{"clusterName": "a", "status": {"resourceTemplateGeneration": "7"}}]}`, "", `status of cluster a: /resourceTemplateGeneration is the string "7"`},
		{"a field that is not summed", "the whole status is decoded", bare + `"items": [{"clusterName": "a", "status": {"conditions": 5}}]}`, "", "status of cluster a: /conditions"},
		{"too large a field", "JSON checks the range", bare + `"items": [{"clusterName": "a", "status": {"replicas": 2147483648}}]}`, "", "status of cluster a: /replicas"},
		{"too large a sum", "a wrapped sum would be negative", bare + `"items": [{"clusterName": "a", "status": {"replicas": 2147483647}}, {"clusterName": "b", "status": {"replicas": 1}}]}`, "", "replicas of all members add up to 2147483648"},
		{"a sum too large on the way", "only the whole sum must fit", bare + `"items": [{"clusterName": "a", "status": {"replicas": 2147483647}}, {"clusterName": "b", "status": {"replicas": 1}}, {"clusterName": "c", "status": {"replicas": -1}}]}`, `{status: {replicas: 2147483647}}`, ""},
		{"the template is wrong", "the whole object is decoded", `{"object": {"apiVersion": "apps/v1", "kind": "Deployment", "spec": {"paused": 1}}, "items": []}`, "", "/spec/paused is the number 1"},
	})
}

// TestAggregateFloat has whole numbers such as 1.0: decoding them from JSON into an integer fails.
func TestAggregateFloat(t *testing.T) {
	t.Parallel()
	object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": "Deployment"}}
	hook, found := registry.StatusAggregator(object.GroupVersionKind())
	require.True(t, found)
	for _, field := range []string{"replicas", "observedGeneration", "generation", "Generation", "resourceTemplateGeneration"} {
		items := []interpreter.StatusItem{{ClusterName: "a", Status: map[string]any{field: 1.0}}}
		_, err := hook.AggregateStatus(context.Background(), object, items)
		require.ErrorContains(t, err, "status of cluster a: /"+field+" is the number 1 of the Go type float64, expected")
	}
}
