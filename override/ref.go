package override

import "strings"

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
