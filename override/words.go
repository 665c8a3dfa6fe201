package override

import (
	"encoding/json"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// pointerText returns a pointer for messages.
func pointerText(p jsontree.Pointer) string {
	if len(p) == 0 {
		return "the object"
	}
	return p.String()
}

// clip returns a value as JSON, cut to 160 characters, which are enough for two images with their digests.
func clip(v any) string {
	if !jsontree.Fits(v) {
		return jsontree.Describe(v)
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return jsontree.Describe(v)
	}
	return truncate(strings.TrimSuffix(b.String(), "\n"), 160)
}

// truncate returns s, or its beginning and an ellipsis if it has more than most characters.
func truncate(s string, most int) string {
	end, n := 0, 0
	for i := range s {
		switch n {
		case most - 1:
			end = i
		case most:
			return s[:end] + "…"
		}
		n++
	}
	return s
}
