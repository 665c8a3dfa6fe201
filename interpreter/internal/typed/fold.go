package typed

import (
	"strings"
	"unicode"
)

// fold returns a key in the form that encoding/json compares: each letter becomes the first of those that differ only in case. The
// letters k and s have one beyond ASCII each.
func fold(key string) string {
	return strings.Map(func(r rune) rune {
		for {
			next := unicode.SimpleFold(r)
			if next <= r {
				return next
			}
			r = next
		}
	}, key)
}
