package work

import (
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
	if e == nil {
		return "no error"
	}
	text := content.ClipRef(e.Owner).String() + " in cluster " + content.Clip(e.Cluster)
	if e.Err == nil {
		return text + ": no error"
	}
	return text + ": " + e.Err.Error()
}

// Unwrap returns Err.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}
