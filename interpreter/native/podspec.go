package native

import (
	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/internal/typed"
)

// PodRequirements returns what each replica of a pod template, or of a pod spec, requests; nil if that is nothing. It is for kinds that
// are not native but have pods. A value with a field "spec" is a template, because a pod spec has no such field.
//
// A field of a wrong type anywhere in it is an error, as it is for native kinds. The result shares nothing with the template.
func PodRequirements(template any) (*interpreter.ReplicaRequirements, error) {
	spec, err := podSpecOf(template)
	if err != nil {
		return nil, err
	}
	return requirementsOf(spec)
}

// PodDependencies returns the objects that the pods of a pod template, or of a pod spec, need in a namespace. It reads the template as
// [PodRequirements] does. The list is sorted.
func PodDependencies(namespace string, template any) ([]interpreter.Dependency, error) {
	spec, err := podSpecOf(template)
	if err != nil {
		return nil, err
	}
	return podDependencies(namespace, spec), nil
}

// podSpecOf checks a pod template or a pod spec, and returns the pod spec.
func podSpecOf(template any) (map[string]any, error) {
	m, _ := template.(map[string]any)
	if _, isTemplate := m["spec"]; isTemplate {
		return object(m, "spec"), typed.Named("PodTemplateSpec").Check(template)
	}
	return m, typed.Named("PodSpec").Check(template)
}
