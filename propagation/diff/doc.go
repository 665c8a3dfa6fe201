// Package diff compares two plans of package propagation: which templates, bindings and Works a change moves, and from where to where.
//
// [Plans] compares, and a [Difference] is data, JSON, text or Markdown for a pull request. What is alike in both plans is not in it.
package diff
