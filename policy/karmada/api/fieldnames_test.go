package api_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Parts that several kinds share.
const (
	affinityText = `"labelSelector": {"matchLabels": {"a": "b"}, "matchExpressions": [{"key": "a", "operator": "In", "values": ["v"]}]},
		"fieldSelector": {"matchExpressions": [{"key": "k", "operator": "In", "values": ["v"]}]}, "clusterNames": ["n"], "exclude": ["x"]`
	placementText = `{
		"clusterAffinity": {` + affinityText + `},
		"clusterAffinities": [{"affinityName": "a", ` + affinityText + `, "overflowAffinities": [{"affinityName": "o", ` + affinityText + `}]}],
		"clusterTolerations": [{"key": "k", "operator": "Equal", "value": "v", "effect": "NoExecute", "tolerationSeconds": 5}],
		"spreadConstraints": [{"spreadByField": "cluster", "spreadByLabel": "l", "maxGroups": 2, "minGroups": 1}],
		"replicaScheduling": {"replicaSchedulingType": "Divided", "replicaDivisionPreference": "Weighted",
			"weightPreference": {"staticWeightList": [{"targetCluster": {` + affinityText + `}, "weight": 2}], "dynamicWeight": "AvailableReplicas"}},
		"workloadAffinity": {"affinity": {"groupByLabelKey": "g"}, "antiAffinity": {"groupByLabelKey": "h"}}}`
	failoverText = `{
		"application": {"decisionConditions": {"tolerationSeconds": 300}, "purgeMode": "Gracefully", "gracePeriodSeconds": 600,
			"statePreservation": {"rules": [{"aliasLabelName": "a", "jsonPath": "{.b}"}]}},
		"cluster": {"purgeMode": "Directly", "statePreservation": {"rules": [{"aliasLabelName": "a", "jsonPath": "{.b}"}]}}}`
	propagationText = `{
		"resourceSelectors": [{"apiVersion": "v1", "kind": "Pod", "namespace": "n", "name": "m", "labelSelector": {"matchLabels": {"a": "b"}, "matchExpressions": [{"key": "a", "operator": "In", "values": ["v"]}]}}],
		"association": true, "propagateDeps": true, "placement": ` + placementText + `, "priority": 1, "dependentOverrides": ["o"],
		"schedulerName": "s", "failover": ` + failoverText + `, "conflictResolution": "Abort", "activationPreference": "Lazy", "preemption": "Never",
		"suspension": {"dispatching": true, "dispatchingOnClusters": {"clusterNames": ["n"]}}, "preserveResourcesOnDeletion": true,
		"schedulePriority": {"priorityClassSource": "KubePriorityClass", "priorityClassName": "p"}}`
	requirementsText = `{"nodeClaim": {"hardNodeAffinity": {"nodeSelectorTerms": [{"matchFields": []}]}, "nodeSelector": {"a": "b"}, "tolerations": [{"key": "k"}]},
		"resourceRequest": {"cpu": "100m"}, "namespace": "n", "priorityClassName": "p"}`
	conditionText = `{"type": "t", "status": "True", "observedGeneration": 3, "lastTransitionTime": "2026-01-02T03:04:05Z", "reason": "r", "message": "m"}`
	targetText    = `{"name": "n", "replicas": 2, "components": [{"name": "c", "replicas": 1}]}`
	bindingText   = `"spec": {
		"resource": {"apiVersion": "v1", "kind": "Pod", "namespace": "n", "name": "m", "uid": "u", "resourceVersion": "9"},
		"propagateDeps": true, "replicaRequirements": ` + requirementsText + `, "replicas": 3,
		"components": [{"name": "c", "replicas": 1, "replicaRequirements": ` + requirementsText + `}],
		"clusters": [` + targetText + `], "placement": ` + placementText + `,
		"gracefulEvictionTasks": [{"fromCluster": "f", "purgeMode": "Directly", "replicas": 1, "reason": "r", "message": "m", "producer": "p", "gracePeriodSeconds": 5,
			"suppressDeletion": true, "preservedLabelState": {"a": "b"}, "creationTimestamp": "2026-01-02T03:04:05Z", "clustersBeforeFailover": ["b"]}],
		"requiredBy": [{"namespace": "n", "name": "m", "clusters": [` + targetText + `]}],
		"schedulerName": "s", "failover": ` + failoverText + `, "conflictResolution": "Overwrite", "rescheduleTriggeredAt": "2026-01-02T03:04:05Z",
		"suspension": {"dispatching": true, "dispatchingOnClusters": {"clusterNames": ["n"]}, "scheduling": true},
		"preserveResourcesOnDeletion": true, "schedulePriority": {"priority": 7}, "workloadAffinityGroups": {"affinityGroup": "a=b", "antiAffinityGroup": "c=d"}},
	"status": {"schedulerObservedGeneration": 4, "schedulerObservingAffinityName": "a", "lastScheduledTime": "2026-01-02T03:04:05Z", "conditions": [` + conditionText + `],
		"aggregatedStatus": [{"clusterName": "c", "status": {"replicas": 1}, "applied": true, "appliedMessage": "m", "health": "Healthy"}]}`
	clusterText = `"spec": {"id": "i", "syncMode": "Push", "apiEndpoint": "https://a", "secretRef": {"namespace": "n", "name": "s"}, "impersonatorSecretRef": {"namespace": "n", "name": "i"},
		"insecureSkipTLSVerification": true, "proxyURL": "https://p", "proxyHeader": {"a": "b"}, "provider": "p", "region": "r", "zone": "z", "zones": ["a"],
		"taints": [{"key": "k", "value": "v", "effect": "NoSchedule", "timeAdded": "2026-01-02T03:04:05Z"}],
		"resourceModels": [{"grade": 1, "ranges": [{"name": "cpu", "min": "1", "max": "2"}]}]},
	"status": {"kubernetesVersion": "v1.35.0", "apiEnablements": [{"groupVersion": "apps/v1", "resources": [{"name": "deployments", "kind": "Deployment"}]}],
		"conditions": [` + conditionText + `], "nodeSummary": {"totalNum": 3, "readyNum": 2}, "remedyActions": ["TrafficControl"],
		"resourceSummary": {"allocatable": {"cpu": "3"}, "allocating": {"cpu": "1"}, "allocated": {"pods": "2"}, "allocatableModelings": [{"grade": 1, "count": 2}]}}`
	workText = `"spec": {"workload": {"manifests": [{"apiVersion": "v1", "kind": "Pod", "n": 1}]}, "suspendDispatching": true, "preserveResourcesOnDeletion": true},
	"status": {"conditions": [` + conditionText + `], "manifestStatuses": [{"identifier": {"ordinal": 1, "group": "g", "version": "v", "kind": "k", "resource": "r",
		"namespace": "n", "name": "m"}, "status": {"replicas": 1}, "health": "Healthy"}]}`
)

// TestPropagationFieldNames compares the names of all fields with Karmada's API.
func TestPropagationFieldNames(t *testing.T) {
	t.Parallel()
	for kind, rest := range map[string]string{
		"PropagationPolicy":        `"spec": ` + propagationText,
		"ClusterPropagationPolicy": `"spec": ` + propagationText,
		"Cluster":                  clusterText,
		"ResourceBinding":          bindingText,
		"ClusterResourceBinding":   bindingText,
		"Work":                     workText,
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			text := `{"apiVersion": "v", "kind": "k", "metadata": {"name": "p"}, ` + rest + `}`
			v := kinds[kind]()
			strict, err := kjson.UnmarshalStrict([]byte(text), v)
			require.NoError(t, err)
			require.Empty(t, strict)
			require.JSONEq(t, text, dialecttest.AsJSON(t, v), "what is read is written by the same names")
			require.Equal(t, names(t, text), names(t, dialecttest.AsJSON(t, dialecttest.Filled(t, kinds[kind](), 0))), "there are no other fields")
		})
	}
}

// names returns the paths of the fields of spec and status, each once, without the content of free-form maps and values.
func names(t *testing.T, text string) []string {
	t.Helper()
	found := map[string]bool{}
	var walk func(at string, v any)
	walk = func(at string, v any) {
		if at != "" {
			found[at] = true
		}
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(at, e)
			}
		case map[string]any:
			for _, free := range []string{
				"matchLabels", "nodeSelector", "hardNodeAffinity", "tolerations", "resourceRequest", "preservedLabelState", "proxyHeader",
				"allocatable", "allocating", "allocated", "manifests", "aggregatedStatus.status", "manifestStatuses.status",
			} {
				if strings.HasSuffix(at, "."+free) {
					return
				}
			}
			for key, e := range v {
				walk(at+"."+key, e)
			}
		}
	}
	var content map[string]any
	require.NoError(t, json.Unmarshal([]byte(text), &content))
	walk("", map[string]any{"spec": content["spec"], "status": content["status"]})
	return slices.Sorted(maps.Keys(found))
}

// TestAbsentIsNotZero decodes empty values, which some rules distinguish from absent ones.
func TestAbsentIsNotZero(t *testing.T) {
	t.Parallel()
	var b api.ResourceBinding
	const text = `{"spec": {"resource": {"apiVersion": "v1", "kind": "Pod", "name": "p"}, "preserveResourcesOnDeletion": false, "suspension": {}, "schedulePriority": {},
		"replicaRequirements": {}, "placement": {"clusterAffinity": {}, "replicaScheduling": {}, "workloadAffinity": {}}}}`
	require.NoError(t, json.Unmarshal([]byte(text), &b))
	require.Equal(t, new(bool), b.Spec.PreserveResourcesOnDeletion)
	require.Equal(t, &api.BindingSuspension{}, b.Spec.Suspension)
	require.Nil(t, b.Spec.RescheduleTriggeredAt)
	var again api.ResourceBinding
	require.NoError(t, json.Unmarshal([]byte(dialecttest.AsJSON(t, b)), &again))
	require.Equal(t, b, again)

	var p api.Placement
	require.NoError(t, json.Unmarshal([]byte(`{"clusterAffinities": [{"affinityName": "a", "overflowAffinities": []}], "spreadConstraints": []}`), &p))
	require.NotNil(t, p.ClusterAffinities[0].OverflowAffinities)
	require.NotNil(t, p.SpreadConstraints)
	require.Nil(t, p.ClusterTolerations)
	require.Equal(t, &p, p.DeepCopy())
}

func TestManifest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, in string
		want             []api.Manifest
		err              string
	}{
		{"numbers", "any decoder returns the same", `[{"a": 1, "b": 1.5, "c": 3.0, "d": 9223372036854775808}]`, []api.Manifest{{"a": int64(1), "b": 1.5, "c": float64(3), "d": 9223372036854775808.0}}, ""},
		{"null", "a nil manifest", `[null, {}]`, []api.Manifest{nil, {}}, ""},
		{"string", "a manifest is an object", `["x"]`, nil, `a manifest is the string "x", expected an object`},
		{"list", "a manifest is an object", `[[]]`, nil, `a manifest is a list, expected an object`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for _, decode := range []func([]byte, any) error{json.Unmarshal, kjson.UnmarshalCaseSensitivePreserveInts} {
				var w api.Work
				err := decode([]byte(`{"spec": {"workload": {"manifests": `+c.in+`}}}`), &w)
				if c.err != "" {
					require.ErrorContains(t, err, c.err, c.reason)
					continue
				}
				require.NoError(t, err, c.reason)
				require.Equal(t, c.want, w.Spec.Workload.Manifests, c.reason)
			}
		})
	}
}

func TestAggregatedStatusItem(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, in string
		raw              string // empty: none
		want             any
	}{
		{"order", "the text stays, the value has no order", `{"clusterName": "m", "status": {"b":1,"a":1.5}}`, `{"b":1,"a":1.5}`, map[string]any{"a": 1.5, "b": int64(1)}},
		{"none", "there is no status", `{"clusterName": "m"}`, "", nil},
		{"null", "it is not a status", `{"clusterName": "m", "status": null}`, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var i api.AggregatedStatusItem
			require.NoError(t, json.Unmarshal([]byte(c.in), &i), c.reason)
			raw := ""
			if i.Status != nil {
				raw = string(i.Status.Raw)
			}
			require.Equal(t, c.raw, raw, c.reason)
			item, err := i.Item()
			require.NoError(t, err, c.reason)
			require.Equal(t, "m", item.ClusterName)
			require.Equal(t, c.want, item.Status, c.reason)
		})
	}
	t.Run("no JSON", func(t *testing.T) {
		t.Parallel()
		_, err := api.AggregatedStatusItem{ClusterName: "m", Status: &api.JSON{Raw: []byte("{")}}.Item()
		require.ErrorContains(t, err, "the status of cluster m is not valid JSON: ")
	})
}

// TestRefs returns the Ref of every kind, without a namespace for cluster-scoped kinds.
func TestRefs(t *testing.T) {
	t.Parallel()
	p, q := &api.PropagationPolicy{}, &api.ClusterPropagationPolicy{}
	b, d := &api.ResourceBinding{}, &api.ClusterResourceBinding{}
	p.Name, p.Namespace, q.Name, q.Namespace = "p", "n", "q", "n"
	b.Name, b.Namespace, d.Name, d.Namespace = "b", "n", "d", "n"
	require.Equal(t, "PropagationPolicy n/p", p.Ref().String())
	require.Equal(t, "ClusterPropagationPolicy q", q.Ref().String())
	require.Equal(t, "ResourceBinding n/b", b.Ref().String())
	require.Equal(t, "ClusterResourceBinding d", d.Ref().String())
	c, w := &api.Cluster{}, &api.Work{}
	c.Name, w.Name, w.Namespace = "c", "w", "karmada-es-c"
	require.Equal(t, "Cluster c", c.Ref().String())
	require.Equal(t, "Work karmada-es-c/w", w.Ref().String())
	require.Equal(t, "work.karmada.io/v1alpha1", w.Ref().APIVersion)
	require.Equal(t, "work.karmada.io/v1alpha2", b.Ref().APIVersion)

	require.Same(t, &p.Spec, api.PropagationSource(p).PropagationSpec())
	require.Same(t, &q.Spec, api.PropagationSource(q).PropagationSpec())
	require.Same(t, &b.Spec, api.Binding(b).BindingSpec())
	require.Same(t, &d.Status, api.Binding(d).BindingStatus())
}
