package value

import (
	"context"
	"fmt"
	"unicode/utf8"

	"github.com/overridekit/overridekit/interpreter/lua/internal/limits"
	"github.com/overridekit/overridekit/override/jsontree"
)

// meter bounds a conversion.
type meter struct {
	ctx     context.Context
	watch   *limits.Watch // of ctx; nil without one
	size    int           // the bytes that are charged for each value; 0 if the conversion makes no values
	left    int           // values until the limit
	unasked int           // values since the context was asked
	unpaid  int           // values that are not charged yet
}

// container is the size of an empty map or list, as package jsontree counts it.
const container = 10

// askEvery is how many values are counted before the context is asked again.
const askEvery = 4096

func newMeter(ctx context.Context, size int) meter {
	watch, _ := ctx.(*limits.Watch)
	return meter{ctx: ctx, watch: watch, size: size, left: jsontree.MaxSize}
}

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
	c.unpaid += n
	return c.look(n)
}

// look counts the time of n values.
func (c *meter) look(n int) error {
	if c.unasked += n; c.unasked < askEvery {
		return nil
	}
	return c.settle()
}

// settle charges the values that were counted, and asks the context.
func (c *meter) settle() error {
	bytes := c.size * c.unpaid
	c.unasked, c.unpaid = 0, 0
	if c.watch != nil {
		return c.watch.Charge(bytes)
	}
	return c.ctx.Err()
}

// copySize is the memory for a byte that is not valid UTF-8: it becomes a rune of three bytes.
const copySize = 8

// text returns s as [valid] does. A result may contain the same long text very often.
func (c *meter) text(s string) (string, error) {
	if err := c.look(len(s) / 64); err != nil {
		return "", err
	}
	if utf8.ValidString(s) {
		return s, nil
	}
	if err := c.watch.Charge(copySize * len(s)); err != nil {
		return "", err
	}
	return valid(s), nil
}
