package value

import (
	"slices"
	"strconv"
	"strings"
)

// put writes an empty object at a path that is not plain, and returns the root.
func (r *resolver) put(path []token) (any, error) {
	if err := r.count(len(path)); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(path, func(t token) bool { return kindOfName(t.name) == query }) {
		if slices.ContainsFunc(path, func(t token) bool { return strings.Contains(t.name, "|") || strings.HasPrefix(t.name, "@") }) {
			return r.root, nil // another query, or a modifier: nothing is found
		}
		_, err := r.putFirst(r.root, path)
		return r.root, err
	}
	for i := range path {
		path[i].name = unescape(path[i].name)
	}
	return create(r.root, path), nil
}

// putFirst writes an empty object at the first value that a path matches, and reports whether there is one.
func (r *resolver) putFirst(v any, path []token) (bool, error) {
	switch v := v.(type) {
	case map[string]any:
		if err := r.count(len(v)); err != nil {
			return false, err
		}
		name := path[0].key()
		keys := []string{unescape(name)}
		if strings.ContainsAny(name, "*?") {
			var err error
			if keys, err = r.matching(v, name); err != nil {
				return false, err
			}
		}
		for _, key := range keys {
			e, found := v[key]
			if found && len(path) == 1 {
				v[key] = map[string]any{}
				return true, nil
			}
			if done, err := r.putFirst(e, path[1:]); done || err != nil {
				return done, err
			}
		}
	case []any:
		if i := path[0].index; path[0].isIndex && i < len(v) {
			if len(path) == 1 {
				v[i] = map[string]any{}
				return true, nil
			}
			return r.putFirst(v[i], path[1:])
		}
	}
	return false, nil
}

// create writes an empty object at a path. It makes missing objects.
func create(v any, path []token) any {
	if len(path) == 0 {
		return map[string]any{}
	}
	switch v := v.(type) {
	case map[string]any:
		v[path[0].key()] = create(v[path[0].key()], path[1:])
		return v
	case []any:
		if i := path[0].index; path[0].isIndex && i < len(v) {
			v[i] = create(v[i], path[1:])
		}
		return v
	}
	return map[string]any{path[0].key(): create(nil, path[1:])}
}

// key returns the token as the key of an object.
func (t token) key() string {
	if t.isIndex {
		return strconv.Itoa(t.index)
	}
	return t.name
}

// matching returns the keys that a pattern matches, sorted. It takes quadratic time, which is counted.
func (r *resolver) matching(m map[string]any, pattern string) ([]string, error) {
	var keys []string
	for key := range m {
		if err := r.count(1 + len(key)*len(pattern)/16); err != nil {
			return nil, err
		}
		if match(key, pattern) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys, nil
}

// match reports whether a pattern matches a whole string: * matches any characters, ? one, and a backslash makes the next one ordinary.
func match(s, pattern string) bool {
	text, wanted := []rune(s), []rune(pattern)
	star, resume := -1, 0 // the last *, and where its match ends
	i, j := 0, 0
	for i < len(text) {
		switch {
		case j < len(wanted) && wanted[j] == '*':
			star, resume = j, i
			j++
			continue
		case j < len(wanted) && wanted[j] == '?':
			i, j = i+1, j+1
			continue
		case j+1 < len(wanted) && wanted[j] == '\\' && wanted[j+1] == text[i]:
			i, j = i+1, j+2
			continue
		case j < len(wanted) && wanted[j] != '\\' && wanted[j] == text[i]:
			i, j = i+1, j+1
			continue
		case star < 0:
			return false
		}
		resume++
		i, j = resume, star+1
	}
	for j < len(wanted) && wanted[j] == '*' {
		j++
	}
	return j == len(wanted)
}

// unescape removes each backslash that another character follows, and one at the end.
func unescape(name string) string {
	if !strings.Contains(name, `\`) {
		return name
	}
	var out strings.Builder
	for i := 0; i < len(name); i++ {
		if name[i] == '\\' {
			if i++; i == len(name) {
				break
			}
		}
		out.WriteByte(name[i])
	}
	return out.String()
}
