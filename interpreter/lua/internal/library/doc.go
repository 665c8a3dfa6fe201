// Package library implements some functions of gopher-lua (v1.1.1) in bounded time and memory: those that could outlast the deadline of a script, or
// take memory that its watch does not see. Their results are those of gopher-lua. The other functions are already bounded, by the stack of the state or
// by the size of a table that was counted when it grew.
package library
