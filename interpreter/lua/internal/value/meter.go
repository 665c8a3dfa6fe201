package value

import (
	"context"
	"fmt"

	"github.com/overridekit/overridekit/override/jsontree"
)

// meter bounds a conversion.
type meter struct {
	ctx     context.Context
	left    int // values until the limit
	unasked int // values since the context was asked
}

// container is the size of an empty map or list, as package jsontree counts it.
const container = 10

// enter counts a table with some entries.
func (c *meter) enter(length, depth int) error {
	if depth >= jsontree.MaxDepth {
		return fmt.Errorf("the value nests more than %d levels deep", jsontree.MaxDepth)
	}
	return c.count(length + container)
}

// count counts values, and asks the context now and then.
func (c *meter) count(n int) error {
	if c.left -= n; c.left < 0 {
		return fmt.Errorf("the value has more than %d entries", jsontree.MaxSize)
	}
	if c.unasked += n; c.unasked < 4096 {
		return nil
	}
	c.unasked = 0
	return c.ctx.Err()
}
