package files

import (
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// maxUnnamed is the number of warnings of [Source.warnUnnamed] for one file.
const maxUnnamed = 20

// warnUnnamed warns of objects with neither a name nor a generateName. Objects of one kind and namespace have one warning, at the first of them.
func (s *Source) warnUnnamed() {
	first, count := map[override.Ref]*unstructured.Unstructured{}, map[override.Ref]int{}
	var refs []override.Ref
	for _, o := range s.bundle.Objects {
		ref := override.RefOf(o)
		if ref.Name != "" || o.GetGenerateName() != "" {
			continue
		}
		if count[ref]++; count[ref] == 1 {
			first[ref], refs = o, append(refs, ref)
		}
	}
	for _, ref := range refs[:min(maxUnnamed, len(refs))] {
		found := "missing"
		if name, _ := jsontree.Get(first[ref].Object, []string{"metadata", "name"}); name != nil && name != "" {
			found = jsontree.Describe(name)
		}
		text := fmt.Sprintf("%s: metadata.name is %s, expected a name: an API server refuses the object", ref, found)
		if others := count[ref] - 1; others > 0 {
			text += fmt.Sprintf("; this file has %d more %s without a name", others, ref.Kind)
		}
		s.report.Warnings = append(s.report.Warnings, &Error{s.place(ref, ""), errors.New(text)})
	}
	if more := len(refs) - maxUnnamed; more > 0 {
		s.report.warn(s.file.Name, "%d more kinds of objects have no name", more)
	}
}
