package bind_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// TestBindGolden has a Deployment whose container has only limits, and a policy with most of the fields that are copied.
func TestBindGolden(t *testing.T) {
	t.Parallel()
	template := bindObject(t, bindYAML(t, `
		apiVersion: apps/v1
		kind: Deployment
		metadata: {name: nginx, namespace: default, uid: u1, resourceVersion: "9"}
		spec:
		  replicas: 3
		  template:
		    spec:
		      containers:
		      - name: nginx
		        resources: {limits: {cpu: 100m, memory: 64Mi}}`))
	policy := &api.PropagationPolicy{}
	require.NoError(t, yaml.UnmarshalStrict(bindYAML(t, `
		metadata: {name: pp, namespace: default, labels: {propagationpolicy.karmada.io/permanent-id: pp-id}}
		spec:
		  placement: {clusterAffinity: {clusterNames: [m1, m2]}}
		  suspension: {dispatchingOnClusters: {clusterNames: [m2]}}
		  preserveResourcesOnDeletion: true
		  schedulerName: default-scheduler
		  conflictResolution: Abort`), policy))
	bound, err := bind.Bind(context.Background(), bind.Input{Template: template, Policy: policy, Registry: bindHooks})
	require.NoError(t, err)
	bindRequireText(t, `
		apiVersion: work.karmada.io/v1alpha2
		kind: ResourceBinding
		metadata:
		  name: nginx-deployment
		  namespace: default
		  labels: {propagationpolicy.karmada.io/permanent-id: pp-id}
		  annotations: {propagationpolicy.karmada.io/name: pp, propagationpolicy.karmada.io/namespace: default}
		  ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: nginx, uid: u1, controller: true, blockOwnerDeletion: true}]
		  finalizers: [karmada.io/binding-controller]
		spec:
		  resource: {apiVersion: apps/v1, kind: Deployment, namespace: default, name: nginx, uid: u1, resourceVersion: "9"}
		  replicas: 3
		  replicaRequirements: {resourceRequest: {cpu: 100m, memory: 64Mi}}
		  placement: {clusterAffinity: {clusterNames: [m1, m2]}}
		  schedulerName: default-scheduler
		  conflictResolution: Abort
		  suspension: {dispatchingOnClusters: {clusterNames: [m2]}}
		  preserveResourcesOnDeletion: true`, bound, "limits stand in for requests")
}

// bindParts knows the components of an App, and its replicas.
type bindParts struct{}

func (bindParts) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: "example.com", Version: "v1", Kind: "App"}}
}

func (bindParts) InterpretComponent(context.Context, *unstructured.Unstructured) ([]interpreter.Component, error) {
	return []interpreter.Component{{Name: "leader", Replicas: 1}, {Name: "worker", Replicas: 4}}, nil
}

func (bindParts) InterpretReplica(context.Context, *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	return 5, &interpreter.ReplicaRequirements{PriorityClassName: "own"}, nil
}

var errBind = errors.New("out of reach")

func TestBind(t *testing.T) {
	t.Parallel()
	const (
		deployment = `{apiVersion: apps/v1, kind: Deployment, metadata: {name: Web, namespace: shop, labels: {app: web, empty: ""}}, spec: {replicas: 2, template: {metadata: {}, spec: {nodeSelector: {disk: ssd}, priorityClassName: fast}}}}`
		app        = `{apiVersion: example.com/v1, kind: App, metadata: {name: a, namespace: shop}, spec: {template: {metadata: {namespace: pods}, spec: {priorityClassName: fast}}}}`
		role       = `{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: "system:Node", labels: {app: web}}}`
		pod        = `{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: shop}, spec: {priorityClassName: fast, nodeSelector: {disk: ssd}}}`
		configMap  = `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: shop, labels: {app: 3}}}`
		affinity   = `placement: {workloadAffinity: {affinity: {groupByLabelKey: app}, antiAffinity: {groupByLabelKey: none}}}`
		class      = `schedulePriority: {priorityClassSource: KubePriorityClass, priorityClassName: high}`
	)
	classes := func(_ context.Context, name string) (int32, bool, error) {
		if name == "far" {
			return 0, false, errBind
		}
		return 1000, name == "high", nil
	}
	for _, c := range []struct {
		name, reason   string
		template       string
		cluster        bool // the policy is a ClusterPropagationPolicy
		policy         string
		priorityClass  func(ctx context.Context, name string) (int32, bool, error)
		gates          api.FeatureGates
		fields         []string // of the spec that are compared
		want, failText string
	}{
		{name: "replicas", reason: "the interpreter of the kind returns them", template: deployment,
			fields: []string{"replicas", "replicaRequirements"}, want: `{replicas: 2, replicaRequirements: {nodeClaim: {nodeSelector: {disk: ssd}}}}`},
		{name: "no interpreter", reason: "it is not a workload", template: configMap, fields: []string{"replicas", "replicaRequirements"}},
		{name: "components", reason: "they take the place of replicas", template: app, gates: api.FeatureGates{api.GateMultiplePodTemplatesScheduling: true},
			fields: []string{"replicas", "components"}, want: `{components: [{name: leader, replicas: 1}, {name: worker, replicas: 4}]}`},
		{name: "components off", reason: "by default", template: app, fields: []string{"replicas", "components"}, want: `{replicas: 5}`},
		{name: "components unknown", reason: "it has replicas", template: deployment, gates: api.FeatureGates{api.GateMultiplePodTemplatesScheduling: true},
			fields: []string{"replicas", "components"}, want: `{replicas: 2}`},
		{name: "quota", reason: "the namespace of the template, the class of its pods", template: deployment, gates: api.FeatureGates{api.GateResourceQuotaEstimate: true},
			fields: []string{"replicaRequirements"}, want: `{replicaRequirements: {namespace: shop, nodeClaim: {nodeSelector: {disk: ssd}}, priorityClassName: fast}}`},
		{name: "quota of a Pod", reason: "it is its own template", template: pod, gates: api.FeatureGates{api.GateResourceQuotaEstimate: true},
			fields: []string{"replicaRequirements"}, want: `{replicaRequirements: {namespace: shop, nodeClaim: {nodeSelector: {disk: ssd}}, priorityClassName: fast}}`},
		{name: "quota by the interpreter", reason: "its values win, and the namespace of the pods wins over that of the template",
			template: app, gates: api.FeatureGates{api.GateResourceQuotaEstimate: true},
			fields: []string{"replicaRequirements"}, want: `{replicaRequirements: {namespace: pods, priorityClassName: own}}`},
		{name: "priority", reason: "the value of the class", template: configMap, policy: class, priorityClass: classes,
			fields: []string{"schedulePriority"}, want: `{schedulePriority: {priority: 1000}}`},
		{name: "priority off", reason: "the class is not looked up", template: configMap, policy: class, gates: api.FeatureGates{api.GatePriorityBasedScheduling: false},
			fields: []string{"schedulePriority"}},
		{name: "priority without classes", reason: "the class does not exist", template: configMap, policy: class,
			failText: `binding of ConfigMap shop/c by PropagationPolicy shop/p: spec.schedulePriority.priorityClassName is "high", expected an existing priority class`},
		{name: "priority that cannot be looked up", reason: "the error is returned", template: configMap,
			policy: `schedulePriority: {priorityClassSource: KubePriorityClass, priorityClassName: far}`, priorityClass: classes,
			failText: `binding of ConfigMap shop/c by PropagationPolicy shop/p: priority class "far": out of reach`},
		{name: "priority of another source", reason: "only one source is supported", template: configMap,
			policy: `schedulePriority: {priorityClassSource: PodPriorityClass, priorityClassName: high}`, priorityClass: classes,
			failText: `binding of ConfigMap shop/c by PropagationPolicy shop/p: spec.schedulePriority.priorityClassSource is "PodPriorityClass", expected KubePriorityClass`},
		{name: "groups", reason: "a missing label makes no group", template: deployment, policy: affinity, gates: api.FeatureGates{api.GateWorkloadAffinity: true},
			fields: []string{"workloadAffinityGroups"}, want: `{workloadAffinityGroups: {affinityGroup: app=web}}`},
		{name: "groups off", reason: "by default", template: deployment, policy: affinity, fields: []string{"workloadAffinityGroups"}},
		{name: "groups of broken labels", reason: "they must not be dropped silently", template: configMap, policy: affinity, gates: api.FeatureGates{api.GateWorkloadAffinity: true},
			failText: `binding of ConfigMap shop/c by PropagationPolicy shop/p: …`},
		{name: "cluster-wide template", reason: "it gets neither priority nor groups", template: role, cluster: true, policy: affinity + "\n" + class + "\nsuspension: {dispatching: true}",
			gates:  api.FeatureGates{api.GateWorkloadAffinity: true},
			fields: []string{"schedulePriority", "workloadAffinityGroups", "suspension", "resource"},
			want:   `{suspension: {dispatching: true}, resource: {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, name: "system:Node"}}`},
		{name: "cluster-wide template of a namespaced policy", reason: "the policy only applies to its namespace", template: role,
			failText: `binding of ClusterRole system:Node by PropagationPolicy shop/p: the object has no namespace, expected that of the policy`},
		{name: "too many replicas", reason: "upstream wraps around", template: strings.Replace(deployment, "replicas: 2", "replicas: 3000000000", 1),
			failText: `binding of Deployment shop/Web by PropagationPolicy shop/p: InterpretReplica: …`},
		{name: "nameless template", reason: "its binding would have no name", template: `{apiVersion: v1, kind: Pod}`,
			failText: `PropagationPolicy shop/p: found an object with apiVersion "v1", kind "Pod" and name "", expected all three`},
		{name: "no template", reason: "it is gone", failText: `PropagationPolicy shop/p: found no object, expected one to bind`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			template, policy := bindObject(t, bindYAML(t, c.template)), bindPolicy(t, c.cluster, c.policy)
			frozenTemplate, frozenPolicy := bindObject(t, bindYAML(t, c.template)), policy.DeepCopyObject()
			registry := interpreter.NewRegistry(bindParts{})
			if template == nil || template.GetKind() != "App" {
				registry = bindHooks
			}
			bound, err := bind.Bind(context.Background(), bind.Input{Template: template, Policy: policy, Registry: registry, PriorityClass: c.priorityClass, FeatureGates: c.gates})
			require.Equal(t, frozenTemplate, template)
			require.Equal(t, frozenPolicy, policy)
			if c.failText != "" {
				require.Error(t, err, c.reason)
				words, cut := strings.CutSuffix(c.failText, "…")
				require.True(t, strings.HasPrefix(err.Error(), words) && (cut || err.Error() == words), err.Error())
				return
			}
			require.NoError(t, err)
			all, _ := bindLean(t, bound.BindingSpec()).(map[string]any)
			got := map[string]any{}
			for _, field := range c.fields {
				got[field] = all[field]
			}
			bindRequireText(t, c.want, got, c.reason)
		})
	}
}

func TestBindWithoutPolicy(t *testing.T) {
	t.Parallel()
	template := bindObject(t, bindYAML(t, `{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: shop}}`))
	for name, policy := range map[string]api.PropagationSource{
		"nil": nil, "nil policy": (*api.PropagationPolicy)(nil), "nil cluster policy": (*api.ClusterPropagationPolicy)(nil),
	} {
		_, err := bind.Bind(context.Background(), bind.Input{Template: template, Policy: policy, Registry: nil})
		require.EqualError(t, err, "found no policy, expected one", name)
	}
}

func TestBindNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, reason, template string
		cluster                bool
		want                   string
	}{
		{"namespaced", "a PropagationPolicy is named with its namespace", `{apiVersion: v1, kind: ConfigMap, metadata: {name: Web, namespace: shop}}`, false,
			`{name: web-configmap, namespace: shop, finalizers: [karmada.io/binding-controller],
				labels: {propagationpolicy.karmada.io/permanent-id: p-id},
				annotations: {propagationpolicy.karmada.io/name: p, propagationpolicy.karmada.io/namespace: shop},
				ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: Web, controller: true, blockOwnerDeletion: true}]}`},
		{"by a cluster-wide policy", "it is still in the namespace of the template", `{apiVersion: v1, kind: ConfigMap, metadata: {name: Web, namespace: shop}}`, true,
			`{name: web-configmap, namespace: shop, finalizers: [karmada.io/binding-controller],
				labels: {clusterpropagationpolicy.karmada.io/permanent-id: p-id},
				annotations: {clusterpropagationpolicy.karmada.io/name: p},
				ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: Web, controller: true, blockOwnerDeletion: true}]}`},
		{"cluster-wide", "colons may not be in names of bindings", `{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: "system:Node"}}`, true,
			`{name: system.node-clusterrole, finalizers: [karmada.io/cluster-resource-binding-controller],
				labels: {clusterpropagationpolicy.karmada.io/permanent-id: p-id},
				annotations: {clusterpropagationpolicy.karmada.io/name: p},
				ownerReferences: [{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, name: "system:Node", controller: true, blockOwnerDeletion: true}]}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			bound, err := bind.Bind(context.Background(), bind.Input{Template: bindObject(t, bindYAML(t, c.template)), Policy: bindPolicy(t, c.cluster, ""), Registry: nil})
			require.NoError(t, err)
			all, _ := bindLean(t, bound).(map[string]any)
			bindRequireText(t, c.want, all["metadata"], c.reason)
		})
	}
}

// TestBindSharesNothing writes to a binding: the policy must not change.
func TestBindSharesNothing(t *testing.T) {
	t.Parallel()
	template := bindObject(t, bindYAML(t, `{apiVersion: v1, kind: Pod, metadata: {name: p, namespace: shop}, spec: {nodeSelector: {disk: ssd}, tolerations: [{key: a}]}}`))
	policy := bindPolicy(t, false, `{placement: {clusterAffinity: {clusterNames: [m1]}}, suspension: {dispatching: true}, preserveResourcesOnDeletion: true,
		failover: {cluster: {statePreservation: {rules: [{aliasLabelName: a, jsonPath: "{.b}"}]}}}}`)
	frozenTemplate, frozenPolicy := template.DeepCopy(), policy.DeepCopyObject()
	bound, err := bind.Bind(context.Background(), bind.Input{Template: template, Policy: policy, Registry: bindHooks})
	require.NoError(t, err)
	spec := bound.BindingSpec()
	spec.Placement.ClusterAffinity.ClusterNames[0] = "m2"
	*spec.Suspension.Dispatching, *spec.PreserveResourcesOnDeletion = false, false
	spec.Failover.Cluster.StatePreservation.Rules[0].AliasLabelName = "c"
	spec.ReplicaRequirements.NodeClaim.NodeSelector["disk"] = "hdd"
	spec.ReplicaRequirements.NodeClaim.Tolerations[0].(map[string]any)["key"] = "b"
	bound.GetLabels()["propagationpolicy.karmada.io/permanent-id"] = "other"
	require.Equal(t, frozenTemplate, template)
	require.Equal(t, frozenPolicy, policy)
}
