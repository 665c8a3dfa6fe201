package value

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"

	lua "github.com/yuin/gopher-lua"
)

// The errors of tables that JSON cannot hold.
var (
	errNested = errors.New("cannot encode recursively nested tables to JSON")
	errSparse = errors.New("cannot encode sparse array")
	errKeys   = errors.New("cannot encode mixed or invalid key types")
)

// FromLua converts the result of a script to decoded JSON. Its second result is the number of its empty tables; each becomes an empty list, see
// [Resolve].
//
//  1. The first key that iteration returns decides about a table. If it is a number, the table is a list, and its keys must be 1, 2, 3 and
//     so on. If it is a string, the table is an object, and all keys must be strings.
//  2. A table that the value contains twice is an error, whether it contains itself or not.
//  3. A number is an int64 if its shortest decimal notation, without an exponent from 1e-6 up to 1e21, is an integer that fits: 2^62
//     becomes 4611686018427388000. All others are a float64. NaN and infinities are errors.
//  4. Each invalid byte of a string becomes U+FFFD. Among keys that become equal, the greatest one in the order of bytes is used.
//  5. Functions and all other types are errors.
//
// Nesting beyond 10,000 levels, more than ten million values, more than 16 MB of text, counted once for each place, the end of the context, and more memory than it allows are errors. The result shares
// nothing with what the view shows.
func (v *View) FromLua(ctx context.Context, result lua.LValue) (any, int, error) {
	d := decoder{meter: newMeter(ctx, valueSize), view: v}
	tree, err := d.value(result, 0)
	if err != nil {
		return nil, 0, err
	}
	return tree, d.empties, d.settle()
}

// valueSize is the memory of a value in a result: an element of a list that grows, or an entry of a map.
const valueSize = 48

type decoder struct {
	meter
	view    *View
	met     map[*lua.LTable]struct{}
	empties int
	length  int // of all texts
}

// text limits the length of all texts together: the JSON of a result has a text once for each place, and a script keeps it once.
func (d *decoder) text(s string) (string, error) {
	if d.length += len(s); d.length > maxText {
		return "", fmt.Errorf("the result has more than %d bytes of text", maxText)
	}
	return d.meter.text(s)
}

func (d *decoder) value(v lua.LValue, depth int) (any, error) {
	switch v := v.(type) {
	case *lua.LNilType:
		return nil, nil
	case lua.LBool:
		return bool(v), nil
	case lua.LNumber:
		return number(float64(v))
	case lua.LString:
		return d.text(string(v))
	case *lua.LTable:
		return d.table(v, depth)
	}
	return nil, fmt.Errorf("cannot encode %s to JSON", v.Type())
}

func (d *decoder) table(t *lua.LTable, depth int) (any, error) {
	if d.met == nil {
		d.met = map[*lua.LTable]struct{}{}
	}
	if _, again := d.met[t]; again {
		return nil, errNested
	}
	d.met[t] = struct{}{}
	if t.Metatable == d.view.meta {
		return d.unseen(d.view.pending[t], depth)
	}
	if err := d.enter(0, depth); err != nil {
		return nil, err
	}
	switch key, e := t.Next(lua.LNil); key.(type) {
	case *lua.LNilType:
		d.empties++
		return []any{}, nil
	case lua.LNumber:
		return d.list(t, key, e, depth)
	case lua.LString:
		return d.object(t, key, e, depth)
	}
	return nil, errKeys
}

func (d *decoder) list(t *lua.LTable, key, e lua.LValue, depth int) (any, error) {
	l := make([]any, 0, min(t.Len(), 1024)) // the rest may be nil
	for ; key != lua.LNil; key, e = t.Next(key) {
		n, isNumber := key.(lua.LNumber)
		switch {
		case !isNumber:
			return nil, errKeys
		case n != lua.LNumber(len(l)+1):
			return nil, errSparse
		}
		if err := d.count(1); err != nil {
			return nil, err
		}
		v, err := d.value(e, depth+1)
		if err != nil {
			return nil, err
		}
		l = append(l, v)
	}
	return l, nil
}

func (d *decoder) object(t *lua.LTable, key, e lua.LValue, depth int) (any, error) {
	m := map[string]any{}
	var renamed map[string]string // from the key in the result to that in the table
	for ; key != lua.LNil; key, e = t.Next(key) {
		s, isString := key.(lua.LString)
		if !isString {
			return nil, errKeys
		}
		if err := d.count(1); err != nil {
			return nil, err
		}
		v, err := d.value(e, depth+1)
		if err != nil {
			return nil, err
		}
		name, err := d.text(string(s))
		if err != nil {
			return nil, err
		}
		if _, found := m[name]; found || name != string(s) {
			if found && string(s) < before(renamed, name) {
				continue
			}
			if renamed == nil {
				renamed = map[string]string{}
			}
			renamed[name] = string(s)
		}
		m[name] = v
	}
	return m, nil
}

// before returns the key in the table that a key in the result has at present.
func before(renamed map[string]string, name string) string {
	if s, found := renamed[name]; found {
		return s
	}
	return name
}

// maxExact is the limit of the integers whose shortest notation is exact.
const maxExact = 1 << 53

func number(f float64) (any, error) {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return nil, fmt.Errorf("cannot encode the number %v to JSON", f)
	case f == math.Trunc(f) && math.Abs(f) <= maxExact:
		return int64(f), nil
	case math.Abs(f) >= 1e21 || f != math.Trunc(f):
		return f, nil
	}
	if i, err := strconv.ParseInt(strconv.FormatFloat(f, 'f', -1, 64), 10, 64); err == nil {
		return i, nil
	}
	return f, nil
}
