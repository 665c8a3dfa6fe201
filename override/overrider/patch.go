package overrider

import (
	"fmt"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Patch is one operation of a JSON patch (RFC 6902). A patch of several is a lane of one step each.
type Patch struct {
	Op      jsontree.Verb
	Pointer jsontree.Pointer
	Value   any // decoded JSON; not used by Remove
}

// Override implements [Overrider].
func (o Patch) Override(_ override.Input, out *override.Edits) error {
	switch o.Op {
	case jsontree.Add, jsontree.Remove, jsontree.Replace, jsontree.Set:
		return out.Edit(o.Op, o.Pointer, o.Value)
	case jsontree.Test:
		if err := out.Test(o.Pointer, o.Value); err != nil {
			return err
		}
		out.Skip("%s is as tested", o.Pointer)
		return nil
	}
	return override.Fault(fmt.Errorf("unknown patch operation %q", o.Op))
}
