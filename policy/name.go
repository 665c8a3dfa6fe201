package policy

import (
	"strconv"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
)

// nameOf returns the kind and name of an object that may be malformed.
func nameOf(content map[string]any) string {
	obj := unstructured.Unstructured{Object: content}
	return override.Ref{Kind: short(obj.GetKind()), Namespace: short(obj.GetNamespace()), Name: short(obj.GetName())}.String()
}

// maxName is the maximum length of a name in an error. An API server accepts no longer names.
const maxName = 253

// short returns a name, or its beginning.
func short(name string) string { return words.Clip(name, maxName) }

// quote returns a path in quotes, or its beginning.
func quote(path string) string { return strconv.Quote(short(path)) }

// brief returns an error, or an error with the beginning of a message that quotes too much of the input.
func brief(err error) error { return words.ClipError(err, 4*maxName) }
