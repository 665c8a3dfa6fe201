package cluster

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/quantity"
)

// refOf names an object of a list, whose items lack a kind.
func refOf(object *unstructured.Unstructured, kind string) override.Ref {
	ref := override.RefOf(object)
	if ref.Kind == "" {
		ref.Kind = kind
	}
	return ref
}

// checkKind returns an error for nil and for an object of another kind.
func checkKind(object *unstructured.Unstructured, kind string) error {
	if object == nil {
		return fmt.Errorf("found nil, expected a %s", kind)
	}
	if ref := override.RefOf(object); ref.Kind != "" && ref.Kind != kind {
		return fmt.Errorf("found the kind %q, expected a %s", ref.Kind, kind)
	}
	return nil
}

// value is a value in an object, with its place for errors.
type value struct {
	v    any
	at   string // the token
	from *value // nil for the object
}

func (x value) fault(expected string) error {
	e := &jsontree.Error{Reason: "is " + jsontree.Describe(x.v) + ", expected " + expected}
	e.Where = x.pointer()
	return e
}

func (x value) pointer() jsontree.Pointer {
	if x.from == nil {
		return nil
	}
	return append(x.from.pointer(), x.at)
}

// field returns a field of an object. A field of null is null.
func (x *value) field(name string) (value, error) {
	m, isMap := x.v.(map[string]any)
	if !isMap && x.v != nil {
		return value{}, x.fault("an object")
	}
	return value{v: m[name], at: name, from: x}, nil
}

// path returns the field of a field and so on.
func (x *value) path(names ...string) (value, error) {
	at := *x
	for _, name := range names {
		parent := at
		var err error
		if at, err = parent.field(name); err != nil {
			return value{}, err
		}
	}
	return at, nil
}

// text returns the string at a path, and "" for null.
func (x *value) text(names ...string) (string, error) {
	at, err := x.path(names...)
	if err != nil {
		return "", err
	}
	s, isString := at.v.(string)
	if !isString && at.v != nil {
		return "", at.fault("a string")
	}
	return s, nil
}

// each calls a function for every element of the list at a path. Null is an empty list.
func (x *value) each(visit func(element *value) error, names ...string) error {
	at, err := x.path(names...)
	if err != nil {
		return err
	}
	list, isList := at.v.([]any)
	if !isList && at.v != nil {
		return at.fault("a list")
	}
	for i := range list {
		if err := visit(&value{v: list[i], at: strconv.Itoa(i), from: &at}); err != nil {
			return err
		}
	}
	return nil
}

// quantities calls a function for every quantity of the object at a path. Null is an empty object. Of several faults the error has the first by
// name.
func (x *value) quantities(visit func(name string, q resource.Quantity), names ...string) error {
	at, err := x.path(names...)
	if err != nil {
		return err
	}
	m, isMap := at.v.(map[string]any)
	if !isMap && at.v != nil {
		return at.fault("an object")
	}
	for name, v := range m {
		q, err := quantity.Of(v)
		if err != nil {
			return at.firstFault(m)
		}
		visit(name, q)
	}
	return nil
}

func (x *value) firstFault(m map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if _, err := quantity.Of(m[name]); err != nil {
			return fmt.Errorf("%s: %w", value{at: name, from: x}.pointer(), err)
		}
	}
	return nil
}
