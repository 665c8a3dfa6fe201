// Package dialecttest is what the tests of all dialects have in common: reading what a test writes down, filling every field of
// a type, and telling where two documents differ.
package dialecttest
