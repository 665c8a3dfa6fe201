package server

import (
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// setDefaults sets the defaults of a kind, also in the elements of its lists.
func (s *Server) setDefaults(o *unstructured.Unstructured) {
	spec := func() map[string]any { return objectIn(o.Object, "spec") }
	switch kindOf(o) {
	case "Deployment":
		deploymentDefaults(spec())
	case "Job":
		for key, v := range map[string]any{"completions": int64(1), "parallelism": int64(1), "backoffLimit": int64(6), "completionMode": "NonIndexed", "suspend": false} {
			setDefault(spec(), key, v)
		}
		podDefaults(objectIn(spec(), "template", "spec"))
	case "Pod":
		podDefaults(spec())
		setDefault(spec(), "enableServiceLinks", true)
		setDefault(spec(), "serviceAccountName", "default")
		setDefault(spec(), "tolerations", []any{map[string]any{"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute"}})
	case "Service":
		serviceDefaults(spec())
	case "Secret":
		setDefault(o.Object, "type", "Opaque")
	case "PersistentVolumeClaim":
		setDefault(spec(), "volumeMode", "Filesystem")
	case "":
		if s.Widgets && o.GetAPIVersion() == "example.io/v1" && o.GetKind() == "Certificate" {
			certificateDefaults(spec())
		}
	}
}

func certificateDefaults(spec map[string]any) {
	setDefault(spec, "mode", "auto")
	for _, rule := range objectsIn(spec, "rules") {
		setDefault(rule, "weight", int64(1))
	}
}

func deploymentDefaults(spec map[string]any) {
	setDefault(spec, "replicas", int64(1))
	setDefault(spec, "progressDeadlineSeconds", int64(600))
	setDefault(spec, "revisionHistoryLimit", int64(10))
	strategy := objectIn(spec, "strategy")
	setDefault(strategy, "type", "RollingUpdate")
	if strategy["type"] == "RollingUpdate" {
		setDefault(objectIn(strategy, "rollingUpdate"), "maxSurge", "25%")
		setDefault(objectIn(strategy, "rollingUpdate"), "maxUnavailable", "25%")
	}
	podDefaults(objectIn(spec, "template", "spec"))
}

func podDefaults(spec map[string]any) {
	setDefault(spec, "restartPolicy", "Always")
	setDefault(spec, "dnsPolicy", "ClusterFirst")
	setDefault(spec, "schedulerName", "default-scheduler")
	setDefault(spec, "terminationGracePeriodSeconds", int64(30))
	objectIn(spec, "securityContext")
	if account := spec["serviceAccountName"]; account != nil {
		spec["serviceAccount"] = account
	} else {
		delete(spec, "serviceAccount")
	}
	for _, c := range append(objectsIn(spec, "containers"), objectsIn(spec, "initContainers")...) {
		containerDefaults(c)
	}
	for _, v := range objectsIn(spec, "volumes") {
		if from, ok := v["configMap"].(map[string]any); ok {
			setDefault(from, "defaultMode", int64(420))
		}
		if len(v) == 1 {
			v["emptyDir"] = map[string]any{}
		}
	}
}

func containerDefaults(c map[string]any) {
	setDefault(c, "terminationMessagePath", "/dev/termination-log")
	setDefault(c, "terminationMessagePolicy", "File")
	image, _ := c["image"].(string)
	if _, tag, _ := strings.Cut(image, ":"); tag == "" || tag == "latest" {
		setDefault(c, "imagePullPolicy", "Always")
	}
	setDefault(c, "imagePullPolicy", "IfNotPresent")
	resources := objectIn(c, "resources")
	if limits, ok := resources["limits"].(map[string]any); ok {
		for key, v := range limits {
			setDefault(objectIn(resources, "requests"), key, v)
		}
	}
	for _, port := range objectsIn(c, "ports") {
		setDefault(port, "protocol", "TCP")
	}
	for _, env := range objectsIn(c, "env") {
		if from, ok := env["valueFrom"].(map[string]any); ok && from["fieldRef"] != nil {
			setDefault(objectIn(from, "fieldRef"), "apiVersion", "v1")
		}
	}
}

func serviceDefaults(spec map[string]any) {
	setDefault(spec, "type", "ClusterIP")
	setDefault(spec, "sessionAffinity", "None")
	setDefault(spec, "internalTrafficPolicy", "Cluster")
	if spec["type"] != "ClusterIP" {
		setDefault(spec, "externalTrafficPolicy", "Cluster")
	}
	for _, port := range objectsIn(spec, "ports") {
		setDefault(port, "protocol", "TCP")
		setDefault(port, "targetPort", port["port"])
	}
}
