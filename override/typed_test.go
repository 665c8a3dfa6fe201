package override_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// deployment is a part of the Deployment of apps/v1.
type deployment struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Any               any         `json:"any,omitempty"`
	Next              *deployment `json:"next,omitempty"`
	Spec              struct {
		Replicas *int32 `json:"replicas,omitempty"`
		Paused   bool   `json:"paused,omitempty"`
	} `json:"spec"`
}

func (d *deployment) DeepCopyObject() runtime.Object { c := *d; return &c }

func schemeOf(kinds ...string) *runtime.Scheme {
	scheme := runtime.NewScheme()
	for _, kind := range kinds {
		scheme.AddKnownTypeWithName(schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: kind}, &deployment{})
	}
	return scheme
}

// TestTyped applies a policy to a typed object, as a client returns it, and converts the result back.
func TestTyped(t *testing.T) {
	t.Parallel()
	replicas := int32(2)
	web := &deployment{ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "shop", Labels: map[string]string{"app": "web"}}}
	web.Spec.Replicas = &replicas
	obj, err := override.Unstructured(web, schemeOf("Deployment"))
	require.NoError(t, err)
	require.Empty(t, web.Kind, "the input is not written")
	policy := overridetest.Policy{Name: "p", Objects: overridetest.Labelled("web"),
		Steps: append(overridetest.Do("set /spec/replicas 5"), overrider.SetLabels(map[string]string{"site": "eu"}))}
	result, err := override.Apply(obj, selector.Cluster{Name: "m1"}, policy.Compile(t))
	require.NoError(t, err)
	got, err := override.Typed[deployment](result)
	require.NoError(t, err)
	require.Equal(t, int32(5), *got.Spec.Replicas)
	require.Equal(t, map[string]string{"app": "web", "site": "eu"}, got.Labels)
	require.Equal(t, "Deployment", got.Kind)
	require.Equal(t, int32(2), *web.Spec.Replicas)
}

// TestTypedErrors has objects that do not fit a scheme or a type.
func TestTypedErrors(t *testing.T) {
	t.Parallel()
	_, err := override.Unstructured(&deployment{}, schemeOf())
	require.ErrorContains(t, err, "the kind of a *override_test.deployment: no kind is registered for the type")
	_, err = override.Unstructured(&deployment{}, schemeOf("A", "B"))
	require.ErrorContains(t, err, "found a *override_test.deployment without apiVersion and kind, expected one of [")
	obj, err := override.Unstructured(&deployment{TypeMeta: metav1.TypeMeta{APIVersion: "apps/v1", Kind: "B"}}, schemeOf("A", "B"))
	require.NoError(t, err, "the object has the kind")
	require.Equal(t, "B", obj.GetKind())
	for _, c := range []struct{ name, reason, step, want string }{
		{"an unknown field", "it would be lost", "set /spec/replicaz 5", `unknown field "spec.replicaz"`},
		{"another type", "a string is not a number", "set /spec/replicas x", "cannot unmarshal string"},
		{"a large number", "it would wrap around", "set /spec/replicas 5000000000", "cannot unmarshal number 5000000000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			result, err := override.Apply(overridetest.Object("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: shop}, spec: {}}"), overridetest.Member1,
				overridetest.Policy{Name: "p", Steps: overridetest.Do(c.step)}.Compile(t))
			require.NoError(t, err)
			got, err := override.Typed[deployment](result)
			require.ErrorContains(t, err, "Deployment shop/web as *override_test.deployment: ", c.reason)
			require.ErrorContains(t, err, c.want, c.reason)
			require.Nil(t, got)
		})
	}
}

// TestTypedHides shows that an error about a Secret does not quote it.
func TestTypedHides(t *testing.T) {
	t.Parallel()
	result, err := override.Apply(overridetest.Object("{apiVersion: v1, kind: Secret, metadata: {name: a}, data: {hunter2: 5}}"), overridetest.Member1)
	require.NoError(t, err)
	_, err = override.Typed[deployment](result)
	require.Error(t, err)
	require.NotContains(t, err.Error(), "hunter2")
}

// TestUnstructuredOwns converts objects that share, contain themselves, or are not JSON.
func TestUnstructuredOwns(t *testing.T) {
	t.Parallel()
	source := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": map[string]any{"name": "web"}}}
	scheme := runtime.NewScheme()
	scheme.AddKnownTypeWithName(schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"}, &unstructured.Unstructured{})
	copied, err := override.Unstructured(source, scheme)
	require.NoError(t, err)
	copied.SetName("changed")
	require.Equal(t, "web", source.GetName())

	nested := map[string]any{"a": "b"}
	copied, err = override.Unstructured(&deployment{Any: nested}, schemeOf("Deployment"))
	require.NoError(t, err)
	require.NoError(t, unstructured.SetNestedField(copied.Object, "changed", "any", "a"))
	require.Equal(t, "b", nested["a"])

	cyclic, chain := map[string]any{}, &deployment{}
	cyclic["self"], chain.Next = cyclic, chain
	shared := map[string]any{}
	for range 40 {
		shared = map[string]any{"a": shared, "b": shared}
	}
	for name, object := range map[string]*deployment{"a map in itself": {Any: cyclic}, "an object in itself": chain, "maps that are shared": {Any: shared}} {
		_, err := override.Unstructured(object, schemeOf("Deployment"))
		require.ErrorContains(t, err, "nests more than 10000 levels deep, has more than 10000000 values, or contains itself", name)
	}
	for key, value := range map[string]any{"apiVersion": cyclic, "kind": cyclic, "spec": cyclic} {
		object := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "apps/v1", "kind": "Deployment"}}
		object.Object[key] = value
		_, err := override.Unstructured(object, scheme)
		require.ErrorContains(t, err, "a *unstructured.Unstructured: the document ", key)
	}
	_, err = override.Unstructured(&deployment{Any: math.NaN()}, schemeOf("Deployment"))
	require.ErrorContains(t, err, "/any is the number NaN")
}
