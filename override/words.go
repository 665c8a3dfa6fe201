package override

import (
	"encoding/json"
	"strings"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
)

// pointerText returns a pointer for messages.
func pointerText(p jsontree.Pointer) string {
	if len(p) == 0 {
		return "the object"
	}
	return p.String()
}

// clip returns a value as JSON, cut to 160 characters, which are enough for two images with their digests.
func clip(v any) string { return words.Clip(valueText(v), 160) }

// clipPair returns two values as JSON, cut so that their first difference is visible, also in a line of 300 characters after a long pointer.
func clipPair(old, now any) (string, string) { return words.Pair(valueText(old), valueText(now), 200) }

// valueText returns a value as JSON, or a description of a value that is not JSON.
func valueText(v any) string {
	if !jsontree.Fits(v) {
		return jsontree.Describe(v)
	}
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return jsontree.Describe(v)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
