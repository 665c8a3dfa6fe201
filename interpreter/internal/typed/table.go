package typed

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed types.txt
var tableText string

// types is the table, read on the first use, and never written afterwards. A test checks that it can be read.
var types = sync.OnceValue(func() map[string]*Type {
	t, _ := parse(tableText)
	return t
})

// Of returns the type of an API version and a kind, such as apps/v1 and Deployment; nil if it is unknown. It also finds parts of
// objects, such as v1 and PodTemplateSpec.
func Of(apiVersion, kind string) *Type { return types()[apiVersion+"."+kind] }

// Named returns the type of a name; nil if it is unknown.
//
//  1. A name is that of a Go struct, such as DeploymentStatus or PodSpec.
//  2. It may have the API version in front: apps/v1.DeploymentStatus, v1.PodSpec. Types without a version, such as ObjectMeta,
//     LabelSelector and OwnerReference, have meta/v1 there.
//  3. A name without a version that several structs have is unknown.
func Named(name string) *Type { return types()[name] }

// parse parses the table. It maps the names with the API version to the types, and those without if they are unique.
func parse(table string) (map[string]*Type, error) {
	all := map[string]*Type{}
	named := func(name string) *Type {
		if all[name] == nil {
			all[name] = &Type{folded: map[string]*field{}}
		}
		return all[name]
	}
	var current *Type
	for line := range strings.Lines(table) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0][0] == '#':
		case len(words) == 1:
			current = named(words[0])
		case current == nil:
			return nil, fmt.Errorf("the line %q is before the first struct", line)
		default:
			f, err := parseField(words, named)
			if err != nil {
				return nil, fmt.Errorf("the line %q: %w", line, err)
			}
			current.fields = append(current.fields, f)
			current.folded[fold(f.name)] = f
		}
	}
	short := map[string][]*Type{}
	for full, t := range all {
		if len(t.fields) == 0 {
			return nil, fmt.Errorf("the struct %s is not in the table", full)
		}
		t.exact = newIndex(t.fields)
		name := full[strings.LastIndexByte(full, '.')+1:]
		short[name] = append(short[name], t)
	}
	for name, same := range short {
		if len(same) == 1 {
			all[name] = same[0]
		}
	}
	return all, nil
}

// parseField parses a line of a field: name, type, and options.
func parseField(words []string, named func(string) *Type) (*field, error) {
	f := &field{name: words[0]}
	for _, option := range words[2:] {
		switch option {
		case "omitempty":
			f.omitEmpty = true
		case "omitzero":
			f.omitZero = true
		default:
			return nil, fmt.Errorf("an option %q is unknown", option)
		}
	}
	return f, f.parse(words[1], named)
}

// parse parses a type.
func (n *node) parse(word string, named func(string) *Type) error {
	word, n.pointer = strings.CutPrefix(word, "*")
	for prefix, kind := range map[string]kind{"[]": list, "{}": mapping} {
		if elem, found := strings.CutPrefix(word, prefix); found {
			n.kind, n.elem = kind, &node{}
			return n.elem.parse(elem, named)
		}
	}
	if k, found := words()[word]; found {
		n.kind = k
		return nil
	}
	if !strings.Contains(word, ".") {
		return fmt.Errorf("a type %q is unknown", word)
	}
	n.kind, n.of = structure, named(word)
	return nil
}
