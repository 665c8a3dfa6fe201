package value

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
)

// Errors of paths that Karmada cannot change.
var (
	errComplex = errors.New("cannot delete value from a complex path")
	errNoPath  = errors.New("path cannot be empty")
	errQuote   = errors.New("cannot delete the empty table at a path with a quotation mark: Karmada breaks its JSON")
)

// Resolve decides what the empty lists of tree are, which [View.FromLua] made of empty tables. It writes tree and returns it. References are the
// documents that the value was made from. The path of a value has the names of its keys; indexes of lists are left out.
//
//  1. If a reference has an empty object at the path, it is an empty object.
//  2. If a reference has an empty list there, it stays an empty list.
//  3. Otherwise it is deleted from its object or list. What becomes empty by that stays as it is. Karmada deletes the elements of a list one
//     after the other, without adjusting their indexes: of n > 2 empty tables at the end of a list, (n-1)/2 stay, and elsewhere other values are
//     deleted. Here the others stay, and all the empty tables go.
//  4. A name on the path that has one of * ? | # @ makes the path a query. Deleting is an error then. An empty object replaces the first
//     value that matches, in the order of the keys, or nothing.
//  5. The empty name at the root is an error.
//  6. Where a name has a backslash, nothing is deleted, and an empty object is written at the path without the backslashes.
//  7. Where a name has a quotation mark, deleting is an error: Karmada cannot decode what is left.
//
// The tree itself is never deleted: a caller decides what an empty one is.
func Resolve(ctx context.Context, tree any, references ...any) (any, error) {
	r := resolver{meter: newMeter(ctx, 0), root: tree}
	known, err := survey(ctx, references)
	if err != nil {
		return nil, err
	}
	if tree, _, err = r.resolve(tree, known, 0); err != nil {
		return nil, err
	}
	r.root = tree
	slices.SortFunc(r.odd, comparePaths)
	for _, path := range r.odd {
		if r.root, err = r.put(path); err != nil {
			return nil, err
		}
	}
	return r.root, nil
}

// resolver walks a tree.
type resolver struct {
	meter
	root any
	path []token
	odd  [][]token // the paths of rules 4 and 6 that get an empty object
}

// token is a key, or an index of a list.
type token struct {
	name    string
	isIndex bool
	index   int
}

// comparePaths orders paths by their keys and indexes.
func comparePaths(a, b []token) int {
	return slices.CompareFunc(a, b, func(a, b token) int {
		return cmp.Or(cmp.Compare(a.index, b.index), cmp.Compare(a.name, b.name))
	})
}

// fate is what happens to a value.
type fate int

const (
	stays fate = iota
	goes
)

func (r *resolver) resolve(v any, known *node, depth int) (any, fate, error) {
	switch v := v.(type) {
	case map[string]any:
		return r.object(v, known, depth)
	case []any:
		if len(v) > 0 {
			return r.list(v, known, depth)
		}
		if depth > 0 {
			return r.empty(v, known)
		}
	}
	return v, stays, nil
}

func (r *resolver) object(m map[string]any, known *node, depth int) (any, fate, error) {
	if err := r.count(len(m) + container); err != nil {
		return nil, stays, err
	}
	for key, e := range m {
		if !isContainer(e) {
			continue
		}
		r.path = append(r.path, token{name: key})
		e, fate, err := r.resolve(e, known.child(key), depth+1)
		if err != nil {
			return nil, stays, err
		}
		r.path = r.path[:len(r.path)-1]
		if fate == goes {
			delete(m, key)
		} else {
			m[key] = e
		}
	}
	return m, stays, nil
}

func (r *resolver) list(l []any, known *node, depth int) (any, fate, error) {
	if err := r.count(len(l) + container); err != nil {
		return nil, stays, err
	}
	left, gone, atEnd := l[:0], 0, true // atEnd: all that are gone were after the others
	for i, e := range l {
		r.path = append(r.path, token{isIndex: true, index: i})
		e, fate, err := r.resolve(e, known, depth+1)
		if err != nil {
			return nil, stays, err
		}
		r.path = r.path[:len(r.path)-1]
		if fate == goes {
			gone++
			continue
		}
		left = append(left, e)
		atEnd = gone == 0
	}
	if atEnd {
		for range (gone - 1) / 2 {
			left = append(left, []any{})
		}
	}
	clear(l[len(left):])
	return left, stays, nil
}

// empty decides about an empty table below the root.
func (r *resolver) empty(v []any, known *node) (any, fate, error) {
	isObject, isList := known.has()
	if isList && !isObject {
		return v, stays, nil
	}
	kind, err := r.kindOf()
	switch {
	case err != nil:
		return nil, stays, err
	case kind == plain && isObject:
		return map[string]any{}, stays, nil
	case kind == plain && slices.ContainsFunc(r.path, func(t token) bool { return strings.Contains(t.name, `"`) }):
		return nil, stays, errQuote
	case kind == plain:
		return nil, goes, nil
	case isObject:
		if err := r.count(len(r.path)); err != nil {
			return nil, stays, err
		}
		r.odd = append(r.odd, append([]token(nil), r.path...))
		return v, stays, nil
	case kind == query:
		return nil, stays, errComplex
	}
	return v, stays, nil // a name with a backslash is not found
}

// pathKind is what a path works as.
type pathKind int

const (
	plain pathKind = iota
	escaped
	query
)

// kindOf returns the kind of the present path.
func (r *resolver) kindOf() (pathKind, error) {
	if len(r.path) == 1 && !r.path[0].isIndex && r.path[0].name == "" {
		return plain, errNoPath
	}
	if err := r.count(len(r.path)); err != nil {
		return plain, err
	}
	kind := plain
	for _, t := range r.path {
		kind = max(kind, kindOfName(t.name))
	}
	return kind, nil
}

func kindOfName(name string) pathKind {
	switch {
	case strings.ContainsAny(name, "*?|#@"):
		return query
	case strings.Contains(name, `\`):
		return escaped
	}
	return plain
}
