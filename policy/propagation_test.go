package policy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy"
)

// planned lists the values of a bundle for propagation, one a line.
func planned(b *policy.Bundle) string {
	var lines []string
	for _, p := range b.Propagation {
		lines = append(lines, fmt.Sprintf("%s: %d selectors", p.Ref(), len(p.PropagationSpec().ResourceSelectors)))
	}
	for _, c := range b.ClusterObjects {
		lines = append(lines, fmt.Sprintf("%s: %d taints, version %q", c.Ref(), len(c.Spec.Taints), c.Status.KubernetesVersion))
	}
	for _, d := range b.Bindings {
		lines = append(lines, fmt.Sprintf("%s: %d replicas, %d conditions", d.Ref(), d.BindingSpec().Replicas, len(d.BindingStatus().Conditions)))
	}
	for _, w := range b.Works {
		lines = append(lines, fmt.Sprintf("%s: %v", w.Ref(), w.Spec.Workload.Manifests))
	}
	return strings.Join(lines, "\n")
}

// TestDecodePropagation reads a stream with all kinds of Karmada, and a policy and a cluster of KubeAdmiral.
func TestDecodePropagation(t *testing.T) {
	t.Parallel()
	const stream = `
apiVersion: work.karmada.io/v1alpha1
kind: Work
metadata: {name: w, namespace: karmada-es-m1}
spec: {workload: {manifests: [{apiVersion: v1, kind: ConfigMap, i: 1, f: 1.5}]}}
---
apiVersion: work.karmada.io/v1alpha2
kind: ResourceBinding
metadata: {name: web-deployment}
spec: {resource: {apiVersion: apps/v1, kind: Deployment, name: web}, replicas: 3}
status: {conditions: [{type: Scheduled, status: "True", lastTransitionTime: 2026-01-02T03:04:05Z, reason: Success, message: ok}]}
---
apiVersion: work.karmada.io/v1alpha2
kind: ClusterResourceBinding
metadata: {name: r-clusterrole}
spec: {resource: {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, name: r}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: p}
spec: {resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}], placement: {clusterAffinity: {clusterNames: [m1]}}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: ClusterPropagationPolicy
metadata: {name: p}
spec: {resourceSelectors: []}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: p}
spec: {}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: m1, labels: {a: b}}
spec: {syncMode: Push, zones: [z], taints: [{key: k, effect: NoSchedule}]}
status: {kubernetesVersion: v1.35.0, resourceSummary: {allocatable: {cpu: 10, memory: 1Gi}}}
---
apiVersion: core.kubeadmiral.io/v1alpha1
kind: FederatedCluster
metadata: {name: f1}
---
apiVersion: core.kubeadmiral.io/v1alpha1
kind: PropagationPolicy
metadata: {name: other, namespace: o}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicyList
items: [{metadata: {name: listed, namespace: l}, spec: {resourceSelectors: [{apiVersion: v1, kind: Pod}, {apiVersion: v1, kind: Secret}]}}]
---
{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}
`
	b, err := policy.Decoder{Namespace: "ns"}.Decode(strings.NewReader(stream))
	require.NoError(t, err)
	require.Equal(t, `PropagationPolicy ns/p: 1 selectors
ClusterPropagationPolicy p: 0 selectors
PropagationPolicy l/listed: 2 selectors
Cluster m1: 1 taints, version "v1.35.0"
ResourceBinding ns/web-deployment: 3 replicas, 1 conditions
ClusterResourceBinding r-clusterrole: 0 replicas, 0 conditions
Work karmada-es-m1/w: [map[apiVersion:v1 f:1.5 i:1 kind:ConfigMap]]`, planned(b))
	require.Equal(t, `policy OverridePolicy ns/p (0 faults)
cluster m1 map[a:b] /[z]
cluster f1 map[] /[]
unread {"apiVersion":"core.kubeadmiral.io/v1alpha1","kind":"PropagationPolicy","metadata":{"name":"other","namespace":"o"}}
object {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c","namespace":"ns"}}`, held(b))

	_, err = jsontree.Clone(map[string]any(b.Works[0].Spec.Workload.Manifests[0]))
	require.NoError(t, err, "manifests are decoded JSON")
	b.ClusterObjects[0].Labels["a"], b.ClusterObjects[0].Spec.Zones[0] = "changed", "changed"
	require.Equal(t, "b", b.Clusters[0].Labels["a"], "Clusters shares nothing with ClusterObjects")
	require.Equal(t, "z", b.Clusters[0].Zones[0], "Clusters shares nothing with ClusterObjects")
}

// TestDecodeGenerateName reads objects that are about to be created.
func TestDecodeGenerateName(t *testing.T) {
	t.Parallel()
	const policies = "apiVersion: policy.karmada.io/v1alpha1\nkind: PropagationPolicy\nmetadata: {generateName: p-, namespace: d}\n---\n"
	b, err := policy.Decode(strings.NewReader(policies + policies + "apiVersion: work.karmada.io/v1alpha1\nkind: Work\nmetadata: {generateName: w-}\n"))
	require.NoError(t, err, "two policies that get different names")
	require.Len(t, b.Propagation, 2)
	require.Equal(t, "p-", b.Propagation[1].GetGenerateName())
	require.Len(t, b.Works, 1)
	_, err = policy.Decode(strings.NewReader("apiVersion: cluster.karmada.io/v1alpha1\nkind: Cluster\nmetadata: {generateName: m-}\n"))
	require.EqualError(t, err, "document 1 (line 1): Cluster: metadata.name is missing, expected the cluster's name", "clusters are selected by name")
}

func TestDecodePropagationErrors(t *testing.T) {
	t.Parallel()
	head := func(apiVersion, kind string) string {
		return "apiVersion: " + apiVersion + "\nkind: " + kind + "\nmetadata: {name: x, namespace: d}\n"
	}
	propagation, binding := head("policy.karmada.io/v1alpha1", "PropagationPolicy"), head("work.karmada.io/v1alpha2", "ResourceBinding")
	cluster, work := head("cluster.karmada.io/v1alpha1", "Cluster"), head("work.karmada.io/v1alpha1", "Work")
	for _, c := range []struct{ name, reason, in, want string }{
		{"propagation", "with its line and a suggestion, also in inlined types", propagation + `spec:
  failover: {application: {decisionCondition: {}}}
  placement:
    clusterAffinities:
    - affinityName: a
      clusterName: [m1]
    replicaScheduling: {replicaDivisonPreference: Weighted}
`, `document 1 (line 5): PropagationPolicy d/x: unknown field "spec.failover.application.decisionCondition", did you mean "decisionConditions"?
document 1 (line 9): PropagationPolicy d/x: unknown field "spec.placement.clusterAffinities[0].clusterName", did you mean "clusterNames"?
document 1 (line 10): PropagationPolicy d/x: unknown field "spec.placement.replicaScheduling.replicaDivisonPreference", did you mean "replicaDivisionPreference"?`},
		{"cluster-wide", "as strictly", head("policy.karmada.io/v1alpha1", "ClusterPropagationPolicy") + "spec: {resourceSelector: []}\n",
			`document 1 (line 4): ClusterPropagationPolicy d/x: unknown field "spec.resourceSelector", did you mean "resourceSelectors"?`},
		{"cluster", "a misspelt taint would have no effect; a status may come from a newer system", cluster + "spec:\n  taint: []\nstatus: {resourceSummary: {allocateable: {}}}\n",
			`document 1 (line 5): Cluster d/x: unknown field "spec.taint", did you mean "taints"?`},
		{"binding", "also in types of other packages", binding + "spec: {replica: 1, replicaRequirements: {nodeClaims: {}}, suspension: {schedulling: true}}\n",
			`document 1 (line 4): ResourceBinding d/x: unknown field "spec.replica", did you mean "replicas"?
document 1 (line 4): ResourceBinding d/x: unknown field "spec.replicaRequirements.nodeClaims", did you mean "nodeClaim"?
document 1 (line 4): ResourceBinding d/x: unknown field "spec.suspension.schedulling", did you mean "scheduling"?`},
		{"work", "a manifest may have any field", work + "spec: {workload: {manifests: [{anything: 1}], manifest: []}}\n",
			`document 1 (line 4): Work d/x: unknown field "spec.workload.manifest", did you mean "manifests"?`},
		{"manifest", "an object, not its YAML", work + "spec: {workload: {manifests: ['kind: Pod']}}\n", `document 1 (line 4): Work d/x: spec.workload.manifests[0] is a string, expected an object`},
		{"repeated key", "also in a manifest", work + "spec: {workload: {manifests: [{a: 1, a: 2}]}}\n", `document 1 (line 4): key "a" is repeated`},
		{"range", "an integer that would wrap", binding + "spec: {replicas: 3000000000}\n", `document 1 (line 4): ResourceBinding d/x: spec.replicas is the number 3000000000, expected an integer of 32 bits`},
		{"negative", "grades are not negative", cluster + "spec: {resourceModels: [{grade: -1}]}\n", `document 1 (line 4): Cluster d/x: spec.resourceModels[0].grade is the number -1, expected an integer from 0`},
		{"fraction", "half a replica", binding + "spec: {replicas: 1.5}\n", `document 1 (line 4): ResourceBinding d/x: spec.replicas is the number 1.5, expected an integer of 32 bits`},
		{"type", "found and expected", propagation + "spec: {suspension: {dispatching: 'yes'}}\n", `document 1 (line 4): PropagationPolicy d/x: spec.suspension.dispatching is the string "yes", expected a boolean`},
		{"no name", "an object needs a name", "apiVersion: work.karmada.io/v1alpha1\nkind: Work\n", `document 1 (line 1): Work: metadata.name is missing, expected a name`},
		{"twice", "a name is unique", binding + "---\n" + binding, "document 2 (line 4): ResourceBinding d/x is already defined in document 1"},
		{"cluster twice", "clusters share their names", cluster + "---\n" + head("core.kubeadmiral.io/v1alpha1", "FederatedCluster"), "document 2 (line 4): Cluster x is already defined in document 1"},
		{"version", "a binding is not of a work's version", head("work.karmada.io/v1alpha1", "ResourceBinding"), `document 1 (line 1): ResourceBinding d/x of work.karmada.io/v1alpha1 is not known, expected work.karmada.io/v1alpha2`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := policy.Decode(strings.NewReader(c.in))
			require.EqualError(t, err, c.want, c.reason)
		})
	}
}
