package work

import (
	"github.com/overridekit/overridekit/override"
)

// Error is a cluster for which there is no Work.
type Error struct {
	Owner   override.Ref // the binding, or the namespace, whose Work it would be
	Cluster string
	Err     error
}

// Error says, for example: ResourceBinding default/web-deployment in cluster m1: there is no such cluster.
func (e *Error) Error() string {
	return e.Owner.String() + " in cluster " + e.Cluster + ": " + e.Err.Error()
}

// Unwrap is Err.
func (e *Error) Unwrap() error { return e.Err }
