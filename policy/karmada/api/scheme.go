package api

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
)

// The group versions of the types. Bindings and Works share a group, in two versions.
var (
	PolicyGroupVersion  = schema.GroupVersion{Group: "policy.karmada.io", Version: "v1alpha1"}
	ClusterGroupVersion = schema.GroupVersion{Group: "cluster.karmada.io", Version: "v1alpha1"}
	BindingGroupVersion = schema.GroupVersion{Group: "work.karmada.io", Version: "v1alpha2"}
	WorkGroupVersion    = schema.GroupVersion{Group: "work.karmada.io", Version: "v1alpha1"}
)

// The same as they are written in an object. All policies share these strings.
var (
	policyAPIVersion  = PolicyGroupVersion.String()
	clusterAPIVersion = ClusterGroupVersion.String()
	bindingAPIVersion = BindingGroupVersion.String()
	workAPIVersion    = WorkGroupVersion.String()
)

// AddToScheme registers the types, for programs that decode with a scheme. This module does not need it.
func AddToScheme(scheme *runtime.Scheme) error {
	for _, known := range []struct {
		version schema.GroupVersion
		types   []runtime.Object
	}{
		{PolicyGroupVersion, []runtime.Object{
			&OverridePolicy{}, &OverridePolicyList{}, &ClusterOverridePolicy{}, &ClusterOverridePolicyList{},
			&PropagationPolicy{}, &PropagationPolicyList{}, &ClusterPropagationPolicy{}, &ClusterPropagationPolicyList{},
			&ClusterTaintPolicy{}, &ClusterTaintPolicyList{},
		}},
		{ClusterGroupVersion, []runtime.Object{&Cluster{}, &ClusterList{}}},
		{BindingGroupVersion, []runtime.Object{&ResourceBinding{}, &ResourceBindingList{}, &ClusterResourceBinding{}, &ClusterResourceBindingList{}}},
		{WorkGroupVersion, []runtime.Object{&Work{}, &WorkList{}}},
	} {
		scheme.AddKnownTypes(known.version, known.types...)
		metav1.AddToGroupVersion(scheme, known.version)
	}
	return nil
}
