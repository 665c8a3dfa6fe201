// Package dialect is what the packages of all dialects have in common: reading a policy from whatever holds it, JSON
// values, deep copies, and the bookkeeping of validation.
package dialect
