// Package dialecttest has what the tests of all dialects share: reading objects and policies in YAML, filling every field of a type,
// and comparing documents.
package dialecttest
