package pattern

import "errors"

// ErrBudget is the error of a search that has used up its steps.
var ErrBudget = errors.New("the pattern is too complex")

// A Budget bounds searches. Several searches may use one, but not at the same time.
type Budget struct {
	// Steps is how many steps are left. A step looks at one byte of the text, or begins an item.
	Steps int
	// Poll is called every 4096 steps, and at the end of a search, with the bytes that the matches have taken since the last call. Its error
	// ends the search. Nil means no call.
	Poll func(bytes int) error
}

const pollEvery = 4096

// A meter counts the steps and bytes of one search.
type meter struct {
	budget *Budget
	steps  int // since the last poll
	bytes  int
}

// count adds steps. It fails if the budget does.
func (m *meter) count(steps int) error {
	m.steps += steps
	if m.steps < pollEvery {
		return nil
	}
	return m.poll()
}

func (m *meter) poll() error {
	m.budget.Steps -= m.steps
	m.steps = 0
	if m.budget.Steps < 0 {
		return ErrBudget
	}
	bytes := m.bytes
	m.bytes = 0
	if m.budget.Poll == nil {
		return nil
	}
	return m.budget.Poll(bytes)
}
