// Package overridetest has what the tests of packages override and overrider share: policies as a test writes them, and an Apply that
// holds every result to the guarantees of package override.
package overridetest
