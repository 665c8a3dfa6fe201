package sandbox

import (
	"cmp"
	"maps"
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// library is the content of a table of functions, sorted by name.
type library []member

type member struct {
	name  string
	value lua.LValue
}

// table returns a new table with the members. No two calls share a table.
func (l library) table() *lua.LTable {
	t := none.CreateTable(0, len(l))
	for _, m := range l {
		t.RawSetString(m.name, m.value)
	}
	return t
}

// none makes tables. Making one reads nothing of a state.
var none *lua.LState

// libraryOf returns functions as a library.
func libraryOf(L *lua.LState, functions map[string]lua.LGFunction) library {
	var l library
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		l = append(l, member{name, L.NewFunction(functions[name])})
	}
	return l
}

// opened returns the members of the table that a function of gopher-lua opens. Their functions are those of gopher-lua.
func opened(L *lua.LState, open lua.LGFunction) library {
	scratch := lua.NewState(lua.Options{SkipOpenLibs: true, RegistrySize: 128, CallStackSize: 8})
	defer scratch.Close()
	scratch.Push(scratch.NewFunction(open))
	scratch.Call(0, 1)
	t, _ := scratch.Get(-1).(*lua.LTable)
	var l library
	t.ForEach(func(key, value lua.LValue) {
		switch v := value.(type) {
		case *lua.LFunction:
			l = append(l, member{key.String(), cloned(L, v)})
		case lua.LNumber, lua.LString:
			l = append(l, member{key.String(), v})
		}
	})
	slices.SortFunc(l, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	return l
}

// cloned returns a function of gopher-lua that belongs to another state.
func cloned(L *lua.LState, f *lua.LFunction) *lua.LFunction {
	var upvalues []lua.LValue
	for _, u := range f.Upvalues {
		v := u.Value()
		if inner, ok := v.(*lua.LFunction); ok {
			v = cloned(L, inner)
		}
		upvalues = append(upvalues, v)
	}
	return L.NewClosure(f.GFunction, upvalues...)
}

// with returns the library with other functions in the place of those with the same names.
func (l library) with(others library) library {
	all := slices.Clone(l)
	for _, m := range others {
		if i, found := slices.BinarySearchFunc(all, m.name, func(a member, name string) int { return cmp.Compare(a.name, name) }); found {
			all[i] = m
		} else {
			all = slices.Insert(all, i, m)
		}
	}
	return all
}
