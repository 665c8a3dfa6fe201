// Package leaktest makes Secrets and override policies that are full of marks, and finds marks in texts.
package leaktest
