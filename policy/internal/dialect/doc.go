// Package dialect has what the packages of all dialects share: reading policies, JSON values, deep copies, parts of validation, and
// the search for workloads that upstream cannot convert.
package dialect
