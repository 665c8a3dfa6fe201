package change

import (
	"fmt"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override/impact"
)

// mostErrors is the number of distinct errors after the change that are printed.
const mostErrors = 20

// Fail reports the error after the change, if the difference has one. Later errors are only counted.
func (c *Change) Fail(d *impact.Difference) {
	err := d.After.Err
	if err == nil {
		err = d.Err
	}
	if err == nil {
		return
	}
	c.notes.Status = input.Trouble
	if c.failed++; c.failed <= mostErrors {
		c.notes.Fail(c.After.Placed(err))
	}
}

// FailMore reports how many errors were only counted.
func (c *Change) FailMore() {
	if more := c.failed - mostErrors; more > 0 {
		c.notes.Fail(fmt.Errorf("%d more distinct errors", more))
	}
}

// FailGroups reports the errors after the change, one for each distinct difference.
func (c *Change) FailGroups(i *impact.Impact) {
	var groups []impact.Group
	for _, g := range i.Groups {
		if g.After == "" {
			continue
		}
		if len(groups) < mostErrors {
			groups = append(groups, g)
			continue
		}
		c.failed++
	}
	c.Firsts(groups, func(_ int, d *impact.Difference) { c.Fail(d) })
	c.FailMore()
}
