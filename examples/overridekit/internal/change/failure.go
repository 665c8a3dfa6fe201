package change

import (
	"cmp"
	"errors"

	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
	"github.com/overridekit/overridekit/override/impact"
)

// mostErrors is the number of distinct errors after the change that are printed.
const mostErrors = 20

// FailGroups reports the errors after the change, one for each distinct difference. Later errors are only counted.
func (c *Change) FailGroups(i *impact.Impact) {
	var groups []impact.Group
	for _, g := range i.Groups {
		if g.After != "" {
			groups = append(groups, g)
		}
	}
	c.Firsts(groups[:min(mostErrors, len(groups))], func(_ int, d *impact.Difference) { c.notes.Fail(c.After.Placed(cmp.Or(d.After.Err, d.Err))) })
	if more := len(groups) - mostErrors; more > 0 {
		c.notes.Fail(errors.New(cli.More(more, "distinct error")))
	}
}
