package policy

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/policy/internal/dialect"
)

// structAt is a struct around a value, with the length of its path.
type structAt struct {
	length int
	t      reflect.Type
}

// maxExpected is how many fields an error lists.
const maxExpected = 12

// addUnknown adds an error for a field that a struct does not have, with what was probably meant:
//
//  1. a field of the struct with a similar name, or the only one that begins with the name;
//  2. the same field at another place, if the indentation is wrong: in one field of the struct, or in a struct around it;
//  3. one of the fields of the struct, if they are few.
func (m *misfits) addUnknown(name string, t reflect.Type) {
	if len(m.errs) >= m.limit {
		m.add("")
		return
	}
	text := "unknown field " + quote(m.path.String())
	meant := dialect.Nearest(name, m.fields(t), len(name)/3+1)
	if meant == "" {
		meant = abbreviated(name, m.fields(t))
	}
	place, elsewhere := m.elsewhere(name, t)
	switch fields := slices.Sorted(maps.Keys(m.fields(t))); {
	case meant != "":
		text += fmt.Sprintf(", did you mean %q?", meant)
	case elsewhere:
		text += ", expected it " + place
	case len(fields) == 1:
		text += ", expected " + fields[0]
	case len(fields) > 0 && len(fields) <= maxExpected:
		text += ", expected " + strings.Join(fields[:len(fields)-1], ", ") + " or " + fields[len(fields)-1]
	}
	m.add(text)
}

// abbreviated returns the only field that begins with a name, such as operator for the op of a JSON patch, or "".
func abbreviated(name string, fields map[string]reflect.Type) (meant string) {
	for field := range fields {
		if len(name) < 2 || !strings.HasPrefix(field, name) {
			continue
		}
		if meant != "" {
			return ""
		}
		meant = field
	}
	return meant
}

// elsewhere returns where a field belongs that a struct at the path does not have. It is not known if several fields of the struct have it.
func (m *misfits) elsewhere(name string, t reflect.Type) (place string, found bool) {
	parent := m.path[:len(m.path)-1]
	for field, inside := range m.fields(t) {
		elements := ""
		for inside.Kind() == reflect.Pointer || inside.Kind() == reflect.Slice {
			if inside.Kind() == reflect.Slice {
				elements += "[]"
			}
			inside = inside.Elem()
		}
		if _, ok := m.fields(inside)[name]; !ok {
			continue
		}
		if found {
			return "", false
		}
		place, found = "in "+append(slices.Clone(parent), pathStep{name: field}).String()+elements, true
	}
	if found {
		return place, true
	}
	for _, outer := range slices.Backward(m.around) {
		if _, ok := m.fields(outer.t)[name]; !ok {
			continue
		}
		if outer.length == 0 {
			return "at the top level", true
		}
		return "in " + m.path[:outer.length].String(), true
	}
	return "", false
}
