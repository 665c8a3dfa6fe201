package selector

import (
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// wordLimit is the number of list items that a reason spells out.
const wordLimit = 5

// join formats the first items of a list and counts the rest: "a, b, c, d, e, …and 12 more".
func join[T any](items []T, separator string, format func(T) string) string {
	words := make([]string, 0, wordLimit+1)
	for i, item := range items {
		if i == wordLimit {
			words = append(words, fmt.Sprintf("…and %d more", len(items)-i))
			break
		}
		words = append(words, format(item))
	}
	return strings.Join(words, separator)
}

// list formats items in the given order, in parentheses.
func list(items []string) string { return "(" + join(items, ", ", word) + ")" }

// itself returns its argument.
func itself(sentence string) string { return sentence }

// word returns s, or s quoted if a reader could not see where it starts and ends: if it is empty or contains
// a space, an unprintable character, or punctuation that reasons use themselves.
func word(s string) string {
	quoted := strconv.Quote(s)
	if s == "" || quoted[1:len(quoted)-1] != s || strings.ContainsAny(s, " ,;()") {
		return quoted
	}
	return s
}

// isNot formats a fact that differs from the one wanted value: "kind ConfigMap is not Deployment".
func isNot(fact, found, wanted string) string {
	if found == "" {
		return "no " + fact + ", wanted " + word(wanted)
	}
	return fact + " " + word(found) + " is not " + word(wanted)
}

// isInvalid formats the faults of an invalid part of a selector.
func isInvalid(part string, faults field.ErrorList) string {
	return part + " is invalid: " + join(faults, ", ", (*field.Error).Error)
}
