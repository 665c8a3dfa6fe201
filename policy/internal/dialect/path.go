package dialect

import (
	"unique"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// PathOf returns a field path as a string. Policies that are compiled together share it: most have the same few paths, and the garbage collector
// visits each string of a set.
func PathOf(at *field.Path) string { return unique.Make(at.String()).Value() }
