package dialect

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

var ofSecret = redact.Places(redact.Secrets).Of(selector.Object{APIVersion: "v1", Kind: "Secret"})

// InvalidAt returns the fault of a value that a policy writes to a place of an object. The object may be a Secret: a value for a place
// where a Secret has hidden values is not shown, nor is the error about it.
func InvalidAt(place jsontree.Pointer, at *field.Path, value any, err error) *field.Error {
	if ofSecret.Hides(place) {
		return field.Invalid(at, field.OmitValueType{}, "the value is not shown, because it may become a value of a Secret")
	}
	return field.Invalid(at, value, err.Error())
}
