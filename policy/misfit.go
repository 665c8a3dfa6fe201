package policy

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	utiljson "k8s.io/apimachinery/pkg/util/json"
	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/quantity"
)

// misfits finds everything in decoded JSON that does not fit a Go type. The JSON decoders report only the first value that does not fit, without
// the index of its list.
type misfits struct {
	places    *positions
	lenient   bool // unknown fields are not errors
	hidden    bool // no values are quoted
	limit     int
	errs      []error
	path      fieldPath
	around    []structAt                               // the structs around the value, from the outermost on
	ofStructs map[reflect.Type]map[string]reflect.Type // what fieldsOf returned
}

// find compares a value with a type. Null fits every type.
func (m *misfits) find(v any, t reflect.Type) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch {
	case v == nil || len(m.errs) > m.limit:
	case t == reflect.TypeFor[quantity.List]():
		m.findEach(v, reflect.TypeFor[map[string]quantity.Quantity]())
	case reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()):
		if _, isObject := v.(map[string]any); t.Kind() == reflect.Map && !isObject {
			m.addType(v, t)
		} else if err := m.unmarshal(v, t); err != nil {
			m.addReason(v, err)
		}
	case t.Kind() == reflect.Interface:
	case t.Kind() == reflect.Struct || t.Kind() == reflect.Map || t.Kind() == reflect.Slice && t.Elem().Kind() != reflect.Uint8:
		m.findEach(v, t)
	default:
		if m.unmarshal(v, t) != nil {
			m.addType(v, t)
		}
	}
}

// findEach compares the elements of an object or a list.
func (m *misfits) findEach(v any, t reflect.Type) {
	object, isObject := v.(map[string]any)
	list, isList := v.([]any)
	if isObject != (t.Kind() != reflect.Slice) || !isObject && !isList {
		m.addType(v, t)
		return
	}
	last, around := len(m.path), len(m.around)
	defer func() { m.path, m.around = m.path[:last], m.around[:around] }()
	if t.Kind() == reflect.Struct {
		m.around = append(m.around, structAt{last, t})
	}
	for i, e := range list {
		m.path = append(m.path[:last], pathStep{index: i, kind: indexStep})
		m.find(e, t.Elem())
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if t.Kind() == reflect.Map {
			m.path = append(m.path[:last], pathStep{name: key, kind: keyStep})
			m.find(object[key], t.Elem())
			continue
		}
		m.path = append(m.path[:last], pathStep{name: key})
		if field, ok := m.fields(t)[key]; ok {
			m.find(object[key], field)
		} else if !m.lenient && m.path[0].name != "status" { // a newer system may have written the status
			m.addUnknown(key, t)
		}
	}
}

func (m *misfits) fields(t reflect.Type) map[string]reflect.Type {
	fields, ok := m.ofStructs[t]
	if !ok {
		fields = fieldsOf(t)
		m.ofStructs[t] = fields
	}
	return fields
}

// unmarshal decodes a value as the whole document is decoded.
func (m *misfits) unmarshal(v any, t reflect.Type) error {
	text, err := utiljson.Marshal(v)
	if err != nil {
		return err
	}
	return kjson.UnmarshalCaseSensitivePreserveInts(text, reflect.New(t).Interface())
}

// add adds an error, with its line if that is known. One error more than the limit means that there are more.
func (m *misfits) add(text string) {
	switch {
	case len(m.errs) > m.limit:
		return
	case len(m.errs) == m.limit:
		m.errs = append(m.errs, errors.New("the document has more of these errors"))
		return
	}
	m.errs = append(m.errs, lineError{m.places.lineOf(m.path), errors.New(text)})
}

func (m *misfits) addType(v any, t reflect.Type) {
	m.add(fmt.Sprintf("%s is %s, expected %s%s", m.path, m.describe(v), expectedOf(t), unquoted(v, t)))
}

// unquoted returns what to do about a boolean in place of a string: YAML 1.1 has booleans that look like words.
func unquoted(v any, t reflect.Type) string {
	if _, isBool := v.(bool); isBool && t.Kind() == reflect.String {
		return "; in YAML, the words y, yes, on, true, n, no, off and false need quotes"
	}
	return ""
}

// addReason adds the error of a type that decodes itself. Its text may quote the value.
func (m *misfits) addReason(v any, err error) {
	if _, reason, ok := quantity.Reason(err); ok {
		m.add(fmt.Sprintf("%s: %s", m.path, reason))
		return
	}
	if mismatch := (*json.UnmarshalTypeError)(nil); errors.As(err, &mismatch) {
		m.addType(v, mismatch.Type)
		return
	}
	if m.hides() {
		m.add(fmt.Sprintf("%s is %s that cannot be decoded", m.path, m.describe(v)))
		return
	}
	m.add(fmt.Sprintf("%s: %v", m.path, brief(err)))
}

// describe describes a value, without quoting what may be in a Secret or be meant for one.
func (m *misfits) describe(v any) string {
	if m.hides() {
		return typeName(v)
	}
	if number, ok := v.(json.Number); ok {
		return "the number " + short(number.String())
	}
	return jsontree.Describe(v)
}

// hides reports whether a value at the path may be in a Secret: in a manifest of a Work, or in an overrider, even of an item of a list.
func (m *misfits) hides() bool {
	path := m.path.String()
	return m.hidden || strings.Contains(path, "spec.workload") || strings.Contains(path, ".overriders")
}

func typeName(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return "a number"
}

// expectedOf describes the JSON that decodes into a type.
func expectedOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Map, reflect.Struct:
		return "an object"
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "a string in base64"
		}
		return "a list"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "a boolean"
	case reflect.Int32:
		return "an integer of 32 bits"
	case reflect.Int, reflect.Int64:
		return "an integer"
	case reflect.Uint, reflect.Uint64:
		return "an integer from 0"
	}
	return "a number"
}

// fieldsOf returns the JSON fields of a struct with their types. A struct that is embedded in itself is left out.
func fieldsOf(t reflect.Type) map[string]reflect.Type { return fieldsIn(t, map[reflect.Type]bool{}) }

func fieldsIn(t reflect.Type, outer map[reflect.Type]bool) map[string]reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || outer[t] {
		return nil
	}
	outer[t] = true
	defer delete(outer, t)
	fields := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "" && f.Anonymous:
			maps.Copy(fields, fieldsIn(f.Type, outer))
		case name == "" && f.IsExported():
			fields[f.Name] = f.Type
		case name != "" && name != "-":
			fields[name] = f.Type
		}
	}
	return fields
}
