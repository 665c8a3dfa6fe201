// Package overridetest has the helpers that the tests of packages override and overrider share: short policies, and an Apply that checks
// every result against the guarantees of package override.
package overridetest
