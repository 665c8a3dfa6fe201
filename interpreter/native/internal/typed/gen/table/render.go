// Package table writes the table of fields that package typed reads. Its tests hold package typed against the Go types.
package table

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// head explains the table to who opens it.
const head = `# The fields of the types of k8s.io/api v0.35.10 that package typed knows. Made by the program in gen; do not edit.
#
# A line without indent starts a struct: API version, dot, name in Go. The lines below it are its fields: the name in JSON, the
# type, and whether it is left out when empty or zero. The fields of an embedded struct are among them. In a type, * is a pointer,
# [] a list, {} a map with texts for keys.
`

// Text is the table: every struct that the kinds reach. It fails on what the table has no words for.
func Text() (string, error) {
	r, err := newRenderer()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString(head)
	for _, name := range slices.Sorted(maps.Keys(r.structs)) {
		b.WriteString("\n" + name + "\n" + r.structs[name])
	}
	return b.String(), nil
}

// renderer gathers structs by their name in the table.
type renderer struct {
	structs map[string]string // the lines of the fields
	types   map[string]reflect.Type
}

// newRenderer has gathered all that the kinds reach.
func newRenderer() (*renderer, error) {
	r := &renderer{map[string]string{}, map[string]reflect.Type{}}
	for _, t := range kinds() {
		if _, err := r.describe(t); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// describe is a type as the table has it.
func (r *renderer) describe(t reflect.Type) (string, error) {
	switch t {
	case reflect.TypeFor[resource.Quantity]():
		return "quantity", nil
	case reflect.TypeFor[intstr.IntOrString]():
		return "intOrString", nil
	case reflect.TypeFor[metav1.Time]():
		return "time", nil
	case reflect.TypeFor[metav1.FieldsV1]():
		return "raw", nil
	case reflect.TypeFor[[]byte]():
		return "bytes", nil
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[json.Unmarshaler]()) && t.Kind() != reflect.Pointer {
		return "", fmt.Errorf("%v decodes itself, and the table has no word for it", t)
	}
	prefix := ""
	switch t.Kind() {
	case reflect.String, reflect.Bool, reflect.Int32, reflect.Int64:
		return t.Kind().String(), nil
	case reflect.Struct:
		return r.structure(t)
	case reflect.Pointer:
		prefix = "*"
	case reflect.Slice:
		prefix = "[]"
	case reflect.Map:
		prefix = "{}"
		if t.Key().Kind() != reflect.String {
			return "", fmt.Errorf("%v has other keys than texts", t)
		}
	default:
		return "", fmt.Errorf("the table has no word for %v", t)
	}
	elem, err := r.describe(t.Elem())
	if err == nil && t.Kind() == reflect.Pointer && strings.ContainsAny(elem[:1], "*[{") {
		err = fmt.Errorf("the table has no word for %v", t)
	}
	return prefix + elem, err
}

// structure is the name of a struct, whose fields it gathers.
func (r *renderer) structure(t reflect.Type) (string, error) {
	prefix, known := prefixes()[t.PkgPath()]
	if !known {
		return "", fmt.Errorf("%v is in a package that has no API version here", t)
	}
	name := prefix + "." + t.Name()
	if lines, known := r.structs[name]; known {
		if lines == "" {
			return "", fmt.Errorf("%v contains itself", t)
		}
		return name, nil
	}
	r.structs[name], r.types[name] = "", t
	lines, err := r.fields(t)
	if err != nil {
		return "", fmt.Errorf("%v: %w", t, err)
	}
	slices.Sort(lines)
	if twice := repeated(lines); twice != "" {
		return "", fmt.Errorf("%v has two fields that encoding/json may take for %s", t, twice)
	}
	r.structs[name] = strings.Join(lines, "")
	return name, nil
}

// fields is the lines of the fields of a struct, and of those that it has inline.
func (r *renderer) fields(t reflect.Type) ([]string, error) {
	var lines []string
	for i := range t.NumField() {
		f := t.Field(i)
		described, err := r.describe(f.Type)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name, err)
		}
		tag := strings.Split(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() || tag[0] == "-":
			return nil, fmt.Errorf("%s is hidden", f.Name)
		case tag[0] == "" && f.Anonymous && f.Type.Kind() == reflect.Struct:
			inline, err := r.fields(f.Type)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", f.Name, err)
			}
			lines = append(lines, inline...)
			continue
		case tag[0] == "":
			tag[0] = f.Name
		}
		line := "  " + tag[0] + " " + described
		for _, option := range tag[1:] {
			switch {
			case option == "omitempty", option == "omitzero" && described == "time":
				line += " " + option
			case option != "inline":
				return nil, fmt.Errorf("%s has the option %q", f.Name, option)
			}
		}
		lines = append(lines, line+"\n")
	}
	return lines, nil
}

// repeated is a name that two lines have but for upper and lower case; empty if there is none.
func repeated(lines []string) string {
	seen := map[string]bool{}
	for _, line := range lines {
		name := strings.ToLower(strings.Fields(line)[0])
		if seen[name] {
			return name
		}
		seen[name] = true
	}
	return ""
}
