// Package simulation runs a control plane and its member clusters in memory, one event after the other.
package simulation
