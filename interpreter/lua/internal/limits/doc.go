// Package limits bounds what a Lua script costs: the time and memory to compile it ([Compile]), and to run it ([Watch]). gopher-lua (v1.1.1) has no limit on
// memory, and limits time only between instructions.
//
// # How a script is watched
//
// gopher-lua asks the context of a state before each instruction whether it is done. A [Watch] is such a context. It reads which instruction comes next,
// and counts the bytes that the instruction may allocate before it is executed:
//
//	instruction                          bytes
//	arithmetic, for                      8 for each number
//	a .. b .. c                          those of the result
//	t[k] = v, t.k = v, k = v             nothing if the key has a value; else what the key adds. A list grows up to the index, so
//	                                     t[67108863] = 1 counts as 6 GB
//	{…}, function, f(…)                  a fixed size for the table, its elements, the upvalues, the table of variable arguments
//	others                               nothing
//
// Library functions are Go, and gopher-lua does not ask while they run. They call [Check] with what they allocate, before they allocate it, and
// repeatedly if they run long.
//
// The count is an upper estimate: the tests compare it with what Go's runtime counts. It only grows, because nothing reports when a value becomes
// garbage. So the state never holds more than the limit, and the result of a script depends only on the script and its input, not on other goroutines,
// the garbage collector or the machine. The price is that garbage counts: building a string of n bytes byte by byte needs n²/2 bytes.
//
// When the bytes or the time are used up, every further instruction is an error, so a script cannot go on with pcall.
//
// # What it needs from gopher-lua
//
// The current frame and the sizes of a table are unexported fields. They are read with package reflect, never written. [NewWatch] is an error if they
// are not what they are in v1.1.1. A watched script takes about twice as long as one with an ordinary context.
//
// # How to use it
//
//	watch, err := limits.NewWatch(state)  // once a state
//	watch.Start(ctx, 512<<20)             // before each call
//	err = state.PCall(…)
//	err = watch.Charge(n)                 // while results are converted: time and memory are those of the same call
//	watch.Stop()
//
// Two things are left to the owner of the state:
//
//  1. The stack of the state must not grow (RegistryMaxSize stays 0), and coroutines must not be open: a watch sees one stack.
//  2. After the call, Err of the watch reports whether a limit was exceeded, whatever the script did with the error.
//
// Some costs are not bounded. One instruction can compare strings as large as the limit, or look for the end of a list with as many nils, which takes
// some 100 milliseconds for 512 MB. The stack trace of an error is not counted, because it is garbage at once. The garbage collector may use as much
// memory again as is live.
package limits
