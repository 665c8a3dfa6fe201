// Package limits bounds what a Lua script costs: the time and memory to compile it ([Compile]), and to run it ([Watch]). gopher-lua (v1.1.1) has no limit on
// memory, and limits time only between instructions.
//
// # How a script is watched
//
// gopher-lua asks the context of a state before each instruction whether it is done. A [Watch] is such a context. When the bytes or the time are used up,
// every further instruction is an error, so a script cannot go on with pcall. These count bytes, which are never given back:
//
//  1. An instruction counts 16 bytes, whatever it allocates. So a script executes a limited number of them.
//  2. Library functions are Go, and gopher-lua does not ask while they run. They call [Check] with what they allocate, before they allocate it, and
//     repeatedly if they run long.
//  3. Conversions call [Watch.Charge].
//
// Two instructions could allocate any amount at once, and are bounded before they do:
//
//  1. a .. b: the strings in the registers of the current function may not be longer, together, than the bytes that are left.
//  2. t[k] = v and {[k] = v}: gopher-lua fills a list up to the index k. [Compile] makes the key an argument of a function that refuses an index of more
//     than the limit divided by 96.
//
// So the count depends only on the script and its input, not on other goroutines, the garbage collector or the machine. It is not what the script
// allocates: in the time of a call, instructions may allocate some gigabytes, for example with many small tables, lists that are filled up to an index, or
// error messages that contain long strings. Only the deadline bounds that.
//
// # How to use it
//
//	watch := limits.NewWatch(state)       // once a state
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
// One instruction can compare strings as large as the limit, or look for the end of a list with as many nils, which takes some 100 milliseconds for
// 512 MB. The garbage collector may use as much memory again as is live.
package limits
