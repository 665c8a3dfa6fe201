package thirdparty

import "github.com/overridekit/overridekit/interpreter"

// needs collects the objects that an object of Flux needs in its namespace.
type needs struct {
	*run
	object any
	spec   any
	all    []interpreter.Dependency
}

// needsOf returns an empty collection. The object must have a spec.
func (r *run) needsOf(object any) *needs {
	n := &needs{run: r, object: object, spec: r.get(object, "spec")}
	if n.spec == nil {
		r.fail([]string{"spec"}, "is absent, expected an object")
	}
	return n
}

// add adds an object with a name. An empty name counts as none. An absent one is an error.
func (n *needs) add(kind string, name any) {
	if n.err == nil && name != "" {
		n.all = append(n.all, n.dependency(n.object, kind, name))
	}
}

// addSecret adds the Secret that a reference names, if there is one at a path of the spec. Then it must have a name, which may be empty.
// Absent values on the way mean that there is none.
func (n *needs) addSecret(path ...string) {
	if reference := n.find(n.spec, path...); reference != nil {
		n.add("Secret", n.get(reference, "name"))
	}
}

// addAccount adds the ServiceAccount of the spec, if there is one.
func (n *needs) addAccount() {
	if name := n.get(n.spec, "serviceAccountName"); name != nil {
		n.add("ServiceAccount", name)
	}
}

// secretNeeds returns a hook for a spec that needs the Secrets of references.
func secretNeeds(references ...[]string) func(*run, any) []interpreter.Dependency {
	return func(r *run, object any) []interpreter.Dependency {
		n := r.needsOf(object)
		for _, path := range references {
			n.addSecret(path...)
		}
		return n.all
	}
}

func kustomizationNeeds(r *run, object any) []interpreter.Dependency {
	n := r.needsOf(object)
	n.addAccount()
	n.addSecret("decryption", "secretRef")
	n.addSecret("kubeConfig", "secretRef")
	return n.all
}

// helmReleaseNeeds also returns the ConfigMaps and Secrets that valuesFrom names. Entries of other kinds do not count.
func helmReleaseNeeds(r *run, object any) []interpreter.Dependency {
	n := r.needsOf(object)
	n.addAccount()
	n.addSecret("chart", "spec", "verify", "secretRef")
	n.addSecret("kubeConfig", "secretRef")
	if r.get(n.spec, "valuesFrom") == nil {
		return n.all
	}
	for _, source := range r.list(n.spec, "valuesFrom") {
		switch kind := r.get(source, "kind"); kind {
		case "ConfigMap", "Secret":
			n.add(kind.(string), r.get(source, "name"))
		}
	}
	return n.all
}

// ociRepositoryNeeds is an error without a service account, as upstream. The name may be empty.
func ociRepositoryNeeds(r *run, object any) []interpreter.Dependency {
	n := r.needsOf(object)
	n.addSecret("secretRef")
	n.addSecret("verify", "secretRef")
	n.addSecret("certSecretRef")
	n.add("ServiceAccount", r.get(n.spec, "serviceAccountName"))
	return n.all
}
