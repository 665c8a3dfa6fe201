package override

import (
	"fmt"

	"github.com/overridekit/overridekit/override/jsontree"
)

// PatchOp is an operation of [Patch], with the meaning that [jsontree.Tree] gives to the method of that name.
type PatchOp string

const (
	PatchAdd     PatchOp = "add"
	PatchRemove  PatchOp = "remove"
	PatchReplace PatchOp = "replace" // fails on a missing key
	PatchSet     PatchOp = "set"     // inserts a missing key
	PatchTest    PatchOp = "test"
)

// Patch is one operation of a JSON patch (RFC 6902). A patch of several is a lane of one step each.
type Patch struct {
	Op      PatchOp
	Pointer jsontree.Pointer
	Value   any // decoded JSON; not used by PatchRemove
}

// Override implements [Overrider].
func (o Patch) Override(_ Input, out *Edits) error {
	switch o.Op {
	case PatchAdd:
		return out.Add(o.Pointer, o.Value)
	case PatchRemove:
		return out.Remove(o.Pointer)
	case PatchReplace:
		return out.Replace(o.Pointer, o.Value)
	case PatchSet:
		return out.Set(o.Pointer, o.Value)
	case PatchTest:
		if err := out.Test(o.Pointer, o.Value); err != nil {
			return err
		}
		out.Skip("%s is as tested", o.Pointer)
		return nil
	}
	return &faultError{fmt.Errorf("unknown patch operation %q", o.Op)}
}
