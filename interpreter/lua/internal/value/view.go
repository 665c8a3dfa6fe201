package value

import (
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// View shows decoded JSON to the scripts of one state. A table is filled when a script first looks into it: most scripts read a few fields of
// an object, and return the others as they are. A script cannot tell the difference, because the functions that read a table without
// metamethods call [View.Fill] first.
//
// What is shown is never written, and must not change while it is shown. A View is for one goroutine, as its state is.
type View struct {
	state   *lua.LState
	meta    *lua.LTable         // of all tables that are not filled; no script can reach it
	pending map[*lua.LTable]any // what they contain: an object, a list or a Filler
}

// Filler fills a table.
type Filler interface{ FillTable(t *lua.LTable) }

// NewView returns a view for a state.
func NewView(L *lua.LState) *View {
	v := &View{state: L, meta: L.NewTable(), pending: map[*lua.LTable]any{}}
	v.meta.RawSetString("__index", L.NewFunction(func(L *lua.LState) int {
		t := v.filled(L)
		L.Push(t.RawGet(L.Get(2)))
		return 1
	}))
	v.meta.RawSetString("__newindex", L.NewFunction(func(L *lua.LState) int {
		t := v.filled(L)
		limits.RawSet(L, t, L.Get(2), L.Get(3))
		return 0
	}))
	v.meta.RawSetString("__len", L.NewFunction(func(L *lua.LState) int {
		L.Push(lua.LNumber(v.filled(L).Len()))
		return 1
	}))
	return v
}

// filled returns the first argument of a metamethod.
func (v *View) filled(L *lua.LState) *lua.LTable {
	t, _ := L.Get(1).(*lua.LTable)
	v.Fill(L, t)
	return t
}

// Reset forgets all tables that are not filled.
func (v *View) Reset() { clear(v.pending) }

// Table returns a new table that a Filler fills.
func (v *View) Table(f Filler) *lua.LTable { return v.table(f) }

func (v *View) table(source any) *lua.LTable {
	t := newTable(0, 0)
	t.Metatable = v.meta
	v.pending[t] = source
	return t
}

// Show converts decoded JSON. The result shares nothing with x that a script could write.
//
//  1. Every number becomes a float64.
//  2. Null is nil. A key with null is absent. A null in a list is left out, and the elements after it move up.
//  3. An object and a list without entries are both an empty table.
//  4. The keys of an object are inserted in the order of their bytes. Karmada's order is random.
//  5. Each invalid byte of a string becomes U+FFFD.
//
// A value that is not JSON is an error where it is looked at.
func (v *View) Show(x any) (lua.LValue, error) {
	switch x := x.(type) {
	case nil:
		return lua.LNil, nil
	case string:
		return v.text(x)
	case bool:
		return lua.LBool(x), nil
	case int64:
		return lua.LNumber(x), nil
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("found the number %v, expected a finite one", x)
		}
		return lua.LNumber(x), nil
	case map[string]any:
		if x == nil {
			return lua.LNil, nil
		}
		return v.table(x), nil
	case []any:
		if x == nil {
			return lua.LNil, nil
		}
		return v.table(x), nil
	}
	return nil, fmt.Errorf("found a %T, expected decoded JSON", x)
}

// The bytes that an entry of a table takes, rounded up.
const (
	entrySize = 512
	emptySize = 4096
)

// Fill fills a table, if that has not happened yet. A value that is not JSON ends the script, and so does the watch.
func (v *View) Fill(L *lua.LState, t *lua.LTable) {
	if t == nil || t.Metatable != v.meta {
		return
	}
	source := v.pending[t]
	delete(v.pending, t)
	t.Metatable = lua.LNil
	var err error
	switch source := source.(type) {
	case Filler:
		limits.Check(L, emptySize)
		source.FillTable(t)
	case map[string]any:
		limits.Check(L, emptySize+entrySize*len(source))
		err = v.fillObject(t, source)
	case []any:
		limits.Check(L, emptySize+entrySize*len(source))
		err = v.fillList(t, source)
	}
	if err != nil { // the table lacks what follows
		limits.Fail(L, err)
	}
}

func (v *View) fillObject(t *lua.LTable, m map[string]any) error {
	var few [16]string
	keys := few[:0]
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		e, err := v.Show(m[key])
		if err != nil {
			return err
		}
		if e != lua.LNil {
			name, err := v.text(key)
			if err != nil {
				return err
			}
			t.RawSetString(string(name), e)
		}
	}
	return nil
}

func (v *View) fillList(t *lua.LTable, l []any) error {
	for _, e := range l {
		e, err := v.Show(e)
		if err != nil {
			return err
		}
		t.Append(e) // except for nil
	}
	return nil
}

// text returns s as [valid] does, and counts the bytes of a copy.
func (v *View) text(s string) (lua.LString, error) {
	if utf8.ValidString(s) {
		return lua.LString(s), nil
	}
	if err := limits.Of(v.state).Charge(copySize * len(s)); err != nil {
		return "", err
	}
	return lua.LString(valid(s)), nil
}

// none makes tables. Making one reads nothing of a state.
var none *lua.LState

func newTable(array, hash int) *lua.LTable { return none.CreateTable(array, hash) }

// valid returns s with U+FFFD for each invalid byte, as encoding/json writes it.
func valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	return string([]rune(s))
}
