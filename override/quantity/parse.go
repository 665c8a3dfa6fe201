package quantity

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/override/words"
)

// The limits of a quantity as a string.
const (
	MaxBytes          = 1000
	MaxExponentDigits = 3 // 12e6 has one; leading zeros count, a sign does not
)

// Parse parses a quantity as [resource.ParseQuantity] does, within the limits:
//
//  1. The string has at most MaxBytes bytes.
//  2. The exponent has at most MaxExponentDigits digits.
//  3. It is a quantity.
//
// The error names the first broken rule. For rule 3 it wraps that of ParseQuantity.
func Parse(s string) (resource.Quantity, error) {
	if len(s) > MaxBytes {
		return resource.Quantity{}, fmt.Errorf("a quantity has %d bytes, expected at most %d: %s", len(s), MaxBytes, clip(s))
	}
	if exponentDigits(s) > MaxExponentDigits {
		return resource.Quantity{}, fmt.Errorf("a quantity has an exponent of more than %d digits: %s", MaxExponentDigits, clip(s))
	}
	q, err := resource.ParseQuantity(s)
	if err != nil {
		return resource.Quantity{}, fmt.Errorf("%s is not a quantity: %w", clip(s), err)
	}
	return q, nil
}

// exponentDigits counts the digits of the exponent, which follow the first e or E and a sign. ParseQuantity rejects strings with
// another e, or with anything after the digits.
func exponentDigits(s string) int {
	e := strings.IndexAny(s, "eE")
	if e < 0 {
		return 0
	}
	exponent := s[e+1:]
	if exponent != "" && (exponent[0] == '+' || exponent[0] == '-') {
		exponent = exponent[1:]
	}
	return len(exponent) - len(strings.TrimLeft(exponent, "0123456789"))
}

// Of converts a value of decoded JSON: a string, with any space around it, or a number; null is 0.
func Of(v any) (resource.Quantity, error) {
	switch v := v.(type) {
	case nil:
		return resource.Quantity{}, nil
	case string:
		return Parse(strings.TrimSpace(v))
	case int64:
		return Parse(strconv.FormatInt(v, 10))
	case float64, json.Number:
		text, err := json.Marshal(v)
		if err != nil {
			return resource.Quantity{}, fmt.Errorf("%v is not a quantity: %w", v, err)
		}
		return Parse(string(text))
	}
	return resource.Quantity{}, fmt.Errorf("a Go %T is not a quantity, expected a string or a number", v)
}

// clip quotes a string for an error. A long one is shortened.
func clip(s string) string { return strconv.Quote(words.Clip(s, 40)) }
