package content

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/overridekit/overridekit/override"
)

// maxWords is the length of the longest name in Kubernetes.
const maxWords = 253

// Clip returns a string for an error: at most 253 bytes and "…", without characters that are not printable.
func Clip(s string) string {
	ellipsis := ""
	if len(s) > maxWords {
		cut := maxWords
		for cut > maxWords-utf8.UTFMax && !utf8.RuneStart(s[cut]) {
			cut--
		}
		s, ellipsis = s[:cut], "…"
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s) + ellipsis
}

// ClipRef clips each string of a reference.
func ClipRef(r override.Ref) override.Ref {
	return override.Ref{APIVersion: Clip(r.APIVersion), Kind: Clip(r.Kind), Namespace: Clip(r.Namespace), Name: Clip(r.Name)}
}
