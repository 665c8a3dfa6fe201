package lua

import (
	"errors"
	"fmt"
	"io"
	"reflect"

	kjson "sigs.k8s.io/json"

	"github.com/overridekit/overridekit/interpreter/internal/documents"
	"github.com/overridekit/overridekit/override/jsontree"
)

// MaxBytes is the maximum length of a stream for [Decode].
const MaxBytes = 16 << 20

// Decode reads a stream of YAML or JSON documents, each a [Customization]. It skips empty documents.
//
// An unknown field, a repeated field and a field in another case are errors, and so is what the schema of Karmada refuses: another kind, and a
// customization without spec.target, its apiVersion or kind, spec.customizations, or the luaScript of a script. Empty strings pass. The
// errors name the number of the document, from 1. If there are any, no customizations are returned. After 100 documents with errors, the rest is not
// read. Scripts are not compiled: that is [Validate].
func Decode(r io.Reader) ([]Customization, error) {
	return documents.Decode(r, MaxBytes, decode)
}

// decode reads one document.
func decode(text []byte) (*Customization, error) {
	var tree map[string]any
	if err := kjson.UnmarshalCaseSensitivePreserveInts(text, &tree); err != nil {
		return nil, err
	}
	var c Customization
	unknown, err := kjson.UnmarshalStrict(text, &c)
	if err != nil {
		return nil, err
	}
	if c.APIVersion != APIVersion || c.Kind != Kind {
		unknown = append(unknown, fmt.Errorf("it is %.100q of %.100q, expected %s of %s", c.Kind, c.APIVersion, Kind, APIVersion))
	}
	return &c, errors.Join(append([]error{documents.Strict(unknown, reflect.TypeFor[Customization]())}, missing(tree)...)...)
}

// missing returns an error for each required field that is absent.
func missing(tree map[string]any) (errs []error) {
	require := func(path ...string) {
		if v, _ := jsontree.Get(tree, path); v == nil {
			errs = append(errs, fmt.Errorf("%s is required", jsontree.Pointer(path)))
		}
	}
	require("spec", "target", "apiVersion")
	require("spec", "target", "kind")
	require("spec", "customizations")
	for _, op := range admissionOrder() {
		block := blockOf(op)
		if v, _ := jsontree.Get(tree, jsontree.Pointer{"spec", "customizations", block}); v != nil {
			require("spec", "customizations", block, "luaScript")
		}
	}
	return errs
}
