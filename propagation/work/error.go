package work

import (
	"fmt"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// Error is the error of one cluster, which has no Work.
type Error struct {
	Owner   override.Ref // the binding or the namespace
	Cluster string
	Err     error
}

// Error returns, for example: ResourceBinding default/web-deployment in cluster m1: the cluster does not exist.
func (e *Error) Error() string {
	return fmt.Sprintf("%s in cluster %s: %v", content.ClipRef(e.Owner), content.Clip(e.Cluster), e.Err)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }
