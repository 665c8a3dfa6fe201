package override_test

import "fmt"

// many returns a set of n policies of Karmada, as JSON. Three of them cover the deployment of testdata/bench in the cluster member1; the
// others have another name, label, kind, namespace or cluster, so that a set must use all its indexes.
func many(n int) []map[string]any {
	hits := map[int]map[string]any{
		n / 7: {"imageOverrider": []any{map[string]any{"component": "Registry", "operator": "replace", "value": "mirror.example.com:5000"}}},
		n / 2: {"labelsOverrider": []any{map[string]any{"operator": "add", "value": map[string]any{"region": "eu"}}}},
		n - 3: {"plaintext": []any{map[string]any{"operator": "replace", "path": "/spec/replicas", "value": 5}}},
	}
	policies := make([]map[string]any, n)
	for i := range policies {
		name := fmt.Sprintf("policy-%05d", i)
		if overriders, hit := hits[i]; hit {
			policies[i] = clusterOverridePolicy(name, overriders, deployments("namespace", "shop", "name", "web"), "member1")
			continue
		}
		overriders := map[string]any{"imageOverrider": []any{map[string]any{"component": "Tag", "operator": "replace", "value": fmt.Sprintf("v%d", i)}}}
		if i%2 == 1 {
			overriders = map[string]any{"labelsOverrider": []any{map[string]any{"operator": "add", "value": map[string]any{"from": name}}}}
		}
		var selector map[string]any
		switch k := i % 20; {
		case k < 11:
			selector = deployments("namespace", fmt.Sprintf("ns-%d", i%50), "name", fmt.Sprintf("svc-%d", i))
		case k < 15:
			selector = deployments("labelSelector", map[string]any{"matchLabels": map[string]any{"app": fmt.Sprintf("svc-%d", i)}})
		case k < 17:
			selector = map[string]any{"apiVersion": "v1", "kind": "ConfigMap", "name": fmt.Sprintf("cm-%d", i)}
		case k < 19:
			selector = deployments("namespace", fmt.Sprintf("ns-%d", i%50))
		default:
			selector = deployments("namespace", "shop", "name", "web")
		}
		policies[i] = clusterOverridePolicy(name, overriders, selector, fmt.Sprintf("member%d", 2+i%400))
	}
	return policies
}

// deployments returns a selector of Deployments with further fields, given as names and values.
func deployments(fields ...any) map[string]any {
	selector := map[string]any{"apiVersion": "apps/v1", "kind": "Deployment"}
	for i := 0; i < len(fields); i += 2 {
		selector[fields[i].(string)] = fields[i+1]
	}
	return selector
}

func clusterOverridePolicy(name string, overriders, selector map[string]any, cluster string) map[string]any {
	return map[string]any{
		"apiVersion": "policy.karmada.io/v1alpha1", "kind": "ClusterOverridePolicy", "metadata": map[string]any{"name": name},
		"spec": map[string]any{
			"overrideRules":     []any{map[string]any{"overriders": overriders, "targetCluster": map[string]any{"clusterNames": []any{cluster}}}},
			"resourceSelectors": []any{selector},
		},
	}
}
