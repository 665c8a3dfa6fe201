// Package pattern matches Lua patterns as gopher-lua v1.1.1 does, in bounded time and memory.
//
// gopher-lua searches by recursion, and nothing can interrupt it: one call of string.find can take hours, and it can need a gigabyte of stack.
// [Pattern.Find] tries the same ways in the same order, without recursion, and stops when its [Budget] is used up.
//
// # The patterns
//
//	pattern = [ "^" ] { item } [ "$" ]
//	item    = single | single ( "*" | "+" | "-" | "?" ) | "(" { item } ")" | "()" | "%b" byte byte | "%" digit
//	single  = "." | "%" byte | "[" [ "^" ] { member } "]" | byte
//	member  = "%" byte | byte | byte "-" byte
//
// They differ from Lua 5.1:
//
//  1. Classes are those of ASCII. A byte from 0x80 on is in no class.
//  2. A "%" at the end of the pattern matches nothing and is not an error. The same holds for missing bytes of "%b".
//  3. A repetition without a single before it is that byte: "(*a)" matches "*a".
//  4. A "^" that does not start the pattern, and a "$" in a capture or before its end, are those bytes.
//  5. A range whose start or end is a class or a range matches nothing: "[a-b-c]" and "[%d-z]".
//  6. %f is the class of the letter f.
//  7. A reference to a capture that is still open is an error. gopher-lua panics on some of them, which is an error, too.
//
// One rule is new: a pattern has at most 1,000 captures.
package pattern
