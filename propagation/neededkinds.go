package propagation

import (
	"maps"
	"slices"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
)

// neededKinds are the kinds of objects that templates of a plan need, or needed in an earlier one. They save a
// search for the templates that need an object of a kind.
type neededKinds struct {
	kinds   map[override.Ref]bool // references without namespace and name; true: some are selected by labels
	outside bool                  // a template needs an object outside of its namespace
}

func newNeededKinds(templates []*template) *neededKinds {
	n := &neededKinds{kinds: map[override.Ref]bool{}}
	for _, t := range templates {
		n.add(t)
	}
	return n
}

// with returns what the templates need after some of them are planned again.
func (n *neededKinds) with(again map[override.Ref]*template) *neededKinds {
	after := &neededKinds{maps.Clone(n.kinds), n.outside}
	for _, t := range again {
		after.add(t)
	}
	return after
}

func (n *neededKinds) add(t *template) {
	if t.needs == nil {
		return
	}
	n.outside = n.outside || t.needsOutside(t.needs.dependencies)
	for _, d := range t.needs.dependencies {
		kind := override.Ref{APIVersion: d.APIVersion, Kind: d.Kind}
		n.kinds[kind] = n.kinds[kind] || d.Name == ""
	}
}

// isAffectedBy reports whether a change of an object may matter to a template that needs it.
func (n *neededKinds) isAffectedBy(c change[*template]) bool {
	byLabels, needed := n.kinds[override.Ref{APIVersion: c.ref.APIVersion, Kind: c.ref.Kind}]
	return byLabels || needed && changesExistence(c)
}

// needsOutside reports whether a dependency of a template is in another namespace, or in none. Its binding is in the namespace of the template all the
// same, so its name is not that of the binding of the object itself.
func (t *template) needsOutside(dependencies []interpreter.Dependency) bool {
	return slices.ContainsFunc(dependencies, func(d interpreter.Dependency) bool { return d.Namespace != t.ref.Namespace })
}
