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
	Namespace  string `json:"namespace,omitempty"` // empty if cluster-scoped
	Name       string `json:"name"`
}

// String returns "Kind name" or "Kind namespace/name", without empty parts.
func (r Ref) String() string {
	name := r.Name
	if r.Namespace != "" {
		name = r.Namespace + "/" + r.Name
	}
	return strings.TrimSpace(r.Kind + " " + name)
}

// RefOf returns the Ref of an object. A field that is absent or not a string is empty. For a nil object it is zero.
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

// compare orders refs by name, byte by byte, then by namespace, kind and API version.
func (r Ref) compare(other Ref) int {
	if r.Name != other.Name {
		return cmp.Compare(r.Name, other.Name)
	}
	return cmp.Or(cmp.Compare(r.Namespace, other.Namespace), cmp.Compare(r.Kind, other.Kind), cmp.Compare(r.APIVersion, other.APIVersion))
}
