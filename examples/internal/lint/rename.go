package lint

import (
	"encoding/json"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/input"
)

// renames reports whether a path in an override policy is at apiVersion, kind, the name or the namespace of an object, around one of them or
// inside. Then other policies may match the object by another name, or a Secret may come from an object of another kind.
func renames(in *input.Bundle) bool {
	for _, p := range in.Overrides {
		if writesIdentity(p) {
			return true
		}
	}
	for _, p := range in.KubeAdmiralOverrides {
		if writesIdentity(p) {
			return true
		}
	}
	return false
}

// writesIdentity looks at all paths in the JSON of a policy. What cannot be read may have one.
func writesIdentity(policy any) bool {
	var tree any
	text, err := json.Marshal(policy)
	if err != nil || json.Unmarshal(text, &tree) != nil {
		return true
	}
	return hasIdentityPath(tree)
}

// hasIdentityPath looks at all fields whose name ends with path, in a tree that json.Unmarshal has read. Its depth is therefore limited.
func hasIdentityPath(v any) bool {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			if hasIdentityPath(item) {
				return true
			}
		}
	case map[string]any:
		for key, item := range v {
			path, isText := item.(string)
			if isText && strings.HasSuffix(strings.ToLower(key), "path") && isIdentity(path) || hasIdentityPath(item) {
				return true
			}
		}
	}
	return false
}

// isIdentity reads a path as json-patch does, which ignores what is before the first slash.
func isIdentity(path string) bool {
	_, rest, found := strings.Cut(path, "/")
	tokens := strings.Split(rest, "/")
	switch {
	case !found:
		return true
	case tokens[0] == "metadata":
		return len(tokens) == 1 || tokens[1] == "name" || tokens[1] == "namespace"
	}
	return tokens[0] == "apiVersion" || tokens[0] == "kind"
}
