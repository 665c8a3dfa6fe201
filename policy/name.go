package policy

import (
	"errors"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
)

// nameOf names an object that may be malformed.
func nameOf(content map[string]any) string {
	obj := unstructured.Unstructured{Object: content}
	return override.Ref{Kind: short(obj.GetKind()), Namespace: short(obj.GetNamespace()), Name: short(obj.GetName())}.String()
}

// maxName is how much of a name an error tells; no name that an API server takes is longer.
const maxName = 253

// short is a name, or its beginning.
func short(name string) string {
	if len(name) <= maxName {
		return name
	}
	return strings.ToValidUTF8(name[:maxName], "") + "…"
}

// quote is a path in quotes, or its beginning.
func quote(path string) string { return strconv.Quote(short(path)) }

// brief is an error, or the beginning of its text if it repeats a long piece of the input.
func brief(err error) error {
	if text := err.Error(); len(text) > 4*maxName {
		return errors.New(strings.ToValidUTF8(text[:4*maxName], "") + "…")
	}
	return err
}
