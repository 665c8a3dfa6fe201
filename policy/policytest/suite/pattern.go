package suite

import (
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override"
)

// objectPattern selects objects by kind, namespace and name. In each, "*" stands for any characters.
type objectPattern struct {
	kind, namespace, name string
	anywhere              bool // in any namespace, or in none
}

// parseObjectPattern parses KIND/NAME, for objects in any namespace or in none, and KIND/NAMESPACE/NAME.
func parseObjectPattern(text string) (objectPattern, error) {
	parts := strings.Split(text, "/")
	for _, part := range parts {
		if part == "" || len(parts) < 2 || len(parts) > 3 {
			return objectPattern{}, fmt.Errorf("found %.200q, expected KIND/NAME or KIND/NAMESPACE/NAME, in which * stands for any characters", text)
		}
	}
	p := objectPattern{kind: parts[0], name: parts[len(parts)-1], anywhere: len(parts) == 2}
	if !p.anywhere {
		p.namespace = parts[1]
	}
	return p, nil
}

// match reports whether the pattern selects an object.
func (p objectPattern) match(ref override.Ref) bool {
	return matches(p.kind, ref.Kind) && matches(p.name, ref.Name) &&
		(p.anywhere || ref.Namespace != "" && matches(p.namespace, ref.Namespace))
}

// matches reports whether a name is that of a pattern, in which "*" stands for any characters. It takes time in proportion to the product of both lengths at
// most.
func matches(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	first, last := parts[0], parts[len(parts)-1]
	if len(name) < len(first)+len(last) || !strings.HasPrefix(name, first) || !strings.HasSuffix(name, last) {
		return false
	}
	name = name[len(first) : len(name)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		at := strings.Index(name, part)
		if at < 0 {
			return false
		}
		name = name[at+len(part):]
	}
	return true
}
