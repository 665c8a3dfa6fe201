package karmada_test

import (
	"reflect"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// kinds returns an empty value of every kind of the api package.
var kinds = map[string]func() runtime.Object{
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

// scribble overwrites everything that v refers to.
func scribble(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("scribbled")
	case reflect.Bool:
		v.SetBool(false)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(-1)
	case reflect.Uint, reflect.Uint64:
		v.SetUint(0)
	case reflect.Interface:
		scribbleJSON(v.Interface())
	case reflect.Uint8:
		v.SetUint('x')
	case reflect.Pointer:
		scribble(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			scribble(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			if v.Type().Elem().Kind() == reflect.Interface {
				scribble(v.MapIndex(key))
			}
			scribbled := reflect.New(v.Type().Elem()).Elem()
			scribble(scribbled)
			v.SetMapIndex(key, scribbled)
		}
	case reflect.Struct:
		switch value := v.Addr().Interface().(type) {
		case *metav1.Time:
			value.Time = time.Time{}
			return
		case *resource.Quantity:
			value.AsDec().SetUnscaled(-1)
			return
		}
		for i := range v.NumField() {
			scribble(v.Field(i))
		}
	}
}

func scribbleJSON(v any) {
	switch v := v.(type) {
	case map[string]any:
		for key, e := range v {
			scribbleJSON(e)
			v[key] = "scribbled"
		}
	case []any:
		for i := range v {
			scribbleJSON(v[i])
			v[i] = "scribbled"
		}
	}
}
