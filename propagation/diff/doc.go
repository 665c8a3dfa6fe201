// Package diff compares two plans of package propagation: which templates, bindings and Works change, and which clusters they move between.
//
// [Plans] returns a [Difference] as data, which can be written as JSON, text or Markdown. It has only what differs.
package diff
