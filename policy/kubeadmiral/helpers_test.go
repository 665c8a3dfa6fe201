package kubeadmiral_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/selector"
)

// member1 is the cluster of most cases.
var member1 = selector.Cluster{Name: "member1", Labels: map[string]string{"region": "beijing", "nodes": "5"}}

// policyOf reads a policy in YAML. With only the spec, it is the OverridePolicy team/p.
func policyOf(t testing.TB, text string) api.OverrideSource {
	t.Helper()
	return dialecttest.Policy(t, api.GroupVersion.String(), text, kubeadmiral.From)
}

// compiled compiles a policy in YAML, with or without faults.
func compiled(t testing.TB, text string) *override.Policy {
	t.Helper()
	p, err := kubeadmiral.Compile(policyOf(t, text))
	require.NoError(t, err, "%s", text)
	return p
}

// anywhere compiles a policy that ignores labels. It acts in its tier.
func anywhere(t testing.TB, s api.OverrideSource) *override.Policy {
	t.Helper()
	spec := override.PolicySpec{Rules: kubeadmiral.Rules(s), Faults: kubeadmiral.Lint(s)}
	switch p := s.(type) {
	case *api.OverridePolicy:
		spec.Tier, spec.Ref = override.Namespaced, override.Ref{Kind: "OverridePolicy", Namespace: p.Namespace, Name: p.Name}
	case *api.ClusterOverridePolicy:
		spec.Tier, spec.Ref = override.ClusterWide, override.Ref{Kind: "ClusterOverridePolicy", Name: p.Name}
	}
	p, err := override.NewPolicy(spec)
	require.NoError(t, err)
	return p
}

// apply applies a spec to an object of any namespace in member1, both in YAML. One of the two results is nil.
func apply(t testing.TB, object, spec string) (*override.Result, *override.Error) {
	t.Helper()
	p := &api.ClusterOverridePolicy{Spec: *specOf(policyOf(t, spec))}
	p.Name = "p"
	result, err := override.Apply(dialecttest.Object(t, object), member1, anywhere(t, p))
	if err == nil {
		return result, nil
	}
	var failed *override.Error
	require.ErrorAs(t, err, &failed)
	return nil, failed
}

// specOf returns the spec of a policy of either kind.
func specOf(s api.OverrideSource) *api.OverrideSpec {
	if p, ok := s.(*api.ClusterOverridePolicy); ok {
		return &p.Spec
	}
	return &s.(*api.OverridePolicy).Spec
}

// objectOf returns the object of a result.
func objectOf(t testing.TB, r *override.Result) *unstructured.Unstructured {
	t.Helper()
	object, err := r.Object()
	require.NoError(t, err)
	return object
}

// errorOf returns the error of a policy for a Deployment with a container web in member1.
func errorOf(t testing.TB, s api.OverrideSource) error {
	t.Helper()
	object := dialecttest.Object(t, `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: team}, spec: {template: {spec: {containers: [{name: web, image: nginx}]}}}}`)
	_, err := override.Apply(object, member1, anywhere(t, s))
	return err
}

// overridersOf reads the overriders of a rule in YAML.
func overridersOf(t testing.TB, text string) *api.Overriders {
	t.Helper()
	var o api.Overriders
	require.NoError(t, yaml.UnmarshalStrict([]byte(dialecttest.Dedent(text)), &o), "%s", text)
	return &o
}
