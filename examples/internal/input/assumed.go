package input

import (
	"strings"

	"github.com/overridekit/overridekit/override"
)

// Assumed has the names of policies and objects whose documents have no namespace.
type Assumed map[override.Ref]bool

// AssumedIn returns the names in a bundle.
func AssumedIn(bundle *Bundle) Assumed {
	assumed := Assumed{}
	for _, ref := range bundle.Defaulted {
		assumed[ref] = true
	}
	return assumed
}

// Note returns a reason that is about a namespace with a note about those of these names whose namespace is assumed, and any other reason as it is.
func (a Assumed) Note(reason string, refs ...override.Ref) string {
	if !strings.Contains(reason, "namespace") {
		return reason
	}
	for _, ref := range refs {
		if a[ref] {
			reason += "; the namespace of " + ref.String() + " is assumed"
		}
	}
	return reason
}
