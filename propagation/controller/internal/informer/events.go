// Package informer has the handlers of informers.
package informer

import (
	"errors"

	"k8s.io/apimachinery/pkg/api/meta"
	toolscache "k8s.io/client-go/tools/cache"
)

// IsUnknownKind reports whether an error is that of a kind that an API server does not have.
func IsUnknownKind(err error) bool {
	var none *meta.NoKindMatchError
	return errors.As(err, &none) || meta.IsNoMatchError(err)
}

// Events returns the handlers of an informer, for objects of one type. A nil object is one that did not exist before, or no longer exists. first is true for the first list.
func Events[T any](handle func(before, after T, first bool)) toolscache.ResourceEventHandler {
	var none T
	return toolscache.ResourceEventHandlerDetailedFuncs{
		AddFunc: func(o any, first bool) {
			if after, ok := o.(T); ok {
				handle(none, after, first)
			}
		},
		UpdateFunc: func(was, is any) {
			before, ok := was.(T)
			if after, same := is.(T); ok && same {
				handle(before, after, false)
			}
		},
		DeleteFunc: func(o any) {
			if unknown, missed := o.(toolscache.DeletedFinalStateUnknown); missed {
				o = unknown.Obj
			}
			if before, ok := o.(T); ok {
				handle(before, none, false)
			}
		},
	}
}
