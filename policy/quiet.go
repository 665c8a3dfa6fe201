package policy

import (
	"regexp"

	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// The parsers of YAML and JSON quote what they stumble over, and when a document cannot be read nobody knows what it would have
// been. So it is guessed from the text whether it may hold secret values.
var (
	kindWord    = regexp.MustCompile(`\bkind\b["']?\s*:\s*(?:[!&]\S+\s+)*["']?([A-Za-z0-9]+)`)
	versionWord = regexp.MustCompile(`\bapiVersion\b["']?\s*:\s*(?:[!&]\S+\s+)*["']?([A-Za-z0-9./-]+)`)
	secretPlace = regexp.MustCompile(`/data\b|stringData|last-applied-configuration|\\[uUx]`)
)

// mostKinds is how many pairs of apiVersion and kind a text is asked for.
const mostKinds = 10_000

// quiet reports whether a text may hold secret values:
//
//  1. Any kind in it, with any apiVersion in it, has some. Of a text without a kind that is not known.
//  2. It names a place where a Secret has some, as a policy may. Or it has escapes, behind which there may be anything.
func (d Decoder) quiet(text []byte) bool {
	kinds, versions := words(kindWord, text), words(versionWord, text)
	if len(kinds) == 0 || len(kinds)*len(versions) > mostKinds || secretPlace.Match(text) {
		return true
	}
	versions[""] = len(versions) == 0
	for kind := range kinds {
		for version := range versions {
			if len(d.Hide.Of(selector.Object{APIVersion: version, Kind: kind})) > 0 {
				return true
			}
		}
	}
	return false
}

// words is what a pattern finds, each once.
func words(pattern *regexp.Regexp, text []byte) map[string]bool {
	found := map[string]bool{}
	for _, match := range pattern.FindAllSubmatch(text, -1) {
		found[string(match[1])] = true
	}
	return found
}

// What is known of the texts of the parsers.
var (
	twice      = regexp.MustCompile(`^(?:line \d+: key ".*" is there twice(?:\n\s*|$))+$`)
	twiceJSON  = regexp.MustCompile(`^(?:duplicate field ".*"(?:\n|$))+$`)
	theKey     = regexp.MustCompile(`(?:key|duplicate field) ".*"`)
	tooLarge   = regexp.MustCompile(`^(line \d+: the number ).*( fits no float64)$`)
	noObject   = regexp.MustCompile(`(?s)^(the document is )the .*(, expected an object with apiVersion and kind)$`)
	noJSON     = regexp.MustCompile(`^the document is no JSON that an object can hold: (?:invalid character '|unexpected|json: cannot unmarshal )`)
	sign       = regexp.MustCompile(`'[^\w\s]{1,2}'`)
	anyQuote   = regexp.MustCompile("[\"'`]|key:")
	lineNumber = regexp.MustCompile(`^line \d+: `)
)

// withoutValues is the error of a text that cannot be read, as it may be shown if the text holds secret values. What is not known to quote
// nothing is not shown, but for the line.
func withoutValues(err error) error {
	text := err.Error()
	shown := lineNumber.FindString(text) + "the document cannot be read; the reason is not shown, because it may hold a secret value"
	switch {
	case twice.MatchString(text):
		shown = theKey.ReplaceAllString(text, "a key")
	case twiceJSON.MatchString(text):
		shown = theKey.ReplaceAllString(text, "a field is there twice")
	case tooLarge.MatchString(text):
		shown = tooLarge.ReplaceAllString(text, "${1}"+redact.Mask+"${2}")
	case noObject.MatchString(text):
		shown = noObject.ReplaceAllString(text, "${1}"+redact.Mask+"${2}")
	case noJSON.MatchString(text):
		shown = redact.WithoutNumber(text)
	case !anyQuote.MatchString(sign.ReplaceAllString(text, "")):
		return err
	}
	return redact.Hide(err, shown)
}
