package api_test

import (
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// kinds returns an empty value of every kind of the api package.
var kinds = dialecttest.Kinds{
	"OverridePolicy":            func() runtime.Object { return &api.OverridePolicy{} },
	"OverridePolicyList":        func() runtime.Object { return &api.OverridePolicyList{} },
	"ClusterOverridePolicy":     func() runtime.Object { return &api.ClusterOverridePolicy{} },
	"ClusterOverridePolicyList": func() runtime.Object { return &api.ClusterOverridePolicyList{} },
	"Cluster":                   func() runtime.Object { return &api.Cluster{} },
	"ClusterList":               func() runtime.Object { return &api.ClusterList{} },

	"PropagationPolicy":            func() runtime.Object { return &api.PropagationPolicy{} },
	"PropagationPolicyList":        func() runtime.Object { return &api.PropagationPolicyList{} },
	"ClusterPropagationPolicy":     func() runtime.Object { return &api.ClusterPropagationPolicy{} },
	"ClusterPropagationPolicyList": func() runtime.Object { return &api.ClusterPropagationPolicyList{} },
	"ClusterTaintPolicy":           func() runtime.Object { return &api.ClusterTaintPolicy{} },
	"ClusterTaintPolicyList":       func() runtime.Object { return &api.ClusterTaintPolicyList{} },
	"ResourceBinding":              func() runtime.Object { return &api.ResourceBinding{} },
	"ResourceBindingList":          func() runtime.Object { return &api.ResourceBindingList{} },
	"ClusterResourceBinding":       func() runtime.Object { return &api.ClusterResourceBinding{} },
	"ClusterResourceBindingList":   func() runtime.Object { return &api.ClusterResourceBindingList{} },
	"Work":                         func() runtime.Object { return &api.Work{} },
	"WorkList":                     func() runtime.Object { return &api.WorkList{} },
}
