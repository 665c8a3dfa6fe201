package change

import (
	"cmp"
	"errors"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/override/impact"
)

// MaxErrors is the number of distinct errors after the change that are printed.
const MaxErrors = 20

// FailGroups reports the errors after the change, one for each distinct difference. Later errors are only counted.
func (c *Change) FailGroups(all []impact.Group) {
	var groups []impact.Group
	for _, g := range all {
		if g.After != "" {
			groups = append(groups, g)
		}
	}
	c.Firsts(groups[:min(MaxErrors, len(groups))], func(_ int, d *impact.Difference) { c.notes.Fail(c.ErrorOf(d)) })
	if more := len(groups) - MaxErrors; more > 0 {
		c.notes.Fail(errors.New(cli.More(more, "distinct error")))
	}
}

// ErrorOf returns the error of a difference after the change, with file and line.
func (c *Change) ErrorOf(d *impact.Difference) error {
	return c.After.Placed(cmp.Or(d.After.Err, d.Err))
}
