package member

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// TestLargeStatus: a status that would fill the binding is left out, so it does not hold up those of other members.
func TestLargeStatus(t *testing.T) {
	m := &member{options: Options{Interpreter: interpreter.NewRegistry(native.Interpreters(time.Now)...)}}
	for size, reflected := range map[int]int{100: 1, maxStatus: 0} {
		service := &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": "v1", "kind": "Service", "spec": map[string]any{"type": "LoadBalancer"},
			"metadata": map[string]any{"namespace": "a", "name": "b", "annotations": map[string]any{
				api.WorkNamespaceAnnotation: "karmada-es-m1", api.WorkNameAnnotation: "w",
			}},
			"status": map[string]any{"loadBalancer": map[string]any{"ingress": []any{map[string]any{"hostname": strings.Repeat("h", size)}}}},
		}}
		w := &api.Work{}
		w.Namespace, w.Name = "karmada-es-m1", "w"
		w.Spec.Workload.Manifests = []api.Manifest{service.Object}
		m.reflect(context.Background(), w, service)
		require.Len(t, w.Status.ManifestStatuses, reflected, "%d bytes", size)
	}
}
