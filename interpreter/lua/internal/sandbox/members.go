package sandbox

import (
	"cmp"
	"maps"
	"slices"

	lua "github.com/yuin/gopher-lua"
)

// members is the content of a table of functions, sorted by name. It fills tables, see package value.
type members []member

type member struct {
	name  string
	value lua.LValue
}

// FillTable adds the members to a table.
func (l members) FillTable(t *lua.LTable) {
	for _, m := range l {
		t.RawSetString(m.name, m.value)
	}
}

// find returns a member.
func (l members) find(name string) (lua.LValue, bool) {
	i, found := slices.BinarySearchFunc(l, name, func(m member, name string) int { return cmp.Compare(m.name, name) })
	if !found {
		return lua.LNil, false
	}
	return l[i].value, true
}

// membersOf returns functions sorted by name.
func membersOf(L *lua.LState, functions map[string]lua.LGFunction) members {
	var l members
	for _, name := range slices.Sorted(maps.Keys(functions)) {
		l = append(l, member{name, L.NewFunction(functions[name])})
	}
	return l
}

// found are the members of the table that a function of gopher-lua opens. They belong to a state that runs nothing.
func found(open lua.LGFunction) members {
	scratch := lua.NewState(lua.Options{SkipOpenLibs: true, RegistrySize: 128, CallStackSize: 8})
	scratch.Push(scratch.NewFunction(open))
	scratch.Call(0, 1)
	t, _ := scratch.Get(-1).(*lua.LTable)
	var l members
	t.ForEach(func(key, value lua.LValue) {
		switch v := value.(type) {
		case *lua.LFunction, lua.LNumber, lua.LString:
			l = append(l, member{key.String(), v})
		}
	})
	slices.SortFunc(l, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	return l
}

// in returns the members for a state, with each function changed.
func (l members) in(L *lua.LState, change func(lua.LGFunction) lua.LGFunction) members {
	own := make(members, len(l))
	for i, m := range l {
		own[i] = m
		if f, ok := m.value.(*lua.LFunction); ok {
			own[i].value = changed(L, f, change)
		}
	}
	return own
}

// changed returns a function for a state. The functions that it uses are changed, too.
func changed(L *lua.LState, f *lua.LFunction, change func(lua.LGFunction) lua.LGFunction) *lua.LFunction {
	var upvalues []lua.LValue
	for _, u := range f.Upvalues {
		v := u.Value()
		if inner, ok := v.(*lua.LFunction); ok {
			v = changed(L, inner, change)
		}
		upvalues = append(upvalues, v)
	}
	return L.NewClosure(change(f.GFunction), upvalues...)
}

// with returns the members with others in the place of members with the same names.
func (l members) with(others members) members {
	all := slices.DeleteFunc(slices.Clone(l), func(m member) bool {
		_, found := others.find(m.name)
		return found
	})
	all = append(all, others...)
	slices.SortFunc(all, func(a, b member) int { return cmp.Compare(a.name, b.name) })
	return all
}
