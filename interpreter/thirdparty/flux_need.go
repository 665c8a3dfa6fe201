package thirdparty

import "github.com/overridekit/overridekit/interpreter"

// fluxNeeds collects the objects that the spec of an object of Flux names.
type fluxNeeds struct {
	references
	spec any
}

// fluxNeedsOf returns an empty collection. The object must have a spec.
func (r *run) fluxNeedsOf(object any) *fluxNeeds {
	n := &fluxNeeds{references{run: r, object: object}, r.get(object, "spec")}
	if n.spec == nil {
		r.fail([]string{"spec"}, "is absent, expected an object")
	}
	return n
}

// addNamed is add for a name that must be there, but may be empty.
func (n *fluxNeeds) addNamed(kind string, name any) {
	if name == nil {
		n.fail(nil, "the name of a %s is absent, expected a string", kind)
	}
	n.add(kind, name)
}

// addSecret adds the Secret that a reference at a path of the spec names. A reference must have a name.
func (n *fluxNeeds) addSecret(path ...string) {
	at := append([]string{"spec"}, path...)
	if n.find(n.object, at...) != nil {
		n.addNamed("Secret", n.get(n.object, append(at, "name")...))
	}
}

// secretNeeds returns a hook for a spec that needs the Secrets of references.
func secretNeeds(references ...[]string) func(*run, any) []interpreter.Dependency {
	return func(r *run, object any) []interpreter.Dependency {
		n := r.fluxNeedsOf(object)
		for _, path := range references {
			n.addSecret(path...)
		}
		return n.all
	}
}

func kustomizationNeeds(r *run, object any) []interpreter.Dependency {
	n := r.fluxNeedsOf(object)
	n.add("ServiceAccount", r.get(n.spec, "serviceAccountName"))
	n.addSecret("decryption", "secretRef")
	n.addSecret("kubeConfig", "secretRef")
	return n.all
}

// helmReleaseNeeds also returns the ConfigMaps and Secrets that valuesFrom names. Entries of other kinds do not count.
func helmReleaseNeeds(r *run, object any) []interpreter.Dependency {
	n := r.fluxNeedsOf(object)
	n.add("ServiceAccount", r.get(n.spec, "serviceAccountName"))
	n.addSecret("chart", "spec", "verify", "secretRef")
	n.addSecret("kubeConfig", "secretRef")
	for _, source := range r.each(n.spec, "valuesFrom") {
		for _, kind := range []string{"ConfigMap", "Secret"} {
			if r.get(source, "kind") == kind {
				n.addNamed(kind, r.get(source, "name"))
			}
		}
	}
	return n.all
}

// ociRepositoryNeeds is an error without a service account, as upstream. The name may be empty.
func ociRepositoryNeeds(r *run, object any) []interpreter.Dependency {
	n := r.fluxNeedsOf(object)
	n.addSecret("secretRef")
	n.addSecret("verify", "secretRef")
	n.addSecret("certSecretRef")
	n.addNamed("ServiceAccount", r.get(n.spec, "serviceAccountName"))
	return n.all
}
