// Package yamltext reads untrusted YAML text. It is the only place where this module calls a parser of YAML: every function checks
// the text with [Check] first, and then does what the function of the library with the same purpose does.
//
// A text that fails [Check] is not parsed. All functions are safe for concurrent use, and none of them writes the text.
package yamltext
