// Package thirdparty interprets the kinds of other projects for which Karmada comes with scripts, as these scripts do (Karmada f8fdd02df,
// 1.19). They are written in Go here.
package thirdparty
