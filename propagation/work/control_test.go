package work_test

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/propagation/internal/server"
)

// control does once what the controllers of the cluster do with an object: the scheduler, the volume binder, the token controller, an
// autoscaler that chooses a number of replicas, and those that report a status.
func control(s *server.Server, of *unstructured.Unstructured, replicas int64) {
	o := s.Get(of)
	if o == nil {
		return
	}
	switch o.GetKind() {
	case "Deployment":
		setIn(o, "1", "metadata", "annotations", "deployment.kubernetes.io/revision")
		if o.GetLabels()["resourcetemplate.karmada.io/retain-replicas"] == "true" {
			setIn(o, replicas, "spec", "replicas")
		}
	case "PersistentVolumeClaim":
		setIn(o, "n1", "metadata", "annotations", "volume.kubernetes.io/selected-node")
		setIn(o, "yes", "metadata", "annotations", "pv.kubernetes.io/bind-completed")
		setMissing(o, "pv-1", "spec", "volumeName")
		o.SetFinalizers([]string{"kubernetes.io/pvc-protection"})
	case "ServiceAccount":
		list, _ := o.Object["secrets"].([]any)
		token := o.GetName() + "-token-x7"
		if !slices.ContainsFunc(list, func(e any) bool { return e.(map[string]any)["name"] == token }) {
			o.Object["secrets"] = append(list, map[string]any{"name": token})
		}
	case "Secret":
		if o.Object["type"] == "kubernetes.io/service-account-token" {
			setMissing(o, "dG9rZW4=", "data", "token")
			setIn(o, "sa-1", "metadata", "annotations", "kubernetes.io/service-account.uid")
		}
	case "Pod":
		setMissing(o, "n1", "spec", "nodeName")
	}
	_ = s.Control(o)
	if o.GetKind() != "ConfigMap" && o.GetKind() != "Secret" {
		s.UpdateStatus(o, map[string]any{"observedGeneration": s.Get(o).GetGeneration()})
	}
}

func setIn(o *unstructured.Unstructured, v any, path ...string) {
	if err := unstructured.SetNestedField(o.Object, v, path...); err != nil {
		panic(err)
	}
}

func setMissing(o *unstructured.Unstructured, v any, path ...string) {
	if old, _, _ := unstructured.NestedFieldNoCopy(o.Object, path...); old == nil {
		setIn(o, v, path...)
	}
}
