package overrider

import "fmt"

// MapVerb is what [WholeLabels], [WholeAnnotations] and [WholeEnv] do with keys or names.
type MapVerb int

const (
	MapInsert  MapVerb = iota // add what is absent; it is an error if one is present
	MapReplace                // replace what is present, and leave what is absent
	MapDelete                 // remove what is present
)

// String returns the verb in lower case.
func (v MapVerb) String() string { return verbName(int(v), "insert", "replace", "delete") }

// ListVerb is what [WholeCommand] and [WholeArgs] do with values.
type ListVerb int

const (
	ListSet    ListVerb = iota // replace the list
	ListAppend                 // append to the list
	ListDelete                 // remove equal items from the list
)

// String returns the verb in lower case.
func (v ListVerb) String() string { return verbName(int(v), "set", "append", "delete") }

// ImageVerb is what an [ImageOperation] does with a component of an image.
type ImageVerb int

const (
	ImageSet    ImageVerb = iota // set the component; the empty value removes it
	ImageAppend                  // append to the component, without a separator
	ImageInsert                  // set a component that is absent; it is an error if it is present
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

// checkVerb returns an error for a number that is not one of so many verbs.
func checkVerb(v, verbs int) error {
	if v < 0 || v >= verbs {
		return fmt.Errorf("found verb %d, expected one of the %d constants of its type", v, verbs)
	}
	return nil
}
