package limits

import lua "github.com/yuin/gopher-lua"

// Opened returns the functions of a library of gopher-lua, for example [lua.OpenTable], by name. They belong to no state. Those that need upvalues are left
// out.
func Opened(open lua.LGFunction) map[string]lua.LGFunction {
	state := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer state.Close()
	state.Push(state.NewFunction(open))
	state.Call(0, 1)
	functions := map[string]lua.LGFunction{}
	if table, ok := state.Get(-1).(*lua.LTable); ok {
		table.ForEach(func(name, value lua.LValue) {
			if f, ok := value.(*lua.LFunction); ok && len(f.Upvalues) == 0 {
				functions[name.String()] = f.GFunction
			}
		})
	}
	return functions
}

// RawSet sets a key of a table without metamethods, and first counts what the table grows by.
func RawSet(state *lua.LState, table *lua.LTable, key, value lua.LValue) {
	if w := Of(state); w != nil && table.RawGet(key) == lua.LNil {
		Check(state, growth(table, key))
	}
	state.RawSet(table, key, value)
}

// What gopher-lua allocates, in bytes and rounded up.
const (
	gapSize  = 96  // an element, and each one before it that gopher-lua fills in; it copies the list again and again
	keySize  = 384 // a key that is not in the list
	callSize = 64  // what a library function returns besides strings and tables
)

// growth returns the bytes that a new key adds to a table.
func growth(table *lua.LTable, key lua.LValue) int {
	if number, ok := key.(lua.LNumber); ok && number == lua.LNumber(int(number)) {
		return Insert(table, int(number))
	}
	return keySize
}

// Insert returns the bytes that a new element at an index adds to a table. gopher-lua fills the list up to the index.
func Insert(table *lua.LTable, index int) int {
	if index <= 0 || index >= lua.MaxArrayIndex {
		return keySize
	}
	return max(index-table.Len(), 1) * gapSize
}

// Bound returns a library function that first counts the strings among its first arguments, as often as it may copy them.
func Bound(f lua.LGFunction, arguments, copies int) lua.LGFunction {
	return func(state *lua.LState) int {
		bytes := callSize
		for i := 1; i <= min(arguments, state.GetTop()); i++ {
			if text, ok := state.Get(i).(lua.LString); ok {
				bytes += copies * len(text)
			}
		}
		Check(state, bytes)
		return f(state)
	}
}
