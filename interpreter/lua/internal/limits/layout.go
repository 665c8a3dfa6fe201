package limits

import (
	"errors"
	"reflect"
	"sync"

	lua "github.com/yuin/gopher-lua"
)

// A layout has the indexes of unexported fields of gopher-lua. They are only read, through package reflect.
type layout struct {
	frame     int // of LState: *callFrame
	function  int // of callFrame: *LFunction
	pc        int // of callFrame: the index of the instruction after the current one
	count     int // of callFrame: the number of arguments
	parent    int // of callFrame: *callFrame, that of the caller
	tails     int // of callFrame: the number of tail calls that led to it
	registry  int // of LState: *registry
	registers int // of registry: []LValue
	array     int // of LTable: []LValue
	texts     int // of LTable: map[string]LValue
	others    int // of LTable: map[LValue]LValue
}

// fields looks for the fields once. A gopher-lua without them is an error, so an upgrade cannot switch the limits off silently.
var fields = sync.OnceValues(func() (layout, error) {
	var l layout
	ok := true
	find := func(in reflect.Type, name, want string) int {
		if in.Kind() == reflect.Struct {
			if f, found := in.FieldByName(name); found && f.Type.String() == want {
				return f.Index[0]
			}
		}
		ok = false
		return 0
	}
	state, table := reflect.TypeFor[lua.LState](), reflect.TypeFor[lua.LTable]()
	l.frame = find(state, "currentFrame", "*lua.callFrame")
	l.registry = find(state, "reg", "*lua.registry")
	l.array = find(table, "array", "[]lua.LValue")
	l.texts = find(table, "strdict", "map[string]lua.LValue")
	l.others = find(table, "dict", "map[lua.LValue]lua.LValue")
	if ok {
		frame := state.Field(l.frame).Type.Elem()
		l.function = find(frame, "Fn", "*lua.LFunction")
		l.pc = find(frame, "Pc", "int")
		l.count = find(frame, "NArgs", "int")
		l.parent = find(frame, "Parent", "*lua.callFrame")
		l.tails = find(frame, "TailCall", "int")
		l.registers = find(state.Field(l.registry).Type.Elem(), "array", "[]lua.LValue")
	}
	if !ok {
		return layout{}, errors.New("this version of gopher-lua is not supported: its memory cannot be limited")
	}
	return l, nil
})
