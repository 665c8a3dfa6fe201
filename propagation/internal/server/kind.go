package server

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
)

// Kind returns copies of the objects of a kind, sorted by namespace and name.
func (s *Server) Kind(apiVersion, kind string) []*unstructured.Unstructured {
	return s.copies(func(ref override.Ref) bool { return ref.APIVersion == apiVersion && ref.Kind == kind })
}

// groups has the API group of each kind that the server knows.
var groups = map[string]string{
	"Deployment": "apps", "ReplicaSet": "apps", "DaemonSet": "apps", "StatefulSet": "apps", "Job": "batch",
	"Pod": "", "Service": "", "Secret": "", "ConfigMap": "", "ServiceAccount": "", "PersistentVolumeClaim": "",
	"RoleBinding": "rbac.authorization.k8s.io", "ClusterRoleBinding": "rbac.authorization.k8s.io", "EndpointSlice": "discovery.k8s.io",
}

// kindOf returns the kind of an object if the server knows it, or "". A kind of the same name in another group is another one.
func kindOf(o *unstructured.Unstructured) string {
	kind := o.GroupVersionKind()
	if group, found := groups[kind.Kind]; !found || group != kind.Group {
		return ""
	}
	return kind.Kind
}
