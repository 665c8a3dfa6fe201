package jsonpath

// node is a part of a template.
type node interface{}

type (
	list     []node // steps, one applied to the results of the other
	literal  struct{ value any }
	constant string // text; one result, whatever the input
	field    string
	word     string // range, end, or an unknown one
	wildcard struct{}
	descent  struct{}
	union    []list

	// span is the elements from start to end. An end that is derived is the next one after start.
	span struct{ start, end, step bound }

	filter struct {
		left, right list
		operator    string // empty: the left side has a result
	}
)

// bound is a number of a span.
type bound struct {
	value          int
	known, derived bool
}
