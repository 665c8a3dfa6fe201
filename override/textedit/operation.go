package textedit

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Operation is one operation of a patch.
type Operation struct {
	Op    jsontree.Verb // not Set
	Path  jsontree.Pointer
	Value []byte // JSON; empty is null; Remove ignores it
}

// Patch is a compiled list of operations. The zero value is an empty list.
type Patch struct{ operations []operation }

type operation struct {
	op      jsontree.Verb
	path    jsontree.Pointer
	value   value
	yamlErr error // why YAML cannot represent the value
}

// NewPatch compiles operations. An unknown verb, a path that is not UTF-8 and a value that is not JSON are errors. NewPatch
// keeps only the paths, which must not be written, and copies everything else.
func NewPatch(operations ...Operation) (Patch, error) {
	compiled := make([]operation, len(operations))
	for i, o := range operations {
		if o.Op != jsontree.Add && o.Op != jsontree.Remove && o.Op != jsontree.Replace && o.Op != jsontree.Test {
			return Patch{}, fmt.Errorf("operation %q is unknown, expected add, remove, replace or test", o.Op)
		}
		if !utf8.ValidString(strings.Join(o.Path, "")) {
			return Patch{}, fmt.Errorf("the path of %s %q is not valid UTF-8", o.Op, shorten(o.Path.String()))
		}
		compiled[i] = operation{op: o.Op, path: o.Path}
		if o.Op == jsontree.Remove || len(o.Value) == 0 {
			continue
		}
		v, err := parseValue(o.Value)
		if err != nil {
			return Patch{}, fmt.Errorf("the value of %s %s is not JSON: %w", o.Op, pathText(o.Path), err)
		}
		compiled[i].value = v
		compiled[i].yamlErr = v.checkYAML()
	}
	return Patch{compiled}, nil
}

// Error is the error of an operation on a text.
type Error struct {
	Index int // of the operation, from 0
	Op    jsontree.Verb
	Path  jsontree.Pointer
	Err   error
}

// Error implements error.
func (e *Error) Error() string {
	if e == nil {
		return "no error"
	}
	return fmt.Sprintf("%s %s: %v", e.Op, pathText(e.Path), e.Err)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}

// pathText formats a pointer for an error.
func pathText(p jsontree.Pointer) string {
	if len(p) == 0 {
		return "the whole text"
	}
	return shortenTo(maxPath, p.String())
}

// maxPath limits the bytes of a pointer in an error.
const maxPath = 400
