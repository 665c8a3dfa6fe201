package explain

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
)

// place is what happened to the value at one path of an object; the help of the command describes its JSON.
type place struct {
	Path      jsontree.Pointer    `json:"path"`
	Was       *any                `json:"was,omitempty"`
	Is        *any                `json:"is,omitempty"`
	Blame     *override.Change    `json:"blame,omitempty"`
	Conflicts []override.Conflict `json:"conflicts"`

	meant string // if there is no value: the path with the name that is most like its last one
}

// placeOf returns the place at a path of a result. given is the object before.
func placeOf(result *override.Result, given map[string]any, path jsontree.Pointer) (*place, error) {
	object, err := result.Object()
	if err != nil {
		return nil, err
	}
	found := &place{Path: path, Was: at(given, path), Is: at(object.Object, path), Conflicts: []override.Conflict{}}
	if found.Was == nil && found.Is == nil {
		found.meant = meant(object.Object, path, result.Hidden())
	}
	found.hide(result.Hidden())
	if c, ok := result.Blame(path); ok {
		found.Blame = &c
	}
	for _, c := range result.Conflicts() {
		if c.Pointer.HasPrefix(path) || path.HasPrefix(c.Pointer) {
			found.Conflicts = append(found.Conflicts, c)
		}
	}
	return found, nil
}

// hide replaces hidden values. The output shows only whether they differ.
func (p *place) hide(region redact.Region) {
	switch {
	case p.Was != nil && p.Is != nil:
		was, is := region.Pair(p.Path, *p.Was, *p.Is)
		p.Was, p.Is = &was, &is
	case p.Was != nil:
		was := region.Value(p.Path, *p.Was)
		p.Was = &was
	case p.Is != nil:
		is := region.Value(p.Path, *p.Is)
		p.Is = &is
	}
}

func at(object map[string]any, path jsontree.Pointer) *any {
	v, ok := jsontree.Get(any(object), path)
	if !ok {
		return nil
	}
	return &v
}

// meant returns a suggestion for the first name of a path that an object does not have, or "". A name inside a hidden value is not proposed.
func meant(object map[string]any, path jsontree.Pointer, region redact.Region) string {
	var v any = object
	for i, name := range path {
		next, ok := jsontree.Get(v, path[i:i+1])
		if ok {
			v = next
			continue
		}
		fields, _ := region.Value(path[:i], v).(map[string]any)
		near := input.Nearest(name, slices.Sorted(maps.Keys(fields)))
		if near == "" {
			return ""
		}
		return ", did you mean " + append(slices.Clone(path[:i]), near).String() + "?"
	}
	return ""
}

// String returns the place as text for people.
func (p *place) String() string {
	var b strings.Builder
	line := func(format string, args ...any) {
		for text := range strings.Lines(fmt.Sprintf(format, args...)) {
			b.WriteString(input.OneLine(strings.TrimSuffix(text, "\n")))
			b.WriteByte('\n')
		}
	}
	switch {
	case p.Blame != nil:
		line("%s is %s, was %s", p.Path, shown(p.Is), shown(p.Was))
		line("decided by %s", p.Blame.Origin)
		line("  %s", p.Blame)
	case p.Is == nil:
		line("%s is missing, and was missing before%s", p.Path, p.meant)
	default:
		line("%s is %s, unchanged", p.Path, shown(p.Is))
	}
	for _, c := range p.Conflicts {
		line("conflict: %s", strings.ReplaceAll(c.String(), "\n", "\n  "))
	}
	return b.String()
}

// shown returns a value as JSON.
func shown(v *any) string {
	if v == nil {
		return "missing"
	}
	text, err := json.Marshal(*v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
