package overrider

import (
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Patch is one operation of a JSON patch (RFC 6902). A patch with several operations is a lane with a step for each.
type Patch struct {
	Op      jsontree.Verb
	Pointer jsontree.Pointer
	Value   any // decoded JSON; not used by Remove
}

// Validate implements [override.Validator]. An unknown operation is invalid, and so is a value that is not JSON, such as an int (use
// an int64).
func (o Patch) Validate() error {
	if len(o.Pointer) > 0 && strings.HasPrefix(o.Pointer[0], "/") {
		return fmt.Errorf("the first token of the pointer is %q, expected a key: jsontree.Parse reads a pointer from a string", o.Pointer[0])
	}
	switch o.Op {
	case jsontree.Remove:
		return nil
	case jsontree.Add, jsontree.Replace, jsontree.Set, jsontree.Test:
		if _, err := jsontree.Clone(o.Value); err != nil {
			return fmt.Errorf("the value for %s: %w", o.Pointer, err)
		}
		return nil
	}
	return fmt.Errorf("unknown patch operation %q", o.Op)
}

// Override implements [override.Overrider].
func (o Patch) Override(_ override.Input, out *override.Edits) error {
	switch o.Op {
	case jsontree.Add, jsontree.Remove, jsontree.Replace, jsontree.Set:
		return out.Edit(o.Op, o.Pointer, o.Value)
	case jsontree.Test:
		if err := out.Test(o.Pointer, o.Value); err != nil {
			return err
		}
		out.Skip("the test of %s passed", o.Pointer)
		return nil
	}
	return override.Fault(fmt.Errorf("unknown patch operation %q", o.Op))
}
