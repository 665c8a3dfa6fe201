package server

import (
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// immutable has the fields of each kind that an update must not change.
var immutable = map[string][]string{
	"Deployment":            {"/spec/selector"},
	"ReplicaSet":            {"/spec/selector"},
	"DaemonSet":             {"/spec/selector"},
	"StatefulSet":           {"/spec/selector", "/spec/serviceName", "/spec/podManagementPolicy", "/spec/volumeClaimTemplates"},
	"Job":                   {"/spec/selector", "/spec/template", "/spec/completionMode"},
	"Service":               {"/spec/clusterIP"},
	"Secret":                {"/type"},
	"PersistentVolumeClaim": {"/spec/accessModes", "/spec/selector", "/spec/storageClassName", "/spec/volumeName", "/spec/volumeMode", "/spec/dataSource", "/spec/dataSourceRef"},
	"Pod":                   {"/spec/nodeName", "/spec/volumes", "/spec/serviceAccountName"},
	"RoleBinding":           {"/roleRef"},
	"ClusterRoleBinding":    {"/roleRef"},
	"EndpointSlice":         {"/addressType"},
}

// changedImmutable returns the JSON pointer of a field that an update must not change, or "". A ConfigMap or Secret that is immutable stays so.
func changedImmutable(o, old *unstructured.Unstructured) string {
	kind := kindOf(o)
	fields := immutable[kind]
	if (kind == "ConfigMap" || kind == "Secret") && old.Object["immutable"] == true {
		fields = append([]string{"/immutable", "/data", "/binaryData"}, fields...)
	}
	for _, field := range fields {
		path := strings.Split(field[1:], "/")
		a, _, _ := unstructured.NestedFieldNoCopy(o.Object, path...)
		b, _, _ := unstructured.NestedFieldNoCopy(old.Object, path...)
		if !reflect.DeepEqual(a, b) {
			return field
		}
	}
	return ""
}
