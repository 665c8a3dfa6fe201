package redact

import (
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/selector"
)

// Places names the places of an object whose values no text shows; none if the object has no such places. It must give the same
// places for the same object. The nil Places is [Secrets].
//
// Another kind is added by a function that asks Secrets for all others:
//
//	func(object selector.Object) []jsontree.Pointer {
//		if object.Kind == "Vault" {
//			return []jsontree.Pointer{{"spec", "tokens"}}
//		}
//		return redact.Secrets(object)
//	}
type Places func(object selector.Object) []jsontree.Pointer

// LastApplied is the annotation in which kubectl apply keeps a copy of the object.
const LastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// Secrets is the default: data and stringData of a Secret of the core group, in any version; and the items of a SecretList, and
// of a List, which may be Secrets.
func Secrets(object selector.Object) []jsontree.Pointer {
	switch {
	case object.Kind != "Secret" && object.Kind != "SecretList" && object.Kind != "List" || strings.Contains(object.APIVersion, "/"):
		return nil
	case object.Kind == "Secret":
		return []jsontree.Pointer{{"data"}, {"stringData"}}
	}
	return []jsontree.Pointer{{"items"}}
}

// Nothing hides nothing: texts show all values.
func Nothing(selector.Object) []jsontree.Pointer { return nil }

// Of is the region of an object. Where it is not empty, the annotation [LastApplied] is a part of it.
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
