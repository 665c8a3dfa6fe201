package suite

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
)

// failed is a step of a policy that fails. The first assertion about an outcome reports it.
type failed struct {
	by      *asserted
	index   int         // of the failure
	others  []*asserted // that are about such outcomes, too
	objects int         // outcomes in addition to the one that the failure names
}

// failed reports an error once for all outcomes and assertions.
func (in *input) failed(s *seen, err error) {
	key := override.Origin{At: err.Error()}
	var of *override.Error
	if errors.As(err, &of) {
		key = override.Origin{Policy: of.Policy, At: of.At}
	}
	f := in.failing[key]
	switch {
	case f == nil:
		if in.failing == nil {
			in.failing = map[override.Origin]*failed{}
		}
		s.of.fail("%s: found an error: %v", s.title(), in.Placed(err))
		if n := len(s.of.failures); n > 0 && s.of.more == 0 {
			in.failing[key] = &failed{by: s.of, index: n - 1}
		}
	case f.by == s.of:
		f.objects++
	case !slices.Contains(s.of.stopped, f):
		s.of.stopped = append(s.of.stopped, f)
		f.others = append(f.others, s.of)
	}
}

// finish adds to the failure the outcomes and assertions that it stands for.
func (f *failed) finish() {
	text := &f.by.failures[f.index].Message
	if f.objects > 0 {
		*text += fmt.Sprintf("\n  and for %d more objects or groups of clusters", f.objects)
	}
	if len(f.others) == 0 {
		return
	}
	var names []string
	for _, a := range f.others {
		name := a.of.name()
		if a.line > 0 {
			name = fmt.Sprintf("%s in line %d", name, a.line)
		}
		names = append(names, name)
	}
	const most = 10
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	*text += "\n  it also fails " + strings.Join(names, ", ")
}
