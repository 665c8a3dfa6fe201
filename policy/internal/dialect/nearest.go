package dialect

import (
	"strings"

	"github.com/overridekit/overridekit/override/words"
)

// Nearest returns the name that is most like the wrong one, or "" if the distance of all names is above the limit. The case of letters
// does not count.
func Nearest[T any](wrong string, names map[string]T, limit int) string {
	best, meant := limit, ""
	for name := range names {
		if far := len(wrong) - len(name); far > best || -far > best {
			continue // the distance is not less
		}
		d := words.Distance(strings.ToLower(wrong), strings.ToLower(name))
		if d < best || d == best && (meant == "" || name < meant) {
			best, meant = d, name
		}
	}
	return meant
}
