package server

import (
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// allocate sets what the server chooses for a new object.
func (s *Server) allocate(o *unstructured.Unstructured) {
	switch kindOf(o) {
	case "Service":
		spec := objectIn(o.Object, "spec")
		setDefault(spec, "clusterIP", "10.0.0."+strconv.Itoa(s.made))
		setDefault(spec, "clusterIPs", []any{spec["clusterIP"]})
		s.allocatePorts(spec)
	case "Job":
		uid := string(o.GetUID())
		objectIn(o.Object, "spec", "selector", "matchLabels")["batch.kubernetes.io/controller-uid"] = uid
		labels := objectIn(o.Object, "spec", "template", "metadata", "labels")
		labels["batch.kubernetes.io/controller-uid"], labels["controller-uid"] = uid, uid
		labels["batch.kubernetes.io/job-name"], labels["job-name"] = o.GetName(), o.GetName()
	case "Pod":
		token := "kube-api-access-" + strconv.Itoa(s.made)
		spec := objectIn(o.Object, "spec")
		volumes, _ := spec["volumes"].([]any)
		spec["volumes"] = append(volumes, map[string]any{"name": token, "projected": map[string]any{"defaultMode": int64(420)}})
		for _, c := range objectsIn(spec, "containers") {
			mounts, _ := c["volumeMounts"].([]any)
			c["volumeMounts"] = append(mounts, map[string]any{"name": token, "readOnly": true, "mountPath": "/var/run/secrets/kubernetes.io/serviceaccount"})
		}
	}
}

func (s *Server) allocatePorts(spec map[string]any) {
	for i, port := range objectsIn(spec, "ports") {
		if spec["type"] == "NodePort" {
			setDefault(port, "nodePort", int64(30000+100*s.made+i))
		}
	}
}

// keepAllocated keeps what an update of a Service does not set.
func keepAllocated(o, old *unstructured.Unstructured) {
	if kindOf(o) != "Service" {
		return
	}
	spec, before := objectIn(o.Object, "spec"), objectIn(old.Object, "spec")
	for _, field := range []string{"clusterIP", "clusterIPs"} {
		if v, found := before[field]; found {
			setDefault(spec, field, v)
		}
	}
	known := objectsIn(before, "ports")
	for i, port := range objectsIn(spec, "ports") {
		if spec["type"] == "NodePort" && i < len(known) && known[i]["nodePort"] != nil {
			setDefault(port, "nodePort", known[i]["nodePort"])
		} else if spec["type"] == "NodePort" {
			setDefault(port, "nodePort", int64(32000+i))
		}
	}
}
