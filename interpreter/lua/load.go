package lua

import (
	"encoding/json"
	"errors"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
)

// LoadError says why a customization, or a script of it, cannot be used.
type LoadError struct {
	Ref   override.Ref // of the customization
	Field string       // of the script, such as spec.customizations.retention.luaScript; empty: Err has the fields
	Err   error
}

// Error returns the name, the field and the text of Err.
func (e *LoadError) Error() string {
	text := e.Ref.String() + ": "
	if e.Field != "" {
		text += e.Field + ": "
	}
	return text + e.Err.Error()
}

// Unwrap returns Err.
func (e *LoadError) Unwrap() error { return e.Err }

// Load returns the interpreters of the ResourceInterpreterCustomizations among objects, as [New] does, and says what of them cannot be used. It
// skips all other objects.
//
//  1. An object that [Decode] refuses, and one with the name of an object before it, is left out.
//  2. A script that does not compile is an error. The hook of such a script returns it.
//  3. A script that conflicts with one before it, see [Validate], is an error: admission would refuse the customization.
func Load(options Options, objects ...*unstructured.Unstructured) (interpreters []interpreter.Interpreter, errs []*LoadError) {
	var all []Customization
	refs := map[string]override.Ref{}
	for _, o := range objects {
		if o == nil || !IsCustomization(o) {
			continue
		}
		ref := override.RefOf(o)
		c, err := decodeObject(o)
		if _, found := refs[ref.Name]; found && err == nil {
			err = errors.New("metadata.name: another customization has the same name")
		}
		if err != nil {
			errs = append(errs, &LoadError{Ref: ref, Err: err})
			continue
		}
		refs[ref.Name] = ref
		if op, err := conflict(*c, all); err != nil {
			errs = append(errs, &LoadError{Ref: ref, Field: fieldOf(op), Err: err})
		}
		all = append(all, *c)
	}
	interpreters, err := New(options, all...)
	var failed interface{ Unwrap() []error }
	if errors.As(err, &failed) {
		for _, err := range failed.Unwrap() {
			var s *ScriptError
			if errors.As(err, &s) {
				errs = append(errs, &LoadError{Ref: refs[s.Customization], Field: fieldOf(s.Operation), Err: s.Err})
			}
		}
	}
	return interpreters, errs
}

// IsCustomization reports whether an object is a ResourceInterpreterCustomization, of any version.
func IsCustomization(o *unstructured.Unstructured) bool {
	return o.GroupVersionKind().GroupKind() == schema.FromAPIVersionAndKind(APIVersion, Kind).GroupKind()
}

// decodeObject is decode for an object.
func decodeObject(o *unstructured.Unstructured) (*Customization, error) {
	if !jsontree.FitsGo(o.Object) { // package json writes a shared map once for each reference
		return nil, errors.New("the object is nested too deeply, contains itself, or has too many values")
	}
	text, err := json.Marshal(o.Object)
	if err != nil {
		return nil, err
	}
	c, err := decode(text)
	if err != nil {
		return nil, words.ClipError(err, maxMessage)
	}
	return c, nil
}

// fieldOf returns the path of the script for an operation.
func fieldOf(op interpreter.Operation) string {
	return "spec.customizations." + blockOf(op) + ".luaScript"
}
