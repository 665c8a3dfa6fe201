package status_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/status"
	"github.com/overridekit/overridekit/selector"
	"github.com/overridekit/overridekit/testdata/casetest"
	"github.com/overridekit/overridekit/testdata/wild"
)

// TestWildObjects passes objects that no decoder returns to every function that takes one. Errors are fine, panics are not; an error comes
// without a result.
func TestWildObjects(t *testing.T) {
	t.Parallel()
	for name, object := range wild.Objects() {
		t.Run(name, func(t *testing.T) { // not in parallel: objects share values
			_, _, _ = status.WorkOf(object)
			w := workFor(object)
			for _, registry := range []*interpreter.Registry{nil, hooks, returning(object)} {
				r, err := status.Reflect(context.Background(), status.ReflectInput{Object: object, Work: w, Interpreter: registry})
				require.Equal(t, err != nil, r.Action == "")
				ref := override.RefOf(object)
				rb := &api.ResourceBinding{}
				rb.Spec.Resource = api.ObjectReference{APIVersion: ref.APIVersion, Kind: ref.Kind, Namespace: ref.Namespace, Name: ref.Name}
				s, err := status.AggregateTemplate(context.Background(), status.TemplateInput{Binding: rb, Template: object, Interpreter: registry})
				require.True(t, err == nil || s == status.TemplateStatus{})
				w.Labels = map[string]string{api.BindingIDLabel: ""}
				_, _ = status.AggregateBinding(rb, []*api.Work{w}, now)
			}
		})
	}
}

// workFor annotates an object, if its annotations are not wild themselves, and returns the Work with it.
func workFor(object *unstructured.Unstructured) *api.Work {
	w := &api.Work{ObjectMeta: metav1.ObjectMeta{Namespace: "karmada-es-m1", Name: "w"}}
	if object == nil {
		return w
	}
	if metadata, _ := object.Object["metadata"].(map[string]any); metadata != nil && metadata["annotations"] == nil {
		metadata["annotations"] = map[string]any{api.WorkNamespaceAnnotation: w.Namespace, api.WorkNameAnnotation: w.Name, api.TemplateGenerationAnnotation: "1"}
	}
	w.Spec.Workload.Manifests = []api.Manifest{object.Object}
	return w
}

// TestWildHooks has hooks that return values that JSON cannot write.
func TestWildHooks(t *testing.T) {
	t.Parallel()
	for name, value := range wild.Values() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			object := casetest.Object(t, "{apiVersion: v1, kind: Secret, metadata: {name: s, namespace: shop}}")
			in := status.ReflectInput{Object: object, Work: workFor(object), Interpreter: interpreter.NewRegistry(wildHook{status: value})}
			r, err := status.Reflect(context.Background(), in)
			require.Equal(t, err != nil, r.Action == "")
			rb := casetest.Decode[api.ResourceBinding](t, "spec: {resource: {apiVersion: v1, kind: Secret, name: s, namespace: shop}}")
			s, err := status.AggregateTemplate(context.Background(), status.TemplateInput{Binding: rb, Template: object, Interpreter: returning(&unstructured.Unstructured{Object: map[string]any{"status": value}})})
			require.True(t, err == nil || s == status.TemplateStatus{})
		})
	}
}

// TestNotJSON has values that are not JSON in places that no hook reads. They are errors, although nothing fails on the way.
func TestNotJSON(t *testing.T) {
	t.Parallel()
	good := casetest.Object(t, "{apiVersion: v1, kind: X, metadata: {name: s, namespace: shop}}")
	bad := good.DeepCopy()
	w := workFor(bad)
	bad.Object["spec"] = map[string]any{"replicas": 3}
	const want = "X shop/s: /spec/replicas is a Go int, expected a JSON value"
	r, err := status.Reflect(context.Background(), status.ReflectInput{Object: bad, Work: w, Interpreter: interpreter.NewRegistry(wildHook{})})
	require.ErrorContains(t, err, want)
	require.Zero(t, r)
	rb := casetest.Decode[api.ResourceBinding](t, "spec: {resource: {apiVersion: v1, kind: X, name: s, namespace: shop}}")
	s, err := status.AggregateTemplate(context.Background(), status.TemplateInput{Binding: rb, Template: bad, Interpreter: returning(good)})
	require.ErrorContains(t, err, want)
	require.Zero(t, s)
}

// TestNoResult has aggregators that return no object, or one without content. The template must not lose its status.
func TestNoResult(t *testing.T) {
	t.Parallel()
	template := casetest.Object(t, "{apiVersion: v1, kind: X, metadata: {name: s, namespace: shop}, status: {a: 1}}")
	rb := casetest.Decode[api.ResourceBinding](t, "spec: {resource: {apiVersion: v1, kind: X, name: s, namespace: shop}}")
	for _, made := range []*unstructured.Unstructured{nil, {}} {
		s, err := status.AggregateTemplate(context.Background(), status.TemplateInput{Binding: rb, Template: template, Interpreter: returning(made)})
		require.EqualError(t, err, "X shop/s: AggregateStatus returned no object, expected the template with a status")
		require.Zero(t, s)
	}
}

// TestHidden has hooks whose errors quote values of a Secret, or of a place that the registry hides.
func TestHidden(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"Secret", "Vault"} {
		object := casetest.Object(t, "{apiVersion: v1, kind: "+kind+", metadata: {name: s, namespace: shop}, data: {password: aHVzaA==}}")
		w := workFor(object)
		rb := casetest.Decode[api.ResourceBinding](t, "spec: {resource: {apiVersion: v1, kind: "+kind+", name: s, namespace: shop}}")
		data := func(selector.Object) []jsontree.Pointer { return []jsontree.Pointer{{"data"}} }
		registry := interpreter.NewRegistry(wildHook{err: errors.New("hush")}).Hiding(data)
		_, err := status.Reflect(context.Background(), status.ReflectInput{Object: object, Work: w, Interpreter: registry})
		require.ErrorContains(t, err, "not shown")
		_, err = status.AggregateTemplate(context.Background(), status.TemplateInput{Binding: rb, Template: object, Interpreter: registry})
		require.ErrorContains(t, err, "not shown")
		encoder := interpreter.NewRegistry(brokenEncoder{}).Hiding(data)
		_, err = status.Reflect(context.Background(), status.ReflectInput{Object: object, Work: w, Interpreter: encoder})
		require.ErrorContains(t, err, "not shown")
		require.NotContains(t, err.Error(), "hush")
		unhealthy := interpreter.NewRegistry(wholeHook{}, wildHook{err: errors.New("hush")}).Hiding(data)
		r, err := status.Reflect(context.Background(), status.ReflectInput{Object: object, Work: w, Interpreter: unhealthy})
		require.NoError(t, err)
		require.Equal(t, interpreter.UnknownHealth, r.Statuses[0].Health)
		require.ErrorContains(t, r.HealthError, "not shown")
	}
}

// TestEncoders has hooks that write their own text. A Work with text that is not JSON could not be stored.
func TestEncoders(t *testing.T) {
	t.Parallel()
	object := casetest.Object(t, "{apiVersion: example.com/v1, kind: Widget, metadata: {name: s, namespace: shop}}")
	for text, stored := range map[string]bool{`{"a":1}`: true, ` null `: false, `{bad`: false, `nullx`: false, `{} {}`: false, `NaN`: false, ``: false, strings.Repeat("[", 20_000): false} {
		r, err := status.Reflect(context.Background(), status.ReflectInput{Object: object, Work: workFor(object), Interpreter: interpreter.NewRegistry(textEncoder{text: text})})
		if err != nil {
			require.ErrorContains(t, err, "the encoded status is not valid JSON")
			require.Zero(t, r)
			continue
		}
		require.Equal(t, stored, r.Statuses[0].Status != nil, text)
	}
}

// TestShared checks that results share no memory with inputs.
func TestShared(t *testing.T) {
	t.Parallel()
	rb, works := fleet(t, 3)
	s, err := status.AggregateBinding(rb, works, now)
	require.NoError(t, err)
	rb.Status.AggregatedStatus, rb.Status.Conditions = s.Items, s.Conditions
	before := casetest.Frozen(t, []any{rb, works})
	s, err = status.AggregateBinding(rb, works, now.Add(time.Hour))
	require.NoError(t, err)
	require.False(t, s.Changed, "stored and computed again")
	for i := range s.Items {
		s.Items[i].ClusterName, s.Items[i].Status.Raw[0] = "x", 'x'
	}
	s.Conditions[0].Reason = "x"
	require.Equal(t, before, casetest.Frozen(t, []any{rb, works}))

	template := casetest.Object(t, "{apiVersion: v1, kind: X, metadata: {name: s, namespace: shop}, spec: {a: {b: 1}}}")
	made := &unstructured.Unstructured{Object: map[string]any{"status": map[string]any{"a": []any{"b"}}}}
	xb := casetest.Decode[api.ResourceBinding](t, "spec: {resource: {apiVersion: v1, kind: X, name: s, namespace: shop}}")
	before = casetest.Frozen(t, []any{template, made})
	result, err := status.AggregateTemplate(context.Background(), status.TemplateInput{Binding: xb, Template: template, Interpreter: returning(made)})
	require.NoError(t, err)
	result.Object.Object["status"].(map[string]any)["a"].([]any)[0] = "x"
	result.Object.Object["spec"].(map[string]any)["a"] = "x"
	require.Equal(t, before, casetest.Frozen(t, []any{template, made}))
}

// TestOrder aggregates Works in random orders.
func TestOrder(t *testing.T) {
	t.Parallel()
	rb, works := fleet(t, 50)
	twin := works[7].DeepCopy()
	twin.Name, twin.Status.ManifestStatuses[0].Health = "another", interpreter.Unhealthy
	works = append(works, twin)
	want, err := status.AggregateBinding(rb, works, now)
	require.NoError(t, err)
	require.Len(t, want.Items, 51)
	random := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		random.Shuffle(len(works), func(i, j int) { works[i], works[j] = works[j], works[i] })
		got, err := status.AggregateBinding(rb, works, now)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
}

// TestLarge has a Work with 100,000 manifests, and 100,000 Works.
func TestLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector makes it slow")
	}
	t.Parallel()
	object := casetest.Object(t, "{apiVersion: v1, kind: ConfigMap, metadata: {name: last, namespace: shop}}")
	w := workFor(object)
	manifests := make([]api.Manifest, 100_000)
	for i := range manifests {
		manifests[i] = api.Manifest{"apiVersion": "v1", "kind": "ConfigMap", "metadata": map[string]any{"namespace": "shop", "name": fmt.Sprint(i)}}
	}
	w.Spec.Workload.Manifests = append(manifests, object.Object)
	r, err := status.Reflect(context.Background(), status.ReflectInput{Object: object, Work: w, Interpreter: hooks})
	require.NoError(t, err)
	require.Equal(t, 100_000, r.Statuses[0].Identifier.Ordinal)

	rb, works := fleet(t, 100_000)
	s, err := status.AggregateBinding(rb, works, now)
	require.NoError(t, err)
	require.Len(t, s.Items, 100_000)
	require.Equal(t, metav1.ConditionTrue, s.Conditions[0].Status)
}
