package karmada_test

import (
	"reflect"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/policy/karmada"
)

// kinds makes an empty value of every kind of this package.
var kinds = map[string]func() runtime.Object{
	"OverridePolicy":            func() runtime.Object { return &karmada.OverridePolicy{} },
	"OverridePolicyList":        func() runtime.Object { return &karmada.OverridePolicyList{} },
	"ClusterOverridePolicy":     func() runtime.Object { return &karmada.ClusterOverridePolicy{} },
	"ClusterOverridePolicyList": func() runtime.Object { return &karmada.ClusterOverridePolicyList{} },
	"Cluster":                   func() runtime.Object { return &karmada.Cluster{} },
	"ClusterList":               func() runtime.Object { return &karmada.ClusterList{} },
}

// scribble writes into all that v leads to, in place.
func scribble(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("scribbled")
	case reflect.Bool:
		v.SetBool(false)
	case reflect.Int64:
		v.SetInt(-1)
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
			scribbled := reflect.New(v.Type().Elem()).Elem()
			scribble(scribbled)
			v.SetMapIndex(key, scribbled)
		}
	case reflect.Struct:
		if t, ok := v.Addr().Interface().(*metav1.Time); ok {
			t.Time = time.Time{}
			return
		}
		for i := range v.NumField() {
			scribble(v.Field(i))
		}
	}
}
