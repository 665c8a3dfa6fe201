package dialecttest

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/internal/dialect"
)

// Filled returns a value of a kind in which no field, at any depth, is empty, and no two strings are equal. The strings contain
// numbers from n. Lists and maps have two elements.
func Filled(t testing.TB, empty runtime.Object, n int) runtime.Object {
	t.Helper()
	fill(t, reflect.ValueOf(empty).Elem(), &n)
	return empty
}

func fill(t testing.TB, v reflect.Value, n *int) {
	*n++
	switch value := v.Addr().Interface().(type) {
	case *dialect.JSON:
		value.Raw = fmt.Appendf(nil, `{"n":%d}`, *n)
		return
	case *metav1.FieldsV1:
		value.Raw = fmt.Appendf(nil, `{"f:n%d":{}}`, *n)
		return
	case *metav1.Time:
		value.Time = time.Unix(int64(*n), 0)
		return
	case *resource.Quantity:
		q, err := quantity.Parse(fmt.Sprintf("1234567890%d.123456789", *n)) // with so many digits, the value has a pointer
		if err != nil {
			t.Fatal(err)
		}
		*value = q
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("n%d", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int32, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Uint, reflect.Uint64:
		v.SetUint(uint64(*n))
	case reflect.Interface:
		v.Set(reflect.ValueOf(map[string]any{fmt.Sprintf("n%d", *n): []any{fmt.Sprintf("n%d", *n)}})) // decoded JSON
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 3)) // with capacity, where an append would write
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

// Memory lists the memory through which a value can be changed: pointers, maps and the arrays of slices. Each has its place in the
// value.
func Memory(v any) map[uintptr]string {
	found := map[uintptr]string{}
	remember(reflect.ValueOf(v), "", found)
	return found
}

func remember(v reflect.Value, at string, found map[uintptr]string) {
	switch v.Kind() {
	case reflect.Interface:
		remember(v.Elem(), at, found)
	case reflect.Pointer:
		if v.IsNil() || v.Type() == reflect.TypeFor[*time.Location]() {
			return // all times share it
		}
		found[v.Pointer()] = at
		remember(v.Elem(), at, found)
	case reflect.Slice:
		if v.Cap() > 0 {
			found[v.Pointer()] = at
		}
		for i := range v.Len() {
			remember(v.Index(i), fmt.Sprintf("%s[%d]", at, i), found)
		}
	case reflect.Map:
		found[v.Pointer()] = at
		for _, key := range v.MapKeys() {
			remember(v.MapIndex(key), fmt.Sprintf("%s[%s]", at, key), found)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			remember(v.Field(i), at+"."+v.Type().Field(i).Name, found)
		}
	}
}
