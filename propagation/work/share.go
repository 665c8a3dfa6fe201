package work

import (
	"context"
	"errors"
	"fmt"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// share is how the object of a cluster differs from the template before policies act. Clusters with equal shares have equal objects.
type share struct {
	revised, divided      bool
	replicas, completions int64
}

// sharers is the targets with one share.
type sharers struct {
	selection override.Selection // the policies for the object with the share
	targets   []int
}

// shareOut returns the targets by their shares, in the order of the first of each. A target that fails has its error in errs.
func (p *preparer) shareOut(ctx context.Context, errs []error) (all []*sharers) {
	known := map[share]*sharers{}
	reviser, found := p.Interpreter.ReplicaReviser(p.Template.GroupVersionKind())
	revised := found && (p.spec.Replicas > 0 || p.spec.ReplicaRequirements != nil || len(p.spec.Components) > 0)
	for i, target := range p.targets {
		s := share{revised: revised}
		if revised {
			s.replicas = int64(target.Replicas)
		}
		s.completions, s.divided = p.completions[target.Name]
		with := known[s]
		if with == nil {
			object, err := p.withShare(ctx, reviser, s)
			if err != nil {
				errs[i] = err
				continue
			}
			if s != (share{}) {
				own, _ := reuse(object.Object, p.Template.Object)
				content, _ := own.(map[string]any)
				object = &unstructured.Unstructured{Object: content}
			}
			with = &sharers{selection: p.Overrides.Set.Select(object)}
			known[s], all = with, append(all, with)
		}
		with.targets = append(with.targets, i)
	}
	return all
}

// withShare returns the template with a share.
func (p *preparer) withShare(ctx context.Context, reviser interpreter.ReplicaReviser, s share) (object *unstructured.Unstructured, err error) {
	object = p.Template
	if s.revised {
		if object, err = reviser.ReviseReplica(ctx, object, s.replicas); err != nil {
			return nil, p.Interpreter.Hidden(p.Template, err)
		}
		if object == nil || object.Object == nil {
			return nil, errors.New("found no object with revised replicas, expected one")
		}
		if err = content.Check(object.Object); err != nil {
			return nil, fmt.Errorf("with revised replicas, %w", err)
		}
		if found, expected := override.RefOf(object), override.RefOf(p.Template); !content.SameObject(found, expected) {
			return nil, fmt.Errorf("with revised replicas, the interpreter returned %s %s, expected %s %s", found.APIVersion, found, expected.APIVersion, expected)
		}
	}
	if s.divided {
		if object, err = withCompletions(object, s.completions); err != nil {
			return nil, err
		}
	}
	return object, nil
}

// withCompletions returns a copy of a Job with other completions, if it has any.
func withCompletions(job *unstructured.Unstructured, completions int64) (*unstructured.Unstructured, error) {
	job, err := copyOf(job)
	if err != nil {
		return nil, err
	}
	_, found, err := integerAt(job.Object, "spec", "completions")
	if err != nil {
		return nil, err
	}
	if !found {
		return job, nil
	}
	if err := unstructured.SetNestedField(job.Object, completions, "spec", "completions"); err != nil {
		return nil, err
	}
	return job, nil
}
