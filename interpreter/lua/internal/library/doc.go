// Package library has functions of gopher-lua (v1.1.1) that could outlast the deadline of a script, or take memory that its watch does not see, in bounded
// time and memory. They answer as gopher-lua's do. Functions that are not here are bounded as they are: by the stack of the state, or by the size of
// a table that was counted when it grew.
package library
