package bind_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
)

// TestDistributeKeepsFollowers distributes the dependencies of a workload after a follower was attached to it.
func TestDistributeKeepsFollowers(t *testing.T) {
	t.Parallel()
	hpa := bindObject(t, bindYAML(t, bindHPA))
	template := bindObject(t, bindYAML(t, `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}}`))
	for _, c := range []struct {
		name, reason string
		followers    []*unstructured.Unstructured
		change       func(in *bind.DistributeInput)
		attached     bool
		why          string
	}{
		{"dependencies", "the list of dependencies does not have it", []*unstructured.Unstructured{nil, hpa}, func(*bind.DistributeInput) {}, true, "dependencies: 0; followers: 1"},
		{"not given", "all others are detached", nil, func(*bind.DistributeInput) {}, false, "dependencies: 0"},
		{"without propagateDeps", "it follows all the same", []*unstructured.Unstructured{hpa}, func(in *bind.DistributeInput) { in.Independent.Spec.PropagateDeps = false }, true, "dependencies are not propagated; followers: 1"},
		{"without an interpreter", "it follows all the same", []*unstructured.Unstructured{hpa}, func(in *bind.DistributeInput) { in.Registry = nil }, true,
			"no interpreter has InterpretDependency for apps/v1, Kind=Deployment: the Registry is nil or empty; followers: 1"},
		{"without the gate", "it follows all the same", []*unstructured.Unstructured{hpa}, func(in *bind.DistributeInput) { in.FeatureGates = api.FeatureGates{api.GatePropagateDeps: false} }, true,
			"the feature gate PropagateDeps is off; followers: 1"},
	} {
		for _, stored := range []bool{true, false} {
			in := bind.DistributeInput{Independent: bindNamed(t, bindWeb), Template: template, Registry: interpreter.NewRegistry(bindNeeds{}), Followers: c.followers}
			in.Independent.Spec.PropagateDeps = true
			index := bindIndex()
			if stored {
				index.Put(bindNamed(t, bindByWeb))
			}
			c.change(&in)
			done, err := distributed(in, index)
			require.NoError(t, err)
			require.Equal(t, c.why, done.Reason, c.name)
			require.NotContains(t, done.Independent.Annotations[api.DependenciesAnnotation], "Horizontal")
			if !stored && !c.attached {
				require.Empty(t, done.Attached)
				continue
			}
			require.Len(t, done.Attached, 1, "%s: %s", c.name, c.reason)
			require.Equal(t, c.attached, len(done.Attached[0].Binding.Spec.RequiredBy) == 1, "%s: %s", c.name, c.reason)
			require.Equal(t, stored && c.attached, len(done.Attached[0].Changed) == 0 && !done.Attached[0].Created, "%s: %s", c.name, c.reason)
		}
	}

	deleting := bindNamed(t, bindWeb)
	deleting.DeletionTimestamp = bindNamed(t, `{metadata: {name: x, deletionTimestamp: "2026-01-02T03:04:05Z"}}`).DeletionTimestamp
	done, err := distributed(bind.DistributeInput{Independent: deleting, Followers: []*unstructured.Unstructured{hpa}}, bindIndex(bindNamed(t, bindByWeb)))
	require.NoError(t, err)
	require.Empty(t, done.Attached[0].Binding.Spec.RequiredBy, "a binding that is being deleted has no followers")
	require.Equal(t, "the binding is being deleted", done.Reason)

	away := hpa.DeepCopy()
	away.SetNamespace("away")
	_, err = distributed(bind.DistributeInput{Independent: bindNamed(t, bindWeb), Followers: []*unstructured.Unstructured{away}}, nil)
	require.EqualError(t, err, "HorizontalPodAutoscaler away/web follows ResourceBinding shop/web-deployment, expected a follower in its namespace")
	_, err = distributed(bind.DistributeInput{Independent: bindNamed(t, bindWeb), Followers: []*unstructured.Unstructured{template}}, nil)
	require.EqualError(t, err, "Deployment shop/web follows its own binding, expected that of another object")
	other := template.DeepCopy()
	other.SetAPIVersion("example.com/v1")
	_, err = distributed(bind.DistributeInput{Independent: bindNamed(t, bindWeb), Followers: []*unstructured.Unstructured{other}}, nil)
	require.EqualError(t, err, "Deployment shop/web: ResourceBinding shop/web-deployment is already the binding of apps/v1: names of bindings do not contain the API group")
}

// TestDistributeFollowersInPlace has a follower that another binding requires too: its entries keep their order.
func TestDistributeFollowersInPlace(t *testing.T) {
	t.Parallel()
	hpa := bindObject(t, bindYAML(t, bindHPA))
	template := bindObject(t, bindYAML(t, `{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}}`))
	for _, propagate := range []bool{true, false} {
		in := bind.DistributeInput{Independent: bindNamed(t, bindWeb), Template: template, Registry: interpreter.NewRegistry(bindNeeds{}), Followers: []*unstructured.Unstructured{hpa}}
		in.Independent.Spec.PropagateDeps = propagate
		stored := bindNamed(t, bindByWeb)
		stored.Spec.RequiredBy = append(stored.Spec.RequiredBy, api.BindingSnapshot{Namespace: "shop", Name: "api-deployment"})
		done, err := distributed(in, bindIndex(stored, bindNamed(t, bindAPI)))
		require.NoError(t, err)
		require.Len(t, done.Attached, 1)
		require.Empty(t, done.Attached[0].Changed)
	}
}
