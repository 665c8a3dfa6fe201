package policy

import (
	"reflect"
	"regexp"

	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// The parsers of YAML and JSON quote what they stumble over, and when a document cannot be read nobody knows what it would have
// been. So its text is searched for what it may be.
var (
	typeKey  = regexp.MustCompile(`\b(kind|apiVersion)\b["']?\s*:`)
	typeWord = regexp.MustCompile(`^[ \t]*(?:"([A-Za-z0-9./-]+)"|'([A-Za-z0-9./-]+)'|([A-Za-z0-9./-]+))[ \t]*(?:[,\]}\r\n]|[ \t]#|$)`)

	// What may be a key, or a part of one, in other letters: another encoding than UTF-8, an escape, a key behind a question mark, an alias
	// as a key, a text in base64, a tag that may stand for any other.
	otherLetters = regexp.MustCompile(`\x00|\\[uUx]|(?:^|[\s,\[{"'\x{85}\x{2028}\x{2029}\x{feff}])\?|\*[\w-]+\s*:|!!binary|!<|![^\s,]*%|%TAG`)

	carrierKind = regexp.MustCompile(`^(?:(?:Cluster)?OverridePolicy|Work)(?:List)?$`)
	secretPlace = regexp.MustCompile(`\bdata\b|stringData|last-applied-configuration|\\[\r\n]`)
)

// mostKinds is how many pairs of apiVersion and kind a text is asked for.
const mostKinds = 10_000

// quiet reports whether a text may hold secret values:
//
//  1. Where nothing is hidden, it has none.
//  2. A text is taken for what its kinds and apiVersions say, wherever they are, if each is a plain word, perhaps in quotes, on the
//     line of its key, and no key can be there in other letters. Of any other text, and of one without a kind, it is not known what it is.
//  3. Any kind in it, with any apiVersion in it or with none, has some.
//  4. It is an override policy or a Work, and names a place where a Secret has some; or there are other places than those of Secrets.
func (d Decoder) quiet(text []byte) bool {
	if reflect.ValueOf(d.Hide).Pointer() == reflect.ValueOf(redact.Nothing).Pointer() {
		return false
	}
	kinds, versions, certain := types(text)
	if !certain || len(kinds) == 0 || len(kinds)*len(versions) > mostKinds {
		return true
	}
	carried := d.Hide != nil || secretPlace.Match(text)
	for kind := range kinds {
		if carried && carrierKind.MatchString(kind) {
			return true
		}
		for version := range versions {
			if len(d.Hide.Of(selector.Object{APIVersion: version, Kind: kind})) > 0 {
				return true
			}
		}
	}
	return false
}

// types are the kinds and the apiVersions of a text, the empty one among these. They are certain if there can be no others.
func types(text []byte) (kinds, versions map[string]bool, certain bool) {
	kinds, versions = map[string]bool{}, map[string]bool{"": true}
	if otherLetters.Match(text) {
		return nil, nil, false
	}
	for _, key := range typeKey.FindAllSubmatchIndex(text, -1) {
		word := typeWord.FindSubmatch(text[key[1]:])
		if word == nil {
			return nil, nil, false
		}
		found := string(word[1]) + string(word[2]) + string(word[3]) // of which two are empty
		if text[key[2]] == 'k' {
			kinds[found] = true
		} else {
			versions[found] = true
		}
	}
	return kinds, versions, true
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
	shown := lineNumber.FindString(text) + "the document cannot be read; the reason is not shown, because it may quote the value of a Secret"
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
