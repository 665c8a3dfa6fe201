package files

import (
	"fmt"

	"github.com/overridekit/overridekit/override"
)

// maxTwice is the number of objects for which [merger.warnTwice] warns.
const maxTwice = 20

// warnTwice warns of objects with the same apiVersion, kind, namespace and name, such as a patch of kustomize beside its base, with the files and
// lines of both. It looks at the objects from an index on. All stay in the bundle: a stream may have one object for each cluster.
func (m *merger) warnTwice(begin int) {
	last := map[override.Ref]*Source{}
	for _, o := range m.bundle.Objects[:begin] {
		ref := override.RefOf(o)
		last[ref] = m.bundle.places.file(ref)
	}
	count := 0
	for i, o := range m.bundle.Objects[begin:] {
		ref := override.RefOf(o)
		before, twice := last[ref]
		last[ref] = m.objectIn[i]
		if !twice || ref.Name == "" {
			continue
		}
		if count++; count <= maxTwice {
			m.report.Warnings = append(m.report.Warnings, bothPlaces(ref, before, m.objectIn[i]))
		}
	}
	if count > maxTwice {
		m.report.Warnings = append(m.report.Warnings, fmt.Errorf("%d more objects are given twice", count-maxTwice))
	}
}

// bothPlaces says where an object is twice.
func bothPlaces(ref override.Ref, first, second *Source) error {
	at := first.place(ref, "")
	if first == second {
		return &Error{at, fmt.Errorf("%s is defined twice in this file", ref)}
	}
	return &Error{second.place(ref, ""), fmt.Errorf("%s is given again, it is also in %s", ref, at)}
}
