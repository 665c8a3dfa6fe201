package cli

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/override"
)

// Names writes the names of objects and policies for people. A name that several of them have is written with the API version.
type Names map[string]name

type name struct {
	ref     override.Ref // the first one
	several bool
}

// Add adds a name. It panics on a nil Names.
func (n Names) Add(ref override.Ref) {
	text := ref.String()
	switch entry, known := n[text]; {
	case !known:
		n[text] = name{ref: ref}
	case entry.ref != ref:
		n[text] = name{entry.ref, true}
	}
}

// Of returns, for example, "Deployment shop/web", or "Deployment shop/web (apps/v1)" if another one was added. It is one line, and long names
// are cut.
func (n Names) Of(ref override.Ref) string {
	text := ref.String()
	if !n[text].several || ref.APIVersion == "" {
		return Cut(text)
	}
	return Cut(text) + " (" + Cut(ref.APIVersion) + ")"
}

// Ambiguous returns the names that several objects or policies have, sorted.
func (n Names) Ambiguous() []string {
	return slices.Sorted(func(yield func(string) bool) {
		for text := range maps.Keys(n) {
			if n[text].several && !yield(text) {
				return
			}
		}
	})
}

// NamesOf returns Names that write names as those do with these ambiguous names.
func NamesOf(ambiguous []string) Names {
	n := Names{}
	for _, text := range ambiguous {
		n[text] = name{several: true}
	}
	return n
}
