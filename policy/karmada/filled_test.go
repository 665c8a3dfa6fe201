package karmada_test

import (
	"fmt"
	"reflect"
	"testing"
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

// filled is a value of a kind in which no field, at any depth, is empty, and no two texts are the same. What n counts is in
// the texts.
func filled(t testing.TB, empty runtime.Object, n int) runtime.Object {
	t.Helper()
	fill(t, reflect.ValueOf(empty).Elem(), &n)
	return empty
}

// fill gives v and all in it values, two of each list and map.
func fill(t testing.TB, v reflect.Value, n *int) {
	*n++
	switch value := v.Addr().Interface().(type) {
	case *karmada.JSON:
		value.Raw = fmt.Appendf(nil, `{"n":%d}`, *n)
		return
	case *metav1.FieldsV1:
		value.Raw = fmt.Appendf(nil, `{"f:n%d":{}}`, *n)
		return
	case *metav1.Time:
		value.Time = time.Unix(int64(*n), 0)
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("n%d", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 3)) // with room, into which an append would write
		for i := range v.Len() {
			fill(t, v.Index(i), n)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 2 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(t, key, n)
			fill(t, value, n)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i), n)
		}
	default:
		t.Fatalf("%s is of no kind that is known here", v.Type())
	}
}

// memory lists the places in memory that v can be written through: pointers, maps and the arrays of slices.
func memory(v reflect.Value, at string, found map[uintptr]string) map[uintptr]string {
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*time.Location]() {
			return found // which all times share
		}
		found[v.Pointer()] = at
		memory(v.Elem(), at, found)
	case reflect.Slice:
		if v.Cap() > 0 {
			found[v.Pointer()] = at
		}
		for i := range v.Len() {
			memory(v.Index(i), fmt.Sprintf("%s[%d]", at, i), found)
		}
	case reflect.Map:
		found[v.Pointer()] = at
		for _, key := range v.MapKeys() {
			memory(v.MapIndex(key), fmt.Sprintf("%s[%s]", at, key), found)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			memory(v.Field(i), at+"."+v.Type().Field(i).Name, found)
		}
	}
	return found
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
