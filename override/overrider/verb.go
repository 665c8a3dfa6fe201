package overrider

import "fmt"

// Verb is what an overrider does to a part of the object. Systems name these differently, and mean different things by one
// name; the verbs here have one meaning each.
type Verb int

const (
	VerbSet     Verb = iota + 1 // write the value, whether or not there was one
	VerbReplace                 // write the value only where there is one
	VerbAppend                  // put the value behind what is there
	VerbDelete                  // take away what is there
	VerbInsert                  // write the value only where there is none; anything there is an error
)

// String is the verb's name in lower case.
func (v Verb) String() string {
	switch v {
	case VerbSet:
		return "set"
	case VerbReplace:
		return "replace"
	case VerbAppend:
		return "append"
	case VerbDelete:
		return "delete"
	case VerbInsert:
		return "insert"
	}
	return fmt.Sprintf("verb %d", int(v))
}
