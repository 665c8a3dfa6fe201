package crds_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	karmada "github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiral "github.com/overridekit/overridekit/policy/kubeadmiral/api"
	"github.com/overridekit/overridekit/propagation/controller/controllertest"
	"github.com/overridekit/overridekit/propagation/controller/crds"
)

var hub client.Client

func TestMain(m *testing.M) {
	os.Exit(controllertest.Run(m, 0, func(f *controllertest.Fleet) {
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
		defer cancel()
		c, err := client.New(f.Hub.Config(), client.Options{})
		if err == nil {
			err = crds.Install(ctx, c)
		}
		if err != nil {
			panic(err)
		}
		hub = c
	}))
}

func TestInstallAgain(t *testing.T) {
	require.NoError(t, crds.Install(t.Context(), hub))
}

func TestAllAreStructuralWithStatus(t *testing.T) {
	all, err := crds.All()
	require.NoError(t, err)
	require.Len(t, all, 11)
	for _, definition := range all {
		got := &unstructured.Unstructured{}
		got.SetAPIVersion("apiextensions.k8s.io/v1")
		got.SetKind("CustomResourceDefinition")
		require.NoError(t, hub.Get(t.Context(), client.ObjectKey{Name: definition.Name}, got))
		conditions, _, err := unstructured.NestedSlice(got.Object, "status", "conditions")
		require.NoError(t, err)
		for _, c := range conditions {
			require.NotEqual(t, "NonStructuralSchema", c.(map[string]any)["type"], "%s: %v", definition.Name, c)
		}
		require.NotNil(t, definition.Spec.Versions[0].Subresources.Status, definition.Name)
	}
}

// TestNothingIsPruned stores an object of each kind in which every field is set.
func TestNothingIsPruned(t *testing.T) {
	for _, object := range []runtime.Object{
		&karmada.PropagationPolicy{}, &karmada.ClusterPropagationPolicy{}, &karmada.OverridePolicy{}, &karmada.ClusterOverridePolicy{},
		&karmada.ResourceBinding{}, &karmada.ClusterResourceBinding{}, &karmada.Work{}, &karmada.Cluster{}, &karmada.ClusterTaintPolicy{},
		&kubeadmiral.OverridePolicy{}, &kubeadmiral.ClusterOverridePolicy{},
	} {
		want := filled(t, object)
		t.Run(want.GetAPIVersion()+" "+want.GetKind(), func(t *testing.T) {
			got := want.DeepCopy()
			require.NoError(t, hub.Create(t.Context(), got, client.FieldValidation(metav1.FieldValidationStrict)))
			status, withStatus := want.Object["status"]
			if withStatus {
				got.Object["status"] = runtime.DeepCopyJSONValue(status)
				require.NoError(t, hub.Status().Update(t.Context(), got, client.FieldValidation(metav1.FieldValidationStrict)))
			}
			require.NoError(t, hub.Get(t.Context(), client.ObjectKeyFromObject(want), got))
			require.Equal(t, want.Object["spec"], got.Object["spec"])
			require.Equal(t, status, got.Object["status"])
		})
	}
}

// TestPolicyConditions: a controller reports on a policy in conditions that its Go type does not have.
func TestPolicyConditions(t *testing.T) {
	policy := parse(t, `
apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: conditions}
spec: {overrideRules: []}
`)
	require.NoError(t, hub.Create(t.Context(), policy))
	conditions := []any{map[string]any{
		"type": "Accepted", "status": "False", "reason": "Invalid", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z", "observedGeneration": int64(1),
	}}
	policy.Object["status"] = map[string]any{"conditions": conditions}
	require.NoError(t, hub.Status().Update(t.Context(), policy, client.FieldValidation(metav1.FieldValidationStrict)))
	require.Equal(t, map[string]any{"conditions": conditions}, policy.Object["status"])
}

// TestRealPolicies creates what users of this project have in their repositories: every document comes back with all that was written.
func TestRealPolicies(t *testing.T) {
	documents := documentsOf(t, "../../../examples/policyrepo", "../../../examples/simulate/testdata/nginx", "../../testdata/plans")
	kinds := map[string]int{}
	for i, want := range documents {
		kinds[want.GetAPIVersion()+" "+want.GetKind()]++
		got := want.DeepCopy()
		got.SetName(fmt.Sprintf("real-%d", i))
		got.SetResourceVersion("")
		if got.GetNamespace() != "" {
			got.SetNamespace("default")
		}
		source := want.GetAnnotations()[sourceAnnotation]
		require.NoError(t, hub.Create(t.Context(), got, client.DryRunAll, client.FieldValidation(metav1.FieldValidationStrict)), source)
		requireContains(t, got.Object["spec"], want.Object["spec"], source)
	}
	require.Equal(t, []string{
		"cluster.karmada.io/v1alpha1 Cluster",
		"core.kubeadmiral.io/v1alpha1 ClusterOverridePolicy", "core.kubeadmiral.io/v1alpha1 OverridePolicy",
		"policy.karmada.io/v1alpha1 ClusterOverridePolicy", "policy.karmada.io/v1alpha1 ClusterPropagationPolicy",
		"policy.karmada.io/v1alpha1 OverridePolicy", "policy.karmada.io/v1alpha1 PropagationPolicy",
		"work.karmada.io/v1alpha1 Work", "work.karmada.io/v1alpha2 ResourceBinding",
	}, slices.Sorted(maps.Keys(kinds)))
}

// TestValues has what an API server does to single values.
func TestValues(t *testing.T) {
	const override, propagation = `
apiVersion: policy.karmada.io/v1alpha1
kind: ClusterOverridePolicy
metadata: {name: values}
spec: `, `
apiVersion: policy.karmada.io/v1alpha1
kind: ClusterPropagationPolicy
metadata: {name: values}
spec: `
	for _, c := range []struct {
		name, sent string
		want       string // the spec as JSON, or an error
	}{
		{"null is a value of a patch", override + `{overrideRules: [{overriders: {plaintext: [{path: /a, operator: add, value: null}]}}]}`,
			`{"overrideRules":[{"overriders":{"plaintext":[{"operator":"add","path":"/a","value":null}]}}]}`},
		{"values of any type", override + `{overrideRules: [{overriders: {plaintext: [{path: /a, operator: add, value: [1, {b: 1.5}]}]}}]}`,
			`{"overrideRules":[{"overriders":{"plaintext":[{"operator":"add","path":"/a","value":[1,{"b":1.5}]}]}}]}`},
		{"an unknown operator", override + `{overrideRules: [{overriders: {plaintext: [{path: /a, operator: move}]}}]}`,
			`spec.overrideRules[0].overriders.plaintext[0].operator: Unsupported value: "move": supported values: "add", "remove", "replace"`},
		{"args cannot be replaced", override + `{overrideRules: [{overriders: {argsOverrider: [{containerName: a, operator: replace}]}}]}`,
			`argsOverrider[0].operator: Unsupported value: "replace": supported values: "add", "remove"`},
		{"a rule without overriders", override + `{overrideRules: [{}]}`, `spec.overrideRules[0].overriders: Required value`},
		{"defaults", propagation + `{resourceSelectors: [{apiVersion: v1, kind: Secret}], placement: {replicaScheduling: {}}, failover: {application: {decisionConditions: {}}, cluster: {}}}`,
			`{"conflictResolution":"Abort","failover":{"application":{"decisionConditions":{"tolerationSeconds":300},"purgeMode":"Gracefully"},"cluster":{"purgeMode":"Gracefully"}},` +
				`"placement":{"replicaScheduling":{"replicaSchedulingType":"Divided"}},"preemption":"Never","priority":0,` +
				`"resourceSelectors":[{"apiVersion":"v1","kind":"Secret"}],"schedulerName":"default-scheduler"}`},
		{"the default of a binding", `
apiVersion: work.karmada.io/v1alpha2
kind: ClusterResourceBinding
metadata: {name: values}
spec: {resource: {apiVersion: v1, kind: Namespace, name: a}}`, `{"conflictResolution":"Abort","resource":{"apiVersion":"v1","kind":"Namespace","name":"a"}}`},
		{"a policy that selects nothing", propagation + `{resourceSelectors: []}`, `spec.resourceSelectors in body should have at least 1 items`},
		{"a policy without selectors", propagation + `{}`, `spec.resourceSelectors: Required value`},
		{"a weight of zero", propagation + `{resourceSelectors: [{apiVersion: v1, kind: Secret}], placement: {replicaScheduling: {weightPreference: {staticWeightList: [{targetCluster: {}, weight: 0}]}}}}`,
			`weight in body should be greater than or equal to 1`},
	} {
		t.Run(c.name, func(t *testing.T) {
			object := parse(t, c.sent)
			err := hub.Create(t.Context(), object, client.DryRunAll, client.FieldValidation(metav1.FieldValidationStrict))
			if !strings.HasPrefix(c.want, "{") {
				require.True(t, apierrors.IsInvalid(err), "%v", err)
				require.ErrorContains(t, err, c.want)
				return
			}
			require.NoError(t, err)
			spec, err := json.Marshal(object.Object["spec"])
			require.NoError(t, err)
			require.Equal(t, c.want, string(spec))
		})
	}
}

func parse(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	object := &unstructured.Unstructured{}
	require.NoError(t, yaml.Unmarshal([]byte(text), object))
	return object
}
