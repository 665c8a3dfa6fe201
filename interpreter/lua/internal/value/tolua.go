package value

import (
	"context"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/override/jsontree"
)

// ToLua converts decoded JSON. The result shares nothing with v.
//
//  1. Every number becomes a float64.
//  2. Null is nil. A key with null is absent. A null in a list is left out, and the elements after it move up.
//  3. An object and a list without entries are both an empty table.
//  4. The keys of an object are inserted in the order of their bytes. Karmada's order is random.
//  5. Each invalid byte of a string becomes U+FFFD.
//
// A value that is not JSON, nesting beyond [jsontree.MaxDepth], more than [jsontree.MaxSize] values and the end of the context are errors.
func ToLua(ctx context.Context, v any) (lua.LValue, error) {
	c := meter{ctx: ctx, left: jsontree.MaxSize}
	return c.toLua(v, 0)
}

func (c *meter) toLua(v any, depth int) (lua.LValue, error) {
	switch v := v.(type) {
	case nil:
		return lua.LNil, nil
	case string:
		return lua.LString(valid(v)), nil
	case bool:
		return lua.LBool(v), nil
	case int64:
		return lua.LNumber(v), nil
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("found the number %v, expected a finite one", v)
		}
		return lua.LNumber(v), nil
	case map[string]any:
		if v == nil {
			return lua.LNil, nil
		}
		return c.object(v, depth)
	case []any:
		if v == nil {
			return lua.LNil, nil
		}
		return c.list(v, depth)
	}
	return nil, fmt.Errorf("found a %T, expected decoded JSON", v)
}

func (c *meter) object(m map[string]any, depth int) (lua.LValue, error) {
	if err := c.enter(len(m), depth); err != nil {
		return nil, err
	}
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	t := newTable(0, len(m))
	for _, key := range keys {
		e, err := c.toLua(m[key], depth+1)
		if err != nil {
			return nil, err
		}
		if e != lua.LNil {
			t.RawSetString(valid(key), e)
		}
	}
	return t, nil
}

func (c *meter) list(l []any, depth int) (lua.LValue, error) {
	if err := c.enter(len(l), depth); err != nil {
		return nil, err
	}
	t := newTable(len(l), 0)
	for _, e := range l {
		e, err := c.toLua(e, depth+1)
		if err != nil {
			return nil, err
		}
		t.Append(e) // except for nil
	}
	return t, nil
}

// maker makes tables. Making one reads nothing of the state.
var maker lua.LState

func newTable(array, hash int) *lua.LTable { return maker.CreateTable(array, hash) }

// valid returns s with U+FFFD for each invalid byte, as encoding/json writes it.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}
