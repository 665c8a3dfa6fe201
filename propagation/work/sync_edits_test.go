package work_test

import (
	"path"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/internal/server"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestSyncEdits has edits in a cluster, and what API servers make of a manifest. Only edits are drift.
func TestSyncEdits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, reason, kind, wanted, found, drift string }{
		{"selector key added", "a Service then selects other pods", "v1/Service", "{spec: {selector: {app: web}}}", "{spec: {selector: {app: web, track: canary}}}", "/spec/selector/track"},
		{"quota added", "users choose what a quota limits", "v1/ResourceQuota", "{spec: {hard: {pods: 1}}}", "{spec: {hard: {pods: '1', services: '0'}}}", "/spec/hard/services"},
		{"empty entry removed", "an empty entry of data is not a default", "v1/ConfigMap", "{data: {keep: ''}}", "{}", "/data/keep"},
		{"empty node label removed", "labels of nodes often are empty", "apps/v1/Deployment", "{spec: {template: {spec: {nodeSelector: {worker: ''}}}}}", "{spec: {template: {spec: {}}}}", "/spec/template/spec/nodeSelector/worker"},
		{"token allowed", "false differs from nothing in a field that is a pointer", "apps/v1/Deployment", "{spec: {template: {spec: {automountServiceAccountToken: false}}}}", "{spec: {template: {spec: {}}}}", "/spec/template/spec/automountServiceAccountToken"},
		{"namespaces restricted", "an empty selector selects all", "networking.k8s.io/v1/NetworkPolicy", "{spec: {ingress: [{from: [{namespaceSelector: {}}]}]}}", "{spec: {ingress: [{from: [{podSelector: {matchLabels: {a: b}}}]}]}}", "/spec/ingress/0/from/0/namespaceSelector"},
		{"line break in data", "YAML blocks end with one, and servers write base64 without", "v1/Secret", "{data: {a: \"eA==\\n\"}}", "{type: Opaque, data: {a: eA==}}", ""},
		{"data changed", "other bytes", "v1/Secret", "{data: {a: eA==}}", "{type: Opaque, data: {a: eQ==}}", "/data/a"},
		{"line break in a ConfigMap", "data of a ConfigMap is not base64", "v1/ConfigMap", "{data: {a: \"eA==\\n\"}}", "{data: {a: eA==}}", "/data/a"},
		{"overhead", "a quantity of a RuntimeClass", "node.k8s.io/v1/RuntimeClass", "{overhead: {podFixed: {cpu: 1000m}}}", "{overhead: {podFixed: {cpu: '1'}}}", ""},
		{"aggregated rules", "a controller sets them, and people write an empty list", "rbac.authorization.k8s.io/v1/ClusterRole", "{aggregationRule: {clusterRoleSelectors: [{}]}, rules: []}", "{aggregationRule: {clusterRoleSelectors: [{}]}, rules: [{verbs: [get]}]}", ""},
		{"null entry", "servers store null as an empty string", "v1/ConfigMap", "{data: {keep: null}}", "{data: {keep: ''}}", ""},
		{"null entry edited", "so it has a value", "v1/ConfigMap", "{data: {keep: null}}", "{data: {keep: x}}", "/data/keep"},
		{"data without a map", "a missing map is an empty one", "v1/ConfigMap", "{binaryData: {a: eA==}}", "{binaryData: {a: eA==}, data: {evil: x}}", "/data/evil"},
		{"restarted", "annotations of a template have no default", "apps/v1/Deployment", "{spec: {template: {spec: {}}}}", "{spec: {template: {metadata: {annotations: {restartedAt: now}}, spec: {}}}}", "/spec/template/metadata/annotations/restartedAt"},
		{"privileged", "it has no default", "apps/v1/Deployment", "{spec: {template: {spec: {containers: [{name: a, securityContext: {}}]}}}}", "{spec: {template: {spec: {containers: [{name: a, securityContext: {privileged: true}}]}}}}", "/spec/template/spec/containers/0/securityContext/privileged"},
		{"subject added", "only a user adds one", "rbac.authorization.k8s.io/v1/RoleBinding", "{roleRef: {name: a}}", "{roleRef: {name: a}, subjects: [{kind: User, name: eve}]}", "/subjects"},
		{"ingress opened", "a policy without rules denies all", "networking.k8s.io/v1/NetworkPolicy", "{spec: {policyTypes: [Ingress]}}", "{spec: {policyTypes: [Ingress], ingress: [{}]}}", "/spec/ingress"},
		{"field of a CRD with the name of one without default", "its server may set it", "example.io/v1/Widget", "{spec: {}}", "{spec: {env: [a], nodeSelector: {a: b}}}", ""},
		{"divisor in data", "data is not a quantity", "v1/ConfigMap", "{data: {divisor: '1'}}", "{data: {divisor: 1000m}}", "/data/divisor"},
		{"empty string", "Helm charts write one for a default", "apps/v1/Deployment", "{spec: {template: {spec: {schedulerName: ''}}}}", "{spec: {template: {spec: {schedulerName: default-scheduler}}}}", ""},
		{"tolerations of a Pod", "admission appends some", "v1/Pod", "{spec: {tolerations: [{key: a}]}}", "{spec: {tolerations: [{key: a}, {key: not-ready}]}}", ""},
		{"limits of a CRD", "its server may add some", "example.io/v1/Widget", "{spec: {limits: {a: 1}}}", "{spec: {limits: {a: 1, b: 2}}}", ""},
		{"default in a schema", "values in a schema are those of users", "apiextensions.k8s.io/v1/CustomResourceDefinition", "{spec: {versions: [{schema: {openAPIV3Schema: {default: {tag: '1.10'}, minimum: 0}}}]}}", "{spec: {versions: [{schema: {openAPIV3Schema: {default: {tag: '1.1'}, minimum: 0}}}]}}", "/spec/versions/0/schema/openAPIV3Schema/default/tag"},
		{"zero in a schema", "it is not a default of the API", "apiextensions.k8s.io/v1/CustomResourceDefinition", "{spec: {versions: [{schema: {openAPIV3Schema: {minimum: 0}}}]}}", "{spec: {versions: [{schema: {openAPIV3Schema: {}}}]}}", "/spec/versions/0/schema/openAPIV3Schema/minimum"},
		{"status of a CRD", "an empty object turns it on", "apiextensions.k8s.io/v1/CustomResourceDefinition", "{spec: {versions: [{subresources: {status: {}}}]}}", "{spec: {versions: [{subresources: {}}]}}", "/spec/versions/0/subresources/status"},
		{"key caBundle", "a key of data has no meaning", "v1/ConfigMap", "{data: {caBundle: \"eA==\"}}", "{data: {caBundle: \"eA==\\n\"}}", "/data/caBundle"},
		{"injected caBundle", "an injector sets it again and again", "admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration", "{webhooks: [{clientConfig: {}}]}", "{webhooks: [{clientConfig: {caBundle: eA==}}]}", ""},
		{"storage class", "admission sets it, and it cannot change", "v1/PersistentVolumeClaim", "{spec: {resources: {requests: {storage: 1Gi}}}}", "{spec: {storageClassName: fast, volumeMode: Filesystem, resources: {requests: {storage: 1Gi}}}}", ""},
		{"static volume", "there the class is a string", "v1/PersistentVolume", "{spec: {storageClassName: ''}}", "{spec: {}}", ""},
		{"capabilities", "in a map that only the cluster has", "apps/v1/Deployment", "{spec: {template: {spec: {containers: [{name: a}]}}}}", "{spec: {template: {spec: {containers: [{name: a, securityContext: {capabilities: {add: [SYS_ADMIN]}}}]}}}}", "/spec/template/spec/containers/0/securityContext/capabilities"},
		{"selector widened", "the policy protects less then", "networking.k8s.io/v1/NetworkPolicy", "{spec: {podSelector: {matchLabels: {a: b}}}}", "{spec: {podSelector: {matchLabels: {a: b}, matchExpressions: [{key: c, operator: Exists}]}}}", "/spec/podSelector/matchExpressions"},
		{"empty selector removed", "without one it selects nothing", "policy/v1/PodDisruptionBudget", "{spec: {selector: {}}}", "{spec: {}}", "/spec/selector"},
		{"group of a CRD", "it only looks like one of Kubernetes", "foo.k8s.io/v1/Widget", "{spec: {default: {version: '1.10'}}}", "{spec: {default: {version: '1.1'}, rules: [a]}}", "/spec/default/version"},
		{"null in stringData", "servers store null as an empty string", "v1/Secret", "{stringData: {a: null}}", "{type: Opaque, data: {a: ''}}", ""},
		{"rules added", "these are the user's", "rbac.authorization.k8s.io/v1/ClusterRole", "{rules: []}", "{rules: [{verbs: [get]}]}", "/rules"},
		{"version edited", "a CRD's field may look like a quantity", "example.io/v1/Widget", "{spec: {target: {version: '1.10'}}}", "{spec: {target: {version: '1.1'}}}", "/spec/target/version"},
		{"resources of a CRD", "controllers of a CRD write them as they like", "example.io/v1/Widget", "{spec: {resources: {limits: {cpu: 1000m}}}}", "{spec: {resources: {limits: {cpu: 1}}}}", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			wanted, found := casetest.Object(t, c.wanted), casetest.Object(t, c.found)
			for _, o := range []map[string]any{wanted.Object, found.Object} {
				o["apiVersion"], o["kind"], o["metadata"] = path.Dir(c.kind), path.Base(c.kind), m{"name": "x", "labels": m{"karmada.io/managed": "true"}}
			}
			d := syncOf(t, wanted, found, hooks, true)
			if c.drift == "" {
				require.Empty(t, d.Drift, c.reason)
				require.Equal(t, work.ActionLeave, d.Action)
				return
			}
			require.Len(t, d.Drift, 1, c.reason)
			require.Equal(t, c.drift, d.Drift[0].Pointer.String(), c.reason)
		})
	}
}

// TestSyncLeftEmpty removes empty values from a manifest. As long as the new manifest has not been applied, they are drift.
func TestSyncLeftEmpty(t *testing.T) {
	t.Parallel()
	wanted, found := widget(m{}), widget(m{"suspend": false, "replicas": int64(0), "selector": m{}})
	require.Empty(t, syncOf(t, wanted, found, nil, true).Drift, "they may be defaults")
	require.Len(t, syncOf(t, wanted, found, nil, false).Drift, 3, "an earlier manifest may have had them")
}

// TestSyncUnapplied has manifests that have not been applied yet. All that an earlier one may have had is drift.
func TestSyncUnapplied(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, kind, wanted, found, drift string }{
		{"a Pod has lost a container", "v1/Pod", "{spec: {containers: [{name: a}]}}", "{spec: {containers: [{name: a}, {name: b}]}}", "/spec/containers/1"},
		{"a CRD has got an empty default", "apiextensions.k8s.io/v1/CustomResourceDefinition", "{spec: {versions: [{schema: {openAPIV3Schema: {default: ''}}}]}}", "{spec: {versions: [{schema: {openAPIV3Schema: {}}}]}}", "/spec/versions/0/schema/openAPIV3Schema/default"},
		{"a class has become empty", "v1/PersistentVolume", "{spec: {storageClassName: ''}}", "{spec: {storageClassName: fast}}", "/spec/storageClassName"},
		{"a version looks like a quantity", "example.io/v1/Widget", "{spec: {limits: {version: '1.10'}}}", "{spec: {limits: {version: '1.1'}}}", "/spec/limits/version"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			wanted, found := casetest.Object(t, c.wanted), casetest.Object(t, c.found)
			for _, o := range []map[string]any{wanted.Object, found.Object} {
				o["apiVersion"], o["kind"], o["metadata"] = path.Dir(c.kind), path.Base(c.kind), m{"name": "x", "labels": m{"karmada.io/managed": "true"}}
			}
			d := syncOf(t, wanted, found, nil, false)
			require.Len(t, d.Drift, 1)
			require.Equal(t, c.drift, d.Drift[0].Pointer.String())
		})
	}
}

// TestSyncWithoutEffect syncs a manifest with a field that the server does not know. Each Sync updates the object, but that has no effect, and no event follows.
func TestSyncWithoutEffect(t *testing.T) {
	t.Parallel()
	manifest := widget(m{"a": "x", server.Unknown: "y"})
	server := server.Server{Widgets: true}
	require.NoError(t, server.Create(manifest))
	before := server.Get(manifest)
	d := syncOf(t, manifest, before, nil, true)
	require.Equal(t, work.ActionUpdate, d.Action)
	require.NoError(t, server.Update(d.Send))
	require.Equal(t, before, server.Get(manifest))
	_, found := work.MemberEvent{Old: before, New: server.Get(manifest), Written: before.GetResourceVersion()}.Work()
	require.False(t, found)
}

// TestReleaseFirst releases an object with two faults. The labels come first, always.
func TestReleaseFirst(t *testing.T) {
	t.Parallel()
	for range 50 {
		_, err := work.Release(casetest.Object(t, "{metadata: {labels: {a: 1}, annotations: {a: 1}}}"))
		require.ErrorContains(t, err, "/metadata/labels/a")
	}
}
