package documents

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/override/words"
)

// Strict joins the strict errors of decoding into a type. An unknown field whose name is like that of a field there gets a suggestion.
func Strict(strict []error, into reflect.Type) error {
	errs := make([]error, len(strict))
	for i, err := range strict {
		errs[i] = err
		var at kjson.FieldError
		if !errors.As(err, &at) || !strings.HasPrefix(err.Error(), "unknown field ") {
			continue
		}
		path := strings.Split(at.FieldPath(), ".")
		last := len(path) - 1
		if meant := words.Nearest(path[last], fieldsAt(into, path[:last])); meant != "" {
			errs[i] = fmt.Errorf("%w, did you mean %q?", err, meant)
		}
	}
	return errors.Join(errs...)
}

// fieldsAt returns the names of the fields of the struct at a path, such as components[0], replicas. It returns nothing if the path does not
// lead to a struct, for example because a key of a map has a dot.
func fieldsAt(t reflect.Type, path []string) (names []string) {
	for i := 0; ; i++ {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct {
			return nil
		}
		var next reflect.Type
		for _, f := range reflect.VisibleFields(t) {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "" || name == "-" {
				continue
			}
			if i == len(path) {
				names = append(names, name)
			} else if field, _, _ := strings.Cut(path[i], "["); name == field {
				next = f.Type
			}
		}
		if next == nil {
			return names
		}
		t = next
	}
}
