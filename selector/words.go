package selector

import (
	"fmt"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override/words"
)

// wordLimit is the number of list items that a reason spells out.
const wordLimit = 5

// The most bytes of parts of a reason. A reason is given for each of many objects.
const (
	maxWord  = 253 // of a name, a value or a key: the length of the longest name in Kubernetes
	maxFault = 1000
)

// join formats the first items of a list and counts the rest: "a, b, c, d, e, …and 12 more".
func join[T any](items []T, separator string, format func(T) string) string {
	return joinSome(items, 0, separator, format)
}

// joinSome is join for items of which there are more.
func joinSome[T any](items []T, more int, separator string, format func(T) string) string {
	shown := min(len(items), wordLimit)
	parts := make([]string, 0, wordLimit+1)
	for _, item := range items[:shown] {
		parts = append(parts, format(item))
	}
	if more += len(items) - shown; more > 0 {
		parts = append(parts, fmt.Sprintf("…and %d more", more))
	}
	return strings.Join(parts, separator)
}

// list formats items in the given order, in parentheses.
func list(items []string) string { return "(" + join(items, ", ", word) + ")" }

// itself returns its argument.
func itself(sentence string) string { return sentence }

// word returns s, or s quoted if a reader could not see where it starts and ends: if it is empty or contains
// a space, an unprintable character, or punctuation that reasons use themselves.
func word(s string) string {
	s = words.Clip(s, maxWord)
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
	return part + " is invalid: " + join(faults, ", ", func(f *field.Error) string { return words.Clip(f.Error(), maxFault) })
}
