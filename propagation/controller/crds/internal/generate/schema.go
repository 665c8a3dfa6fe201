package generate

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/overridekit/overridekit/override/quantity"
	karmada "github.com/overridekit/overridekit/policy/karmada/api"
)

// anything is a JSON value that is stored as it is, also null.
func anything() *apiextensionsv1.JSONSchemaProps {
	keep := true
	return &apiextensionsv1.JSONSchemaProps{XPreserveUnknownFields: &keep, Nullable: true}
}

// object is an object that is stored as it is.
func object() *apiextensionsv1.JSONSchemaProps {
	keep := true
	return &apiextensionsv1.JSONSchemaProps{Type: "object", XPreserveUnknownFields: &keep}
}

func amount() *apiextensionsv1.JSONSchemaProps {
	return &apiextensionsv1.JSONSchemaProps{
		XIntOrString: true, AnyOf: []apiextensionsv1.JSONSchemaProps{{Type: "integer"}, {Type: "string"}},
	}
}

// special are the types whose JSON is not that of their Go structure.
var special = map[reflect.Type]func() *apiextensionsv1.JSONSchemaProps{
	reflect.TypeFor[karmada.JSON]():      anything, // KubeAdmiral's is the same type
	reflect.TypeFor[any]():               anything,
	reflect.TypeFor[karmada.Manifest]():  object,
	reflect.TypeFor[map[string]any]():    object,
	reflect.TypeFor[quantity.Quantity](): amount,
	reflect.TypeFor[resource.Quantity](): amount,
	reflect.TypeFor[metav1.Time](): func() *apiextensionsv1.JSONSchemaProps {
		return &apiextensionsv1.JSONSchemaProps{Type: "string", Format: "date-time"}
	},
}

// of returns the schema of a type:
//
//  1. A pointer has the schema of what it points to.
//  2. The types of special have the schema there.
//  3. A struct has the properties of its JSON encoding. See structure.
//  4. Lists, maps with string keys, strings, booleans and integers have the schema of their elements and their size.
//
// Other types are errors.
func of(t reflect.Type) (*apiextensionsv1.JSONSchemaProps, error) {
	if t.Kind() == reflect.Pointer {
		return of(t.Elem())
	}
	if make, ok := special[t]; ok {
		return make(), nil
	}
	switch t.Kind() {
	case reflect.Struct:
		return structure(t)
	case reflect.Slice:
		items, err := of(t.Elem())
		if err != nil {
			return nil, err
		}
		return &apiextensionsv1.JSONSchemaProps{Type: "array", Items: &apiextensionsv1.JSONSchemaPropsOrArray{Schema: items}}, nil
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			return nil, fmt.Errorf("found a map with keys of type %s, expected strings", t.Key())
		}
		values, err := of(t.Elem())
		if err != nil {
			return nil, err
		}
		return &apiextensionsv1.JSONSchemaProps{Type: "object", AdditionalProperties: &apiextensionsv1.JSONSchemaPropsOrBool{Allows: true, Schema: values}}, nil
	}
	return scalar(t)
}

func scalar(t reflect.Type) (*apiextensionsv1.JSONSchemaProps, error) {
	zero := 0.0
	switch t.Kind() {
	case reflect.String:
		return &apiextensionsv1.JSONSchemaProps{Type: "string"}, nil
	case reflect.Bool:
		return &apiextensionsv1.JSONSchemaProps{Type: "boolean"}, nil
	case reflect.Int32:
		return &apiextensionsv1.JSONSchemaProps{Type: "integer", Format: "int32"}, nil
	case reflect.Int, reflect.Int64:
		return &apiextensionsv1.JSONSchemaProps{Type: "integer", Format: "int64"}, nil
	case reflect.Uint64:
		return &apiextensionsv1.JSONSchemaProps{Type: "integer", Format: "int64", Minimum: &zero}, nil
	default:
		return nil, fmt.Errorf("found a value of type %s, which has no schema", t)
	}
}

// structure returns the schema of a struct:
//
//  1. Each field is a property, with its name in JSON. The fields of an inlined struct are properties of the outer one. Metadata has none: the
//     API server checks it.
//  2. A field is required if its tag has neither omitempty nor omitzero. But a list is not: its absence means that it is empty. It may be null
//     too, because Go writes that for an empty list.
//  3. Limits has what types do not express.
func structure(t reflect.Type) (*apiextensionsv1.JSONSchemaProps, error) {
	out := &apiextensionsv1.JSONSchemaProps{Type: "object", Properties: map[string]apiextensionsv1.JSONSchemaProps{}}
	for _, field := range reflect.VisibleFields(t) {
		tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if len(field.Index) > 1 || tag == "-" || !field.IsExported() {
			continue
		}
		if tag == "" && field.Anonymous {
			inner, err := structure(field.Type)
			if err != nil {
				return nil, err
			}
			for name, property := range inner.Properties {
				out.Properties[name] = property
			}
			out.Required = append(out.Required, inner.Required...)
			continue
		}
		if field.Type == reflect.TypeFor[metav1.ObjectMeta]() {
			continue
		}
		property, err := of(field.Type)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", tag, err)
		}
		required := !strings.Contains(options, "omit")
		if required && property.Type == "array" {
			required, property.Nullable = false, true
		}
		if l, ok := limits[t.Name()+"."+tag]; ok {
			l.apply(property)
			required = required || l.required
		}
		if required {
			out.Required = append(out.Required, tag)
		}
		out.Properties[tag] = *property
	}
	if t == reflect.TypeFor[metav1.TypeMeta]() {
		out.Required = nil
	}
	slices.Sort(out.Required)
	return out, nil
}

func (l limit) apply(s *apiextensionsv1.JSONSchemaProps) {
	for _, value := range l.enum {
		s.Enum = append(s.Enum, apiextensionsv1.JSON{Raw: encoded(value)})
	}
	if l.value != nil {
		s.Default = &apiextensionsv1.JSON{Raw: encoded(l.value)}
	}
	s.Minimum, s.MinLength, s.MaxLength, s.MinItems = l.minimum, l.minLength, l.maxLength, l.minItems
	s.Nullable = s.Nullable && !l.required
}

// encoded returns the JSON of a string or an integer.
func encoded(v any) []byte {
	data, _ := json.Marshal(v)
	return data
}
