package selector

import "strings"

func kindFirst(o *Object) [4]string { return [4]string{o.APIVersion, o.Kind, o.Namespace, o.Name} }
func nameFirst(o *Object) [4]string { return [4]string{o.APIVersion, o.Kind, o.Name, o.Namespace} }
func namespaceFirst(o *Object) [4]string {
	return [4]string{o.Namespace, o.APIVersion, o.Kind, o.Name}
}

func compareByKind(a, b *Object) int {
	return inOrder(a.APIVersion, b.APIVersion, a.Kind, b.Kind, a.Namespace, b.Namespace, a.Name, b.Name)
}

func compareByName(a, b *Object) int {
	return inOrder(a.APIVersion, b.APIVersion, a.Kind, b.Kind, a.Name, b.Name, a.Namespace, b.Namespace)
}

func compareByNamespace(a, b *Object) int {
	return inOrder(a.Namespace, b.Namespace, a.APIVersion, b.APIVersion, a.Kind, b.Kind, a.Name, b.Name)
}

// inOrder compares pairs of strings, up to the first pair that differs.
func inOrder(pairs ...string) int {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] != pairs[i+1] {
			return strings.Compare(pairs[i], pairs[i+1])
		}
	}
	return 0
}

func (l labeled) compare(other labeled) int {
	if c := inOrder(l.key, other.key, l.value, other.value); c != 0 {
		return c
	}
	return compareByKind(l.object, other.object)
}

// labeled is a label of an object.
type labeled struct {
	key, value string
	object     *Object
}

// labelsOf returns the labels of all objects.
func labelsOf(objects []*Object) []labeled {
	var all []labeled
	for _, o := range objects {
		for key := range o.Labels {
			value, _ := o.label(key)
			all = append(all, labeled{key, value, o})
		}
	}
	return all
}
