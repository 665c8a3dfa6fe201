package selector

import (
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// wordLimit is how many items of a list a reason spells out.
const wordLimit = 5

// join says the first items of a list and counts the rest: "a, b, c, d, e, …and 12 more".
func join[T any](items []T, separator string, say func(T) string) string {
	said := make([]string, 0, wordLimit+1)
	for i, item := range items {
		if i == wordLimit {
			said = append(said, fmt.Sprintf("…and %d more", len(items)-i))
			break
		}
		said = append(said, say(item))
	}
	return strings.Join(said, separator)
}

// list is the items as words, in the order given, in parentheses.
func list(items []string) string { return "(" + join(items, ", ", word) + ")" }

// itself says a sentence that is already worded.
func itself(sentence string) string { return sentence }

// word is s as it is, or quoted where a reader could not tell where it starts and ends: when it is empty,
// holds a space, what cannot be printed, or one of the marks that reasons themselves are made of.
func word(s string) string {
	quoted := strconv.Quote(s)
	if s == "" || quoted[1:len(quoted)-1] != s || strings.ContainsAny(s, " ,;()") {
		return quoted
	}
	return s
}

// isNot says that a fact is not the one value that was wanted: "kind ConfigMap is not Deployment".
func isNot(fact, found, wanted string) string {
	if found == "" {
		return "no " + fact + ", wanted " + word(wanted)
	}
	return fact + " " + word(found) + " is not " + word(wanted)
}

// isInvalid says that a part of a selector is invalid, and each way in which it is.
func isInvalid(part string, faults field.ErrorList) string {
	return part + " is invalid: " + join(faults, ", ", (*field.Error).Error)
}
