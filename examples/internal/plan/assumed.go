package plan

import (
	"fmt"

	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/examples/internal/input"
)

// warnAssumed prints a warning for each kind whose objects got a namespace although the scope of the kind is unknown.
func (p planner) warnAssumed(from string, bundle *input.Bundle) {
	var kinds []schema.GroupKind // in the order of the input
	counts := map[schema.GroupKind]int{}
	for _, o := range bundle.Assumed {
		version, _ := schema.ParseGroupVersion(o.GetAPIVersion())
		kind := schema.GroupKind{Group: version.Group, Kind: o.GetKind()}
		if counts[kind] == 0 {
			kinds = append(kinds, kind)
		}
		counts[kind]++
	}
	for _, kind := range kinds {
		objects, they := "1 object", "it"
		if n := counts[kind]; n > 1 {
			objects, they = fmt.Sprintf("%d objects", n), "they"
		}
		of := kind.Kind
		if kind.Group != "" {
			of += " (" + kind.Group + ")"
		}
		p.notes.Warn("%s%s of kind %s: no CustomResourceDefinition in the input defines whether the kind has a namespace; %s got %s",
			from, objects, of, they, p.opts.Namespace)
	}
}
