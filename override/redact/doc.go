// Package redact keeps the values of Secrets out of texts for people: errors, explanations, differences.
//
// What is hidden is decided by place, not by value: a [Places] names the places of an object that hold secret values, and a
// [Region] is those places. In a text, "***" stands for each value there. Where a text compares two values, equal ones are both
// "***" and different ones are "*** (before)" and "*** (after)", as kubectl diff shows them.
//
// Keys are not hidden: they are names, and a person has to see what differs. Data for programs is not hidden either: a result, its
// changes and its patch have the values.
package redact
