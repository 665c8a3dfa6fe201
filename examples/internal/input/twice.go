package input

import (
	"fmt"

	"github.com/overridekit/overridekit/override"
)

// mostTwice is the number of objects for which [files.warnTwice] prints a warning.
const mostTwice = 20

// warnTwice warns of objects with the same apiVersion, kind, namespace and name, such as a patch of kustomize beside its base, with the files and
// lines of both. All stay in the bundle: a stream may have one object for each cluster, as render prints it.
func (in *files) warnTwice(notes *Notes) {
	last := map[override.Ref]*source{}
	count := 0
	for i, o := range in.Objects {
		ref := override.RefOf(o)
		before, twice := last[ref]
		last[ref] = in.objectFiles[i]
		if !twice || ref.Name == "" {
			continue
		}
		if count++; count <= mostTwice {
			notes.Warn("%s", bothPlaces(ref, before, in.objectFiles[i]))
		}
	}
	if count > mostTwice {
		notes.Warn("%d more objects are given twice", count-mostTwice)
	}
}

// bothPlaces says where an object is twice.
func bothPlaces(ref override.Ref, first, second *source) string {
	if first == second {
		return fmt.Sprintf("%s: %s is given twice in this file", first.placeOf(ref), ref)
	}
	return fmt.Sprintf("%s: %s is given again, it is also in %s", second.placeOf(ref), ref, first.placeOf(ref))
}

// placeOf returns the file and the line of the first object with a name.
func (s *source) placeOf(ref override.Ref) string {
	if line := s.bundle.Position(ref, "").Line; line > 0 {
		return fmt.Sprintf("%s:%d", s.name, line)
	}
	return s.name
}
