// Package native understands the kinds of Kubernetes itself, as Karmada's native interpreter does (Karmada 1.15).
package native
