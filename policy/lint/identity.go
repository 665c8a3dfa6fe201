package lint

import (
	"github.com/overridekit/overridekit/override/jsontree"
)

// identityFields identify an object, or are written by the system.
var identityFields = []jsontree.Pointer{
	{"kind"}, {"apiVersion"}, {"metadata", "name"}, {"metadata", "namespace"}, {"metadata", "uid"}, {"metadata", "ownerReferences"}, {"status"},
}

// checkIdentity reports overriders of identity fields, of fields inside them, and of metadata or the object as a whole.
func checkIdentity(_ *checker, s *subject) {
	for _, st := range s.steps() {
		at, ok := st.target()
		if !ok || st.operator == "test" {
			continue
		}
		for _, field := range identityFields {
			switch {
			case at.HasPrefix(field):
				s.report(IdentityField, st.path.at, nil, "%s of the object must not be overridden", field)
			case field.HasPrefix(at):
				s.report(IdentityField, st.path.at, nil, "%s and other fields that identify the object are also replaced", field)
			}
		}
	}
}
