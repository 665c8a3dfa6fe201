package affected_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/affected"
)

// object returns a template of the namespace shop, or of none for kinds without a namespace.
func object(apiVersion, kind, name string, labels ...string) *unstructured.Unstructured {
	o := &unstructured.Unstructured{Object: map[string]any{"apiVersion": apiVersion, "kind": kind, "metadata": map[string]any{"name": name}}}
	if kind != "Namespace" && kind != "PriorityClass" && kind != "CustomResourceDefinition" {
		o.SetNamespace("shop")
	}
	if len(labels) > 0 {
		all := map[string]string{}
		for i := 0; i < len(labels); i += 2 {
			all[labels[i]] = labels[i+1]
		}
		o.SetLabels(all)
	}
	return o
}

// claimed returns a template with the claim of a policy of its namespace.
func claimed(o *unstructured.Unstructured, policy string) *unstructured.Unstructured {
	labels := o.GetLabels()
	if labels == nil {
		labels = map[string]string{}
	}
	labels[api.PropagationPolicyIDLabel] = "id-" + policy
	o.SetLabels(labels)
	o.SetAnnotations(map[string]string{api.PropagationPolicyNamespaceAnnotation: "shop", api.PropagationPolicyNameAnnotation: policy})
	return o
}

// policy returns a PropagationPolicy of the namespace shop.
func policy(t testing.TB, name, spec string) *api.PropagationPolicy {
	t.Helper()
	p := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name, Labels: map[string]string{api.PropagationPolicyIDLabel: "id-" + name}}}
	require.NoError(t, yaml.UnmarshalStrict([]byte(spec), &p.Spec))
	return p
}

// overriding returns a compiled OverridePolicy of the namespace shop.
func overriding(t *testing.T, name, spec string) affected.Override {
	t.Helper()
	o := &api.OverridePolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: name}}
	require.NoError(t, yaml.UnmarshalStrict([]byte(spec), &o.Spec))
	compiled, err := karmada.Compile(o)
	require.NoError(t, err)
	return affected.Override{Policy: compiled}
}

// binding returns the stored binding of a template, with a placement by cluster names and these clusters.
func binding(o *unstructured.Unstructured, clusters ...string) *api.ResourceBinding {
	b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: o.GetNamespace(), Name: api.BindingName(o.GetKind(), o.GetName())}}
	b.Spec.Resource = api.ObjectReference{APIVersion: o.GetAPIVersion(), Kind: o.GetKind(), Namespace: o.GetNamespace(), Name: o.GetName()}
	b.Spec.Placement = &api.Placement{ClusterAffinity: &api.ClusterAffinity{ClusterNames: clusters}}
	for _, c := range clusters {
		b.Spec.Clusters = append(b.Spec.Clusters, api.TargetCluster{Name: c})
	}
	return b
}

// needing adds a list of dependencies, as JSON, to a binding.
func needing(b *api.ResourceBinding, dependencies string) *api.ResourceBinding {
	b.Spec.PropagateDeps = true
	b.Annotations = map[string]string{api.DependenciesAnnotation: dependencies}
	return b
}

// requiredBy returns a copy of a binding with entries of others that require it.
func requiredBy(b *api.ResourceBinding, others ...*api.ResourceBinding) *api.ResourceBinding {
	b = b.DeepCopy()
	for _, other := range others {
		b.Spec.RequiredBy = append(b.Spec.RequiredBy, api.BindingSnapshot{Namespace: other.Namespace, Name: other.Name, Clusters: other.Spec.Clusters})
	}
	return b
}

// labeled returns a cluster with a label ring.
func labeled(name, ring string) *api.Cluster {
	return &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"ring": ring}}}
}

// workOf returns the Work of a binding in a cluster.
func workOf(b *api.ResourceBinding, cluster string) *api.Work {
	w := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: api.ExecutionNamespace(cluster), Name: api.WorkName(b.Spec.Resource.Kind, b.Namespace, b.Spec.Resource.Name)}}
	w.Annotations = map[string]string{api.BindingNamespaceAnnotation: b.Namespace, api.BindingNameAnnotation: b.Name}
	return w
}

// reviser revises the replicas of Rollouts, and perhaps more.
type reviser struct{}

func (reviser) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: "argoproj.io", Version: "v1", Kind: "Rollout"}}
}

func (reviser) ReviseReplica(_ context.Context, o *unstructured.Unstructured, _ int64) (*unstructured.Unstructured, error) {
	return o, nil
}

// put puts objects of all kinds.
func put(t testing.TB, x *affected.Index, objects ...any) (refs []override.Ref) {
	t.Helper()
	for _, o := range objects {
		switch o := o.(type) {
		case *unstructured.Unstructured:
			refs = x.PutTemplate(o)
		case api.PropagationSource:
			refs = x.PutPolicy(o)
		case affected.Override:
			refs = x.PutOverride(o)
		case *api.Cluster:
			refs = x.PutCluster(o)
		case api.Binding:
			refs = x.PutBinding(o)
		case *api.Work:
			refs = x.PutWork(o)
		default:
			t.Fatalf("found %T, expected an object of a control plane", o)
		}
	}
	return refs
}

func text(refs []override.Ref) string { return fmt.Sprint(refs) }
