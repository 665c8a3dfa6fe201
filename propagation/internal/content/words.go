package content

import (
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
)

// maxWords is the length of the longest name in Kubernetes.
const maxWords = 253

// Clip returns a string for an error: at most 253 characters and "…", without characters that are not printable.
func Clip(s string) string { return clip(s, maxWords) }

func clip(s string, most int) string { return words.OneLine(words.Clip(s, most)) }

// maxList is how many strings of a list an error has.
const maxList = 10

// ClipList returns strings for an error, clipped and separated by commas: at most ten and the number of the others.
func ClipList(all []string) string {
	var clipped []string
	for _, s := range all[:min(len(all), maxList)] {
		clipped = append(clipped, Clip(s))
	}
	if more := len(all) - maxList; more > 0 {
		clipped = append(clipped, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(clipped, ", ")
}

// ClipRef clips each string of a reference.
func ClipRef(r override.Ref) override.Ref {
	return override.Ref{APIVersion: Clip(r.APIVersion), Kind: Clip(r.Kind), Namespace: Clip(r.Namespace), Name: Clip(r.Name)}
}

// maxError is how many bytes of an error of another package an error has.
const maxError = 1000

// ClipError returns an error with the same chain and the beginning of its text, or nil.
func ClipError(err error) error {
	if err == nil {
		return nil
	}
	return clippedError{err}
}

type clippedError struct{ err error }

func (e clippedError) Error() string { return clip(e.err.Error(), maxError) }

func (e clippedError) Unwrap() error { return e.err }
