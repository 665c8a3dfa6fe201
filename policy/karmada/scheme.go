package karmada

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The group versions of the types here.
var (
	PolicyGroupVersion  = schema.GroupVersion{Group: "policy.karmada.io", Version: "v1alpha1"}
	ClusterGroupVersion = schema.GroupVersion{Group: "cluster.karmada.io", Version: "v1alpha1"}
)

// AddToScheme registers the types, for programs that decode by a scheme. Nothing here needs it.
func AddToScheme(scheme *runtime.Scheme) error {
	scheme.AddKnownTypes(PolicyGroupVersion, &OverridePolicy{}, &OverridePolicyList{}, &ClusterOverridePolicy{}, &ClusterOverridePolicyList{})
	scheme.AddKnownTypes(ClusterGroupVersion, &Cluster{}, &ClusterList{})
	metav1.AddToGroupVersion(scheme, PolicyGroupVersion)
	metav1.AddToGroupVersion(scheme, ClusterGroupVersion)
	return nil
}

var (
	_ runtime.Object = (*OverridePolicy)(nil)
	_ runtime.Object = (*OverridePolicyList)(nil)
	_ runtime.Object = (*ClusterOverridePolicy)(nil)
	_ runtime.Object = (*ClusterOverridePolicyList)(nil)
	_ runtime.Object = (*Cluster)(nil)
	_ runtime.Object = (*ClusterList)(nil)
)
