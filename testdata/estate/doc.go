// Package estate makes random control planes and what happens in them. It is for the tests of this repository and promises nothing.
package estate
