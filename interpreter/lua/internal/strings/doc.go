// Package strings is the string library of scripts, as Karmada has it (f8fdd02df): that of gopher-lua v1.1.1, with fewer functions and limits, here in
// bounded time and memory.
//
//  1. A first or second argument of more than 1,000,000 bytes is an error, except of len.
//  2. rep, gsub and dump are errors.
//  3. find, match, gmatch and gfind search with package pattern. A search of more than 20 million steps is an error.
//  4. format is Go's: "%d" of 1.9 is 1, and missing arguments are not an error. The result has at most 32 MB, by an upper estimate. A table, function
//     or userdata is written as by tostring. Upstream writes the Go structure, with addresses, if the verb is not for strings.
//  5. The stack of the state limits the number of values of byte and char.
//  6. The watch of package limits counts what is allocated, and a long search also checks the time.
package strings
