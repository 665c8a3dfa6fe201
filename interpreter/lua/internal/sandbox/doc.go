// Package sandbox runs compiled scripts, each in a fresh environment with the functions that Karmada allows (Karmada f8fdd02df).
package sandbox
