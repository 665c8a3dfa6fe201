// Package leaktest generates Secrets and override policies that contain marks, and finds marks in output.
package leaktest
