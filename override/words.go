package override

import (
	"encoding/json"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
)

// place returns a pointer for messages.
func place(p jsontree.Pointer) string {
	if len(p) == 0 {
		return "the object"
	}
	return p.String()
}

// clip returns a value as JSON, cut to 160 characters, which suffice for two images with their digests.
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
	const most = 160
	text := []rune(strings.TrimSuffix(b.String(), "\n"))
	if len(text) > most {
		return string(text[:most-1]) + "…"
	}
	return string(text)
}
