package bind

import (
	"reflect"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/conversion"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/quantity"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// semantics are those of the fields of a binding. They are read-only.
var semantics = sync.OnceValue(func() conversion.Equalities {
	same := equality.Semantic.Copy()
	_ = same.AddFuncs(
		func(a, b map[string]any) bool { return len(a)+len(b) == 0 || jsontree.Equal(a, b) },
		func(a, b []any) bool { return len(a)+len(b) == 0 || jsontree.Equal(a, b) },
		quantity.Equal,
	)
	return same
})

// ChangedFields returns the fields of the metadata and the spec that differ, such as metadata.labels and spec.replicas. Empty lists and maps equal absent
// ones; quantities and times are compared by value.
//
// A nil binding has no fields, so nothing differs from it.
func ChangedFields(before, after api.Binding) []string {
	if content.NoBinding(before) || content.NoBinding(after) {
		return nil
	}
	same := semantics()
	var changed []string
	compare := func(field string, a, b any) {
		if !same.DeepEqual(a, b) {
			changed = append(changed, field)
		}
	}
	compare("metadata.labels", before.GetLabels(), after.GetLabels())
	compare("metadata.annotations", before.GetAnnotations(), after.GetAnnotations())
	compare("metadata.ownerReferences", before.GetOwnerReferences(), after.GetOwnerReferences())
	compare("metadata.finalizers", before.GetFinalizers(), after.GetFinalizers())
	a, b := reflect.ValueOf(*before.BindingSpec()), reflect.ValueOf(*after.BindingSpec())
	for i := range a.NumField() {
		field, _, _ := strings.Cut(a.Type().Field(i).Tag.Get("json"), ",")
		compare("spec."+field, a.Field(i).Interface(), b.Field(i).Interface())
	}
	return changed
}
