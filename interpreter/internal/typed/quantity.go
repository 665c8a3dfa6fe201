package typed

import (
	"errors"
	"math"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/override/quantity"
)

// isQuantity reports whether v is a quantity: a string that is one, or a number.
func isQuantity(v any) bool {
	switch v := v.(type) {
	case int64:
		return true
	case float64:
		return !math.IsNaN(v) && !math.IsInf(v, 0)
	case string:
		if len(v) > quantity.MaxBytes {
			return false
		}
		if isPlain(v) {
			return true
		}
		_, err := parseQuantity(v)
		return err == nil
	}
	return false
}

// beyondLimits returns what an error adds about a string beyond the limits of a quantity; empty for any other string.
func beyondLimits(s string) string {
	parse := parseQuantity
	if len(s) > quantity.MaxBytes {
		parse = quantity.Parse // white space is not dropped
	}
	_, err := parse(s)
	if err == nil || errors.Unwrap(err) != nil {
		return ""
	}
	reason, _, _ := strings.Cut(err.Error(), `: "`) // the error contains the string already
	return ": " + reason
}

// encodeQuantity encodes a quantity in canonical form.
func encodeQuantity(v any) any {
	var q resource.Quantity
	if s, ok := v.(string); ok {
		q, _ = parseQuantity(s)
	} else {
		q, _ = quantity.Of(v)
	}
	return q.String()
}

// parseQuantity parses a quantity. White space around it is dropped, unless JSON has to escape it: quantities are read as they are
// written in JSON.
func parseQuantity(s string) (resource.Quantity, error) {
	return quantity.Parse(strings.TrimFunc(s, func(r rune) bool { return r >= ' ' && r != '\u2028' && r != '\u2029' && unicode.IsSpace(r) }))
}

// isPlain reports whether s is a quantity of the usual form: digits, perhaps with a sign, and a dot with more digits, and one of the
// suffixes. Odd forms, such as a lone sign, are not plain. Parsing one may allocate, which isPlain does not.
func isPlain(s string) bool {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	rest := cutDigits(s)
	if len(rest) == len(s) {
		return false
	}
	if fraction, found := strings.CutPrefix(rest, "."); found {
		if rest = cutDigits(fraction); len(rest) == len(fraction) {
			return false
		}
	}
	switch rest {
	case "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei":
		return true
	}
	return false
}

// cutDigits returns s without its leading digits.
func cutDigits(s string) string {
	for s != "" && '0' <= s[0] && s[0] <= '9' {
		s = s[1:]
	}
	return s
}
