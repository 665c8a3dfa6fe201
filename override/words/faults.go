package words

import (
	"fmt"
	"slices"
	"strings"

	utilerrors "k8s.io/apimachinery/pkg/util/errors"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// The limits of the text of faults. A policy can have as many faults as it has labels.
const (
	maxFaults = 20
	maxFault  = 1000 // characters
)

// faultList is an aggregate whose text is bounded. That of apimachinery is not, and takes time in proportion to the square of its length.
type faultList struct{ utilerrors.Aggregate }

// Faults returns the faults of validation as an error without repeated messages, or nil without faults. Its text is bounded: the first 20 faults and the
// number of the others. For errors.Is and errors.As, the error has all faults. Nil faults are ignored.
func Faults(all field.ErrorList) error {
	if slices.Contains(all, nil) {
		all = slices.DeleteFunc(slices.Clone(all), func(e *field.Error) bool { return e == nil })
	}
	if len(all) == 0 {
		return nil
	}
	return faultList{all.ToAggregate()}
}

// Error returns the first faults and the number of the others.
func (f faultList) Error() string {
	all := f.Errors()
	var texts []string
	for i, err := range all {
		if i == maxFaults {
			texts = append(texts, fmt.Sprintf("and %d more", len(all)-i))
			break
		}
		texts = append(texts, Clip(err.Error(), maxFault))
	}
	if len(texts) == 1 {
		return texts[0]
	}
	return "[" + strings.Join(texts, ", ") + "]"
}
