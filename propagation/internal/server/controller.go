package server

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Control does once what the controllers of the cluster do with an object: the scheduler, the volume binder, the token controller, an
// autoscaler that chooses a number of replicas, and those that report a status.
func (s *Server) Control(of *unstructured.Unstructured, replicas int64) {
	o := s.Get(of)
	if o == nil {
		return
	}
	annotate := func(key, value string) { objectIn(o.Object, "metadata", "annotations")[key] = value }
	switch kindOf(o) {
	case "Deployment":
		annotate("deployment.kubernetes.io/revision", "1")
		if o.GetLabels()["resourcetemplate.karmada.io/retain-replicas"] == "true" {
			objectIn(o.Object, "spec")["replicas"] = replicas
		}
	case "PersistentVolumeClaim":
		annotate("volume.kubernetes.io/selected-node", "n1")
		annotate("pv.kubernetes.io/bind-completed", "yes")
		setDefault(objectIn(o.Object, "spec"), "volumeName", "pv-1")
		o.SetFinalizers([]string{"kubernetes.io/pvc-protection"})
	case "ServiceAccount":
		if token := o.GetName() + "-token-x7"; !hasName(o, token) {
			list, _ := o.Object["secrets"].([]any)
			o.Object["secrets"] = append(list, map[string]any{"name": token})
		}
	case "Secret":
		if o.Object["type"] == "kubernetes.io/service-account-token" {
			setDefault(objectIn(o.Object, "data"), "token", "dG9rZW4=")
			annotate("kubernetes.io/service-account.uid", "sa-1")
		}
	case "Pod":
		setDefault(objectIn(o.Object, "spec"), "nodeName", "n1")
	}
	_ = s.update(o, true)
	if o.GetKind() != "ConfigMap" && o.GetKind() != "Secret" {
		s.UpdateStatus(o, map[string]any{"observedGeneration": s.Get(o).GetGeneration()})
	}
}

func hasName(o *unstructured.Unstructured, name string) bool {
	for _, e := range objectsIn(o.Object, "secrets") {
		if e["name"] == name {
			return true
		}
	}
	return false
}
