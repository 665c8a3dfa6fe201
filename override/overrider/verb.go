package overrider

import "fmt"

// MapVerb is an operation of [WholeLabels], [WholeAnnotations] and [WholeEnv].
type MapVerb int

const (
	MapInsert  MapVerb = iota // add keys; an existing one is an error
	MapReplace                // replace existing keys; absent ones are skipped
	MapDelete                 // remove keys; absent ones are skipped
)

// String returns the verb in lower case.
func (v MapVerb) String() string { return verbName(int(v), "insert", "replace", "delete") }

// ListVerb is an operation of [WholeCommand] and [WholeArgs].
type ListVerb int

const (
	ListSet    ListVerb = iota // replace the list
	ListAppend                 // append to the list
	ListDelete                 // remove equal items from the list
)

// String returns the verb in lower case.
func (v ListVerb) String() string { return verbName(int(v), "set", "append", "delete") }

// ImageVerb is an operation on a component of an image, see [ImageOperation].
type ImageVerb int

const (
	ImageSet    ImageVerb = iota // set the component; the empty value removes it
	ImageAppend                  // append to the component, without a separator
	ImageInsert                  // set the component; an existing one is an error
	ImageDelete                  // remove the component
)

// String returns the verb in lower case.
func (v ImageVerb) String() string { return verbName(int(v), "set", "append", "insert", "delete") }

func verbName(v int, names ...string) string {
	if v < 0 || v >= len(names) {
		return fmt.Sprintf("verb %d", v)
	}
	return names[v]
}

// checkVerb returns an error unless 0 <= v < verbs.
func checkVerb(v, verbs int) error {
	if v < 0 || v >= verbs {
		return fmt.Errorf("found verb %d, expected one of the %d constants of its type", v, verbs)
	}
	return nil
}
