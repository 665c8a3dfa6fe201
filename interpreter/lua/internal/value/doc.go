// Package value converts decoded JSON to Lua values and back, as Karmada does through JSON text (Karmada f8fdd02df), but without the text.
package value
