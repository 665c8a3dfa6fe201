package redact

import (
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// Places returns pointers to the values of an object that must be hidden, if it has any. It must return the same pointers for the
// same object. The nil Places is [Secrets].
//
// To add a kind, call Secrets for all others:
//
//	func(object selector.Object) []jsontree.Pointer {
//		if object.Kind == "Vault" {
//			return []jsontree.Pointer{{"spec", "tokens"}}
//		}
//		return redact.Secrets(object)
//	}
type Places func(object selector.Object) []jsontree.Pointer

// LastApplied is the annotation in which kubectl apply stores a copy of the object.
const LastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// Secrets is the default: data and stringData of a Secret of the core group, in any version, and the items of a SecretList or a
// List, because they may be Secrets.
func Secrets(object selector.Object) []jsontree.Pointer {
	switch {
	case object.Kind != "Secret" && object.Kind != "SecretList" && object.Kind != "List" || strings.Contains(object.APIVersion, "/"):
		return nil
	case object.Kind == "Secret":
		return []jsontree.Pointer{{"data"}, {"stringData"}}
	}
	return []jsontree.Pointer{{"items"}}
}

// Nothing hides no values.
func Nothing(selector.Object) []jsontree.Pointer { return nil }

// Of returns the region of an object. A region that is not empty includes the annotation [LastApplied].
func (places Places) Of(object selector.Object) Region {
	if places == nil {
		places = Secrets
	}
	found := places(object)
	if len(found) == 0 {
		return nil
	}
	return Region{{"metadata", "annotations", LastApplied}}.With(found)
}
