package override

import (
	"cmp"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/selector"
)

// Ref names a policy or an object.
type Ref struct {
	APIVersion string `json:"apiVersion,omitempty"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace,omitempty"` // empty for what is not in a namespace
	Name       string `json:"name"`
}

// String is "Kind name" or "Kind namespace/name"; what is empty is left out.
func (r Ref) String() string {
	name := r.Name
	if r.Namespace != "" {
		name = r.Namespace + "/" + r.Name
	}
	return strings.TrimSpace(r.Kind + " " + name)
}

// RefOf names an object. What the object does not have, or has as another type than a string, is empty; a nil object is the zero Ref.
func RefOf(object *unstructured.Unstructured) Ref {
	if object == nil {
		return Ref{}
	}
	return refOfContent(object.Object)
}

func refOfContent(object map[string]any) Ref {
	facts := selector.ObjectOf(object)
	return Ref{APIVersion: facts.APIVersion, Kind: facts.Kind, Namespace: facts.Namespace, Name: facts.Name}
}

// compare is the order of refs: by name, byte by byte, then by namespace, kind and API version.
func (r Ref) compare(other Ref) int {
	if r.Name != other.Name {
		return cmp.Compare(r.Name, other.Name)
	}
	return cmp.Or(cmp.Compare(r.Namespace, other.Namespace), cmp.Compare(r.Kind, other.Kind), cmp.Compare(r.APIVersion, other.APIVersion))
}
