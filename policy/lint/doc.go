// Package lint finds mistakes in override policies.
package lint
