package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// Domain is the domain of the labels, annotations and finalizers that KubeAdmiral owns, also as the end of other ones: "kubeadmiral.io/managed".
const Domain = "kubeadmiral.io"

// GroupVersion is the group version of the types.
var GroupVersion = schema.GroupVersion{Group: "core.kubeadmiral.io", Version: "v1alpha1"}

// apiVersion is GroupVersion as it is written in an object. All policies share this string.
var apiVersion = GroupVersion.String()

// AddToScheme registers the types, for programs that decode with a scheme. This module does not need it.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(GroupVersion, &OverridePolicy{}, &OverridePolicyList{}, &ClusterOverridePolicy{}, &ClusterOverridePolicyList{},
		&FederatedCluster{}, &FederatedClusterList{})
	metav1.AddToGroupVersion(scheme, GroupVersion)
	return nil
}

var (
	_ runtime.Object = (*OverridePolicy)(nil)
	_ runtime.Object = (*OverridePolicyList)(nil)
	_ runtime.Object = (*ClusterOverridePolicy)(nil)
	_ runtime.Object = (*ClusterOverridePolicyList)(nil)
	_ runtime.Object = (*FederatedCluster)(nil)
	_ runtime.Object = (*FederatedClusterList)(nil)
)
