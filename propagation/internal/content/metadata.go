package content

import (
	"cmp"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
)

// NameOf returns the namespace and the name of an object.
func NameOf(object metav1.Object) types.NamespacedName {
	return types.NamespacedName{Namespace: object.GetNamespace(), Name: object.GetName()}
}

// CompareNames orders by namespace and name.
func CompareNames(a, b types.NamespacedName) int {
	return cmp.Or(cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name))
}

// CompareObjects orders objects by namespace and name.
func CompareObjects[T metav1.Object](a, b T) int { return CompareNames(NameOf(a), NameOf(b)) }

// Without removes a string from a list, such as a finalizer. It modifies the list.
func Without(list []string, s string) []string {
	return slices.DeleteFunc(list, func(e string) bool { return e == s })
}

// MergeMap writes more into a map and returns it. If the map is nil, it returns more itself.
func MergeMap(into, more map[string]string) map[string]string {
	if into == nil {
		return more
	}
	maps.Copy(into, more)
	return into
}
