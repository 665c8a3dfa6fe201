package override

// Ref names a policy or an object.
type Ref struct {
	APIVersion string
	Kind       string
	Namespace  string // empty for what is not in a namespace
	Name       string
}

// String is "Kind name" or "Kind namespace/name".
func (r Ref) String() string {
	name := r.Name
	if r.Namespace != "" {
		name = r.Namespace + "/" + r.Name
	}
	if r.Kind == "" {
		return name
	}
	return r.Kind + " " + name
}
