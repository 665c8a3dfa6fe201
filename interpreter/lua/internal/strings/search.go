package strings

import (
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
	"github.com/overridekit/overridekit/interpreter/lua/internal/pattern"
)

// maxSteps bounds a search. They take some 100 milliseconds.
const maxSteps = 20_000_000

// What a pattern needs for each of its bytes, and a result besides its bytes.
const (
	patternSize = 200
	resultSize  = 32
)

// search returns the matches of a pattern, or raises an error.
func search(state *lua.LState, source, s string, offset, limit int) *pattern.Matches {
	limits.Check(state, patternSize*(len(source)+1))
	p, err := pattern.Compile(source)
	if err != nil {
		state.RaiseError("%s", err.Error())
	}
	found, err := p.Find(s, offset, limit, &pattern.Budget{Steps: maxSteps, Poll: limits.Of(state).Charge})
	if err != nil {
		state.RaiseError("%s", err.Error())
	}
	return found
}

// pushCaptures pushes the captures of match i, and returns their number.
func pushCaptures(state *lua.LState, s string, found *pattern.Matches, i int) int {
	limits.Check(state, resultSize*found.Captures())
	for c := 1; c <= found.Captures(); c++ {
		begin, end, isPosition := found.Capture(i, c)
		if isPosition {
			state.Push(lua.LNumber(begin))
		} else {
			state.Push(lua.LString(s[begin:end]))
		}
	}
	return found.Captures()
}

// find returns where a pattern matches, and its captures, or nil.
func find(state *lua.LState) int {
	s, source := text(state, 1), text(state, 2)
	if source == "" {
		state.Push(lua.LNumber(1))
		state.Push(lua.LNumber(0))
		return 2
	}
	offset := findOffset(s, state.OptInt(3, 1))
	if state.GetTop() == 4 && lua.LVAsBool(state.Get(4)) {
		return findPlain(state, s, source, offset)
	}
	found := search(state, source, s, offset, 1)
	if found.Len() == 0 {
		state.Push(lua.LNil)
		return 1
	}
	begin, end, _ := found.Capture(0, 0)
	state.Push(lua.LNumber(begin + 1))
	state.Push(lua.LNumber(end))
	return 2 + pushCaptures(state, s, found, 0)
}

// findOffset returns the index for an init of find. As in gopher-lua, an init of 0 is like 1, and -1 like the length.
func findOffset(s string, init int) int {
	if init != 0 {
		init--
	}
	if init < 0 {
		init += len(s) + 1
	}
	return max(init, 0)
}

// findPlain looks for a string. An offset after the end panics upstream, which is an error of the script.
func findPlain(state *lua.LState, s, wanted string, offset int) int {
	if offset > len(s) {
		state.RaiseError("slice bounds out of range [%d:%d]", offset, len(s))
	}
	at := strings.Index(s[offset:], wanted)
	if at < 0 {
		state.Push(lua.LNil)
		return 1
	}
	state.Push(lua.LNumber(offset + at + 1))
	state.Push(lua.LNumber(offset + at + len(wanted)))
	return 2
}

// match returns the captures of a pattern, or the whole match if it has none, or nothing.
func match(state *lua.LState) int {
	s, source := text(state, 1), text(state, 2)
	offset := state.OptInt(3, 1)
	if offset < 0 {
		offset += len(s) + 1
	}
	found := search(state, source, s, max(offset-1, 0), 1)
	if found.Len() == 0 {
		return 0
	}
	return pushMatch(state, s, found, 0)
}

// pushMatch pushes the captures of match i, or the whole match if it has none.
func pushMatch(state *lua.LState, s string, found *pattern.Matches, i int) int {
	if found.Captures() > 0 {
		return pushCaptures(state, s, found, i)
	}
	begin, end, _ := found.Capture(i, 0)
	limits.Check(state, resultSize)
	state.Push(lua.LString(s[begin:end]))
	return 1
}

// A walk is what an iterator of gmatch goes over. The matches are known before it starts, as upstream's are.
type walk struct {
	text  string
	found *pattern.Matches
	next  int
}

// gmatch returns an iterator and its state.
func gmatch(state *lua.LState) int {
	s, source := text(state, 1), text(state, 2)
	found := search(state, source, s, 0, pattern.All)
	limits.Check(state, 16*resultSize)
	state.Push(state.NewFunction(next))
	u := state.NewUserData()
	u.Value = &walk{text: s, found: found}
	state.Push(u)
	return 2
}

// next returns the next match of a walk. At the end it returns nothing, and then it is an error, where upstream panics.
func next(state *lua.LState) int {
	w, ok := state.CheckUserData(1).Value.(*walk)
	if !ok {
		state.ArgError(1, "iterator of gmatch expected")
	}
	i := w.next
	w.next++
	switch {
	case i == w.found.Len():
		return 0
	case i > w.found.Len():
		w.next = i
		state.RaiseError("index out of range [%d] with length %d", i, w.found.Len())
	}
	return pushMatch(state, w.text, w.found, i)
}
