// Package lua interprets custom resources by the Lua scripts of Karmada's ResourceInterpreterCustomization.
package lua
