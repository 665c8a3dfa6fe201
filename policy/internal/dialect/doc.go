// Package dialect has what the packages of all dialects share: reading policies, JSON values, deep copies, parts of validation,
// suggestions for misspelt names, and the search for workloads that upstream cannot convert.
package dialect
