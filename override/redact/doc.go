// Package redact hides the values of Secrets in output for people: errors, explanations, differences.
//
// Values are hidden by their path: a [Places] function returns the pointers to the secret values of an object, and a [Region] is
// a list of these pointers. Output has "***" instead of each value there. A comparison of two values has "***" for both if they
// are equal, and "*** (before)" and "*** (after)" if they differ, as in kubectl diff.
//
// Keys are not hidden, because people must see which values differ. Data for programs is not hidden: a result, its changes and
// its patch have the values.
//
// [Places] and [Region] are part of the API of package override. There is no promise that the functions of this package stay: they are for other
// packages of this module.
package redact
