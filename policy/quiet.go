package policy

import (
	"reflect"
	"regexp"

	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/selector"
)

// The parsers of YAML and JSON quote the text at an error. If a document cannot be parsed, its kind is unknown, so its text is searched for
// the kinds that it may have.
var (
	typeKey  = regexp.MustCompile(`\b(kind|apiVersion)\b["']?\s*:`)
	typeWord = regexp.MustCompile(`^[ \t]*(?:"([A-Za-z0-9./-]+)"|'([A-Za-z0-9./-]+)'|([A-Za-z0-9./-]+))[ \t]*(?:[,\]}\r\n]|[ \t]#|$)`)

	// Text that may be an encoded key, or a part of one: another encoding than UTF-8, an escape, a key after a question mark, an alias
	// as a key, base64, a tag that may be an alias of another.
	otherLetters = regexp.MustCompile(`\x00|\\[uUx]|(?:^|[\s,\[{"'\x{85}\x{2028}\x{2029}\x{feff}])\?|\*[\w-]+\s*:|!!binary|!<|![^\s,]*%|%TAG`)

	carrierKind = regexp.MustCompile(`^(?:(?:Cluster)?OverridePolicy|Work)(?:List)?$`)
	secretPlace = regexp.MustCompile(`\bdata\b|stringData|last-applied-configuration|\\[\r\n]`)
)

// maxKinds limits the pairs of apiVersion and kind that are tried for a text.
const maxKinds = 10_000

// quiet reports whether a text may have secret values:
//
//  1. If nothing is hidden, it does not.
//  2. The kinds and apiVersions of a text, wherever they are, are certain if each is a plain word, with or without quotes, on the
//     line of its key, and no key can be encoded. Any other text, and a text without a kind, may have secret values.
//  3. A text has secret values if any kind in it has, with any apiVersion in it or without one.
//  4. An override policy or a Work has secret values if it names a field of Secrets that has, or if Hide is set.
func (d Decoder) quiet(text []byte) bool {
	if reflect.ValueOf(d.Hide).Pointer() == reflect.ValueOf(redact.Nothing).Pointer() {
		return false
	}
	kinds, versions, certain := types(text)
	if !certain || len(kinds) == 0 || len(kinds)*len(versions) > maxKinds {
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

// types returns the kinds and the apiVersions of a text, including the empty apiVersion. They are certain if there can be no others.
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
		found := string(word[1]) + string(word[2]) + string(word[3]) // two are empty
		if text[key[2]] == 'k' {
			kinds[found] = true
		} else {
			versions[found] = true
		}
	}
	return kinds, versions, true
}
