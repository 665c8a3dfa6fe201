// Package lua interprets custom resources by the Lua scripts of Karmada's ResourceInterpreterCustomization, config.karmada.io/v1alpha1, as
// Karmada does (Karmada f8fdd02df, 1.19; gopher-lua 1.1.1). Programs that do not import it do not compile gopher-lua.
//
//	customizations, err := lua.Decode(stream)
//	interpreters, err := lua.New(lua.Options{Now: time.Now, Random: rand.Int64}, customizations...)
//	registry := interpreter.NewRegistry(append(interpreters, native.Interpreters(time.Now)...)...)
//
// [Validate] is Karmada's admission of a customization. For a new kind, a declaration (package interpreter/declared) is shorter, faster and
// cannot fail at run time; README.md compares both with webhooks.
//
// # A call
//
// A hook executes the whole script, and calls the function of its operation, see [FunctionOf], with the object. If the chunk itself returns
// values, they come before those of the function.
//
//  1. Into Lua: each number is a float64, null is nil, nulls in a list are left out, and an empty object and an empty list are both an empty
//     table.
//  2. Back: a table with the keys 1, 2, 3 … is a list, one with strings an object. A table that a result contains twice is an error. Numbers
//     are an int64 where their shortest notation is one.
//  3. An empty table becomes the empty object or empty list that the argument has at the same place. Without one there, the table is deleted. Retain
//     looks in both objects, ReviseReplica in its object, and the other hooks in nothing.
//  4. The sandbox has the Lua 5.1 functions of gopher-lua except io, debug, coroutines, most of os, and those that load code or reach metatables.
//     require("kube") returns resourceAdd, getResourceQuantity, accuratePodRequirements and getPodDependencies.
//
// # Isolation and limits
//
// Each call sees a fresh environment: globals, libraries and loaded modules of one call are invisible to all others. Scripts are compiled once and
// shared. States are pooled.
//
//   - A call ends with its context, and after [MaxTime]. That includes the library functions and all conversions.
//   - A call may count [Options].Memory bytes: what library functions and conversions allocate, including garbage, and 16 bytes for each instruction.
//     No instruction joins strings, or fills a list, beyond that.
//   - So an endless loop meets either bound: the time on a slow machine, the bytes on a fast one. The messages say so, and only an error of the time
//     wraps [context.DeadlineExceeded].
//   - A script has at most 128 KiB, 1000 levels of nesting or operands in a chain, and 1000 functions.
//   - A result has at most 10,000 levels and some ten million values. Values that are decoded into Go types, such as requirements, components and
//     dependencies, have at most 16 MB of JSON.
//   - A search with a pattern has at most 20 million steps.
//   - os.time, os.date and math.random use the functions in [Options], in UTC. print writes nothing.
//
// Exceeding a limit is an error of the call. A pcall cannot keep a script running after its time or memory is used up. Two things are not bounded
// exactly. The first is what instructions allocate until the time is over, which may be some gigabytes for each concurrent call. The second is the
// time of a single instruction on values as large as Memory, some 100 milliseconds. If scripts come from people who are not trusted, set Memory to
// a few megabytes, which also limits the instructions, and run the hooks in a separate process that the operating system limits (a container), and call them through package
// interpreter/webhook.
//
// # Deliberate differences from Karmada
//
//	Karmada                                                here                      reason
//	a script sees what scripts before it left              nothing is left           scripts must not change each other
//	hangs in patterns and in the compiler                  an error in time          one script must not stop a control plane
//	dies of deep results, and of memory                    an error                  the same
//	compiles scripts of any size                           at most 128 KiB           compiling takes quadratic time
//	pairs over input has a random order                    sorted by key             the same input has the same result
//	deletes full elements of a list with empty ones        deletes the empty ones    the result is what the script means
//	requests beyond int64 wrap around, or are lost         an error                  as in package interpreter/native
//	print writes to the process, os uses its time zone     silent, UTC               a library has no output and reads no environment
//	breaks its JSON at a name with " by an empty table     an error of its own       nobody reads an error of broken JSON
//	"%d" of a table shows addresses in format              as tostring               the same input has the same result
//	os.time and math.random always work                    need Options              a library reads no clock and no randomness
//	prints a table in "fail to convert lua value"          leaves it out             messages are bounded
//	the deepest of 254 calls can read a field              253, of an object         objects and libraries are filled when they are read
//	the deepest of 254 calls can set t[k]                  253                       a function checks the index
package lua
