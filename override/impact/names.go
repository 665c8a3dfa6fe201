package impact

import (
	"strings"

	"github.com/overridekit/overridekit/override"
)

// nameTable writes names for people. A name that several policies or objects have is written with the API version.
type nameTable map[string]named

type named struct {
	ref     override.Ref // the first one
	several bool
}

func (t nameTable) add(refs ...override.Ref) {
	for _, ref := range refs {
		name := ref.String()
		switch entry, known := t[name]; {
		case !known:
			t[name] = named{ref: ref}
		case entry.ref != ref:
			t[name] = named{entry.ref, true}
		}
	}
}

func (t nameTable) addOrigins(origins []override.Origin) {
	for _, o := range origins {
		t.add(o.Policy)
	}
}

func (t nameTable) addGroup(g *Group) {
	t.add(g.Policies.Before...)
	t.add(g.Policies.After...)
	for _, m := range g.Members {
		t.add(m.Object)
	}
}

// of returns, for example, "Deployment shop/web", or "Deployment shop/web (apps/v1)" if the table has another one.
func (t nameTable) of(ref override.Ref) string {
	name := ref.String()
	if t[name].several && ref.APIVersion != "" {
		name += " (" + ref.APIVersion + ")"
	}
	return name
}

// placed names an object and its clusters.
func (t nameTable) placed(object override.Ref, clusters []string) string {
	name := "object without kind and name"
	if object.Kind != "" || object.Name != "" {
		name = t.of(object)
	}
	return name + " in " + few(clusters)
}

// list returns the names with commas.
func (t nameTable) list(refs []override.Ref) string {
	all := make([]string, len(refs))
	for i, ref := range refs {
		all[i] = t.of(ref)
	}
	return strings.Join(all, ", ")
}
