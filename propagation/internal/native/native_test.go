// Package native tests a plan with an interpreter in a package that has the name of package native.
package native

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/testdata/plantest"
)

// hook revises replicas and sets a label, which no interpreter of package native does.
type hook struct{}

func (hook) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Group: "example.com", Version: "v1", Kind: "Widget"}}
}

func (hook) InterpretReplica(context.Context, *unstructured.Unstructured) (int32, *interpreter.ReplicaRequirements, error) {
	return 2, nil, nil
}

func (hook) ReviseReplica(_ context.Context, object *unstructured.Unstructured, _ int64) (*unstructured.Unstructured, error) {
	revised := object.DeepCopy()
	revised.SetLabels(map[string]string{"revised": "yes"})
	return revised, nil
}

// namedHook has the name of package native, too.
type namedHook struct{ hook }

func (namedHook) InterpreterName() string { return "native" }

// labeling returns an override policy that labels the Widgets that were revised.
func labeling(value string) []api.OverrideSource {
	o := &api.OverridePolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "o"}}
	o.Spec.ResourceSelectors = []api.ResourceSelector{{
		APIVersion: "example.com/v1", Kind: "Widget", LabelSelector: &metav1.LabelSelector{MatchLabels: map[string]string{"revised": "yes"}},
	}}
	o.Spec.OverrideRules = []api.RuleWithCluster{{}}
	o.Spec.OverrideRules[0].Overriders.LabelsOverrider = []api.LabelAnnotationOverrider{{Operator: api.OverriderOpAdd, Value: map[string]string{"over": value}}}
	return []api.OverrideSource{o}
}

// TestForeignNative checks that such interpreters are not taken for those of package native.
func TestForeignNative(t *testing.T) {
	t.Parallel()
	const path = "github.com/overridekit/overridekit/propagation/internal/native"
	for _, c := range []struct {
		reason string
		hook   interpreter.Interpreter
		json   string
	}{
		{"its package has the same name", hook{}, path},
		{"it is a pointer", &hook{}, path},
		{"it has the name itself, which JSON leaves out", namedHook{}, ""},
	} {
		p := &api.PropagationPolicy{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "p"}}
		p.Spec.ResourceSelectors = []api.ResourceSelector{{APIVersion: "example.com/v1", Kind: "Widget"}}
		in := propagation.PlanInput{
			Templates: []*unstructured.Unstructured{{Object: map[string]any{
				"apiVersion": "example.com/v1", "kind": "Widget", "metadata": map[string]any{"name": "w", "namespace": "shop"},
			}}},
			Policies: []api.PropagationSource{p}, Clusters: []*api.Cluster{{ObjectMeta: metav1.ObjectMeta{Name: "m1"}}},
			Overrides: labeling("1"), Registry: interpreter.NewRegistry(c.hook), Options: propagation.PlanOptions{AssumeAPIs: true},
		}
		text, err := json.Marshal(plantest.PlanOf(t, in).Rows[0])
		require.NoError(t, err)
		if c.json != "" {
			require.Contains(t, string(text), `"ReviseReplica":"`+c.json+`"`, c.reason)
		}
	}
}
