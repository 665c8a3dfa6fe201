package sandbox

import (
	"math/rand"

	lua "github.com/yuin/gopher-lua"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
)

// chance returns math.random and math.randomseed. A seed is valid for one run.
func (s *State) chance() map[string]lua.LGFunction {
	return map[string]lua.LGFunction{"random": s.random, "randomseed": s.seed}
}

// random returns a number from 0 to 1, or an integer from 1, or from a first to a last one.
func (s *State) random(L *lua.LState) int {
	if s.numbers == nil {
		if s.host.Random == nil {
			L.RaiseError("there is no source of random numbers")
		}
		s.numbers = rand.New(source{s.host.Random, L})
	}
	switch L.GetTop() {
	case 0:
		L.Push(lua.LNumber(s.numbers.Float64()))
	case 1:
		L.Push(lua.LNumber(s.numbers.Intn(L.CheckInt(1)) + 1)) // panics as that of gopher-lua
	default:
		least, end := L.CheckInt(1), L.CheckInt(2)+1
		L.Push(lua.LNumber(s.numbers.Intn(end-least) + least))
	}
	return 1
}

func (s *State) seed(L *lua.LState) int {
	s.numbers = rand.New(rand.NewSource(L.CheckInt64(1)))
	return 0
}

// source is a source of the caller.
type source struct {
	next  func() int64
	state *lua.LState
}

// Int63 also looks at the time: package rand asks again, forever, if all numbers are the same and too great for a range.
func (s source) Int63() int64 {
	limits.Check(s.state, 0)
	return s.next() & (1<<63 - 1)
}

// Seed does nothing: the source is the caller's.
func (s source) Seed(int64) {}
