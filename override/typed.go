package override

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Unstructured converts a typed object for [Set.Select], for example an *appsv1.Deployment from a client. Such objects usually lack
// apiVersion and kind, so both are set from the scheme. The result shares nothing with the object.
//
// It is an error if the scheme does not know the type, or has several kinds for it and the object names none of them, and if the object exceeds the
// limits of package jsontree.
func Unstructured(object runtime.Object, scheme *runtime.Scheme) (*unstructured.Unstructured, error) {
	if v := reflect.ValueOf(object); scheme == nil || !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, errors.New("found no object or no scheme, expected both")
	}
	if u, ok := object.(*unstructured.Unstructured); ok {
		copied, err := jsontree.Clone(u.Object) // first, because its accessors print values, which may contain themselves
		if err != nil {
			return nil, fmt.Errorf("a %T: %w", object, err)
		}
		content, _ := copied.(map[string]any)
		object = &unstructured.Unstructured{Object: content}
	}
	kinds, _, err := scheme.ObjectKinds(object)
	if err != nil {
		return nil, fmt.Errorf("the kind of a %T: %w", object, err)
	}
	kind := object.GetObjectKind().GroupVersionKind()
	known := false
	for _, k := range kinds {
		known = known || k == kind
	}
	switch {
	case known:
	case len(kinds) == 1:
		kind = kinds[0]
	default:
		return nil, fmt.Errorf("found a %T without apiVersion and kind, expected one of %v", object, kinds)
	}
	if !jsontree.FitsGo(object) {
		return nil, fmt.Errorf("a %T that nests more than %d levels deep, has more than %d values, or contains itself", object, jsontree.MaxDepth, jsontree.MaxSize)
	}
	shared, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
	if err != nil {
		return nil, fmt.Errorf("a %T as unstructured: %w", object, err)
	}
	copied, err := jsontree.Clone(shared) // fields of type any, and an object that is unstructured itself, are shared so far
	if err != nil {
		return nil, fmt.Errorf("a %T as unstructured: %w", object, err)
	}
	content, _ := copied.(map[string]any)
	u := &unstructured.Unstructured{Object: content}
	u.SetGroupVersionKind(kind)
	return u, nil
}

// Typed returns a copy of the object of a result as a Go type, for example Typed[appsv1.Deployment](result).
//
// It is an error if the type cannot represent a value: a field that it does not have, a string for a number, a number that does not fit.
func Typed[T any](r *Result) (*T, error) {
	object, err := r.Object()
	if err != nil {
		return nil, err
	}
	typed := new(T)
	text, err := json.Marshal(object.Object)
	if err == nil {
		var strict []error
		if strict, err = kjson.UnmarshalStrict(text, typed); err == nil {
			err = errors.Join(strict...)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s as %T: %w", RefOf(object), typed, r.run.maskError(err))
	}
	return typed, nil
}

// check returns an error unless the object has an apiVersion and a kind. Without them no selector would match it, and all overrides would
// silently be lost.
func (s *Selection) check() *jsontree.ValueError {
	for _, field := range [...]struct{ name, value string }{{"apiVersion", s.given.APIVersion}, {"kind", s.given.Kind}} {
		if field.value == "" {
			v, exists := s.object[field.name]
			return jsontree.NotA(jsontree.Pointer{field.name}, v, exists, "the object's "+field.name+" (see override.Unstructured for typed objects)")
		}
	}
	return nil
}
