package change

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// Uncompared is an object that is not compared.
type Uncompared struct {
	Object override.Ref `json:"object"`
	Reason string       `json:"reason"` // with file and line
}

// missing finds the objects whose labels name a policy that was not read. KubeAdmiral sends them to no cluster. They are not compared: if the policy
// is missing after the change, this is an error, and otherwise a warning.
func (c *Change) missing() {
	for i, bundle := range []*input.Bundle{c.After, c.Before} {
		set := [...]*override.Set{c.Change.After.Policies, c.Change.Before.Policies}[i]
		for _, o := range bundle.Objects {
			ref := override.RefOf(o)
			err := input.CheckMissing(o, set.Select(o))
			if err == nil || c.without[ref] {
				continue
			}
			c.without[ref] = true
			err = fmt.Errorf("%s%w", bundle.Where(ref, ""), err)
			c.Uncompared = append(c.Uncompared, Uncompared{ref, strings.ReplaceAll(err.Error(), "\n", "; ")})
			if bundle == c.After {
				c.notes.Fail(fmt.Errorf("%w; the object is not compared", err))
			} else {
				c.notes.Warn("%v; the object is not compared", err)
			}
		}
	}
}

// Notes returns what a comparison of override policies does not show about the propagation policies that were read.
func (c *Change) Notes() []string {
	if len(c.Before.Propagation)+len(c.After.Propagation) == 0 {
		return nil
	}
	notes := []string{"every object is compared in every cluster, also in those to which propagation policies do not send it"}
	if n := differing(c.Before.Propagation, c.After.Propagation); n > 0 {
		notes = append(notes, fmt.Sprintf("propagation policies differ (%d): overridekit plan --diff compares where objects go", n))
	}
	return notes
}

// differing counts the propagation policies that are added, removed, or have another spec.
func differing(before, after []api.PropagationSource) int {
	specs := map[override.Ref]*api.PropagationSpec{}
	for _, p := range before {
		specs[p.Ref()] = p.PropagationSpec()
	}
	n := 0
	for _, p := range after {
		ref := p.Ref()
		if spec, known := specs[ref]; !known || !reflect.DeepEqual(spec, p.PropagationSpec()) {
			n++
		}
		delete(specs, ref)
	}
	return n + len(specs)
}
