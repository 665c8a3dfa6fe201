package work

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/selector"
)

// Prepare is [Render] for many Works: it finds all errors, and applies the override policies once for the clusters that get the same object, but
// makes each Work when it is asked for.
//
//  1. The Works, their order and the error are those of Render. If targets fail, the Works of the others are returned with the error.
//  2. All functions of the input are called before Prepare returns.
//  3. Until a Work is made, only what differs from the template is kept. The Works read the input, see [Prepared].
func Prepare(ctx context.Context, in Input) ([]Prepared, error) {
	owner, err := identify(in.Binding)
	if err != nil || in.Template == nil || in.Template.Object == nil {
		return nil, err
	}
	spec := in.Binding.BindingSpec()
	p := &preparer{Input: in, owner: owner, spec: spec, targets: Targets(spec)}
	errs := make([]error, len(p.targets))
	if err := content.Check(in.Template.Object); err != nil {
		err = fmt.Errorf("%s: %w", override.RefOf(in.Template), err)
		for i := range errs {
			errs[i] = err
		}
	} else if p.completions, err = completions(in.Template, spec, p.targets); err != nil {
		return nil, fmt.Errorf("%s: %w", in.Binding.Ref(), err)
	} else {
		p.prepare(ctx, errs)
	}
	var failed []error
	for i, err := range errs {
		if err != nil {
			failed = append(failed, &Error{in.Binding.Ref(), p.targets[i].Name, err})
		}
	}
	slices.SortFunc(p.made, func(a, b Prepared) int { // the namespaces of all clusters have the same prefix
		return cmp.Or(cmp.Compare(a.target.cluster, b.target.cluster), cmp.Compare(a.target.draft.desired.Name, b.target.draft.desired.Name))
	})
	return p.made, errors.Join(failed...)
}

// preparer prepares the Works of one binding.
type preparer struct {
	Input
	owner       identity
	spec        *api.ResourceBindingSpec
	targets     []api.TargetCluster
	completions map[string]int64
	made        []Prepared
}

// prepare prepares the Works of all targets. errs has the error of each.
func (p *preparer) prepare(ctx context.Context, errs []error) {
	outcomes := make([]*outcomeOf, len(p.targets))
	for _, with := range p.shareOut(ctx, errs) {
		p.override(with, outcomes, errs)
	}
	stored, fresh := p.storedWorks(), map[workKey]int{}
	targets := make([]target, len(p.targets)) // in one piece: there are many
	p.made = make([]Prepared, 0, len(p.targets))
	for i := range p.targets {
		o, name := outcomes[i], p.targets[i].Name
		if errs[i] != nil {
			continue
		}
		if errs[i] = o.err; o.err != nil {
			continue
		}
		t := &targets[i]
		*t = target{draft: o.draft, cluster: name, suspend: suspended(p.spec, name)}
		key := workKey{name, o.draft.desired.Name}
		before, again := fresh[key]
		of := stored[key]
		if again { // the cluster is a target twice
			of = p.made[before].Work()
		}
		if errs[i] = t.merge(of, p.NewID); errs[i] != nil {
			continue
		}
		if again {
			p.made[before].target = t
			continue
		}
		if len(p.targets) > 1 {
			fresh[key] = len(p.made)
		}
		p.made = append(p.made, Prepared{target: t})
	}
}

// workKey identifies a Work.
type workKey struct{ cluster, name string }

// storedWorks returns the stored Works in namespaces of clusters.
func (p *preparer) storedWorks() map[workKey]*api.Work {
	all := make(map[workKey]*api.Work, len(p.Stored))
	for _, w := range p.Stored {
		if w != nil {
			if cluster, err := api.ClusterOfNamespace(w.Namespace); err == nil {
				all[workKey{cluster, w.Name}] = w
			}
		}
	}
	return all
}

// outcomeOf is what some targets get.
type outcomeOf struct {
	variant  override.Variant
	clusters []string
	draft    *Draft
	err      error // of the draft
}

// override applies the override policies for the targets with one share, and sets the outcome or the error of each.
func (p *preparer) override(with *sharers, outcomes []*outcomeOf, errs []error) {
	facts := make([]selector.Cluster, 0, len(with.targets))
	for _, i := range with.targets {
		if cluster := p.Clusters[p.targets[i].Name]; cluster == nil {
			errs[i] = errors.New("the cluster does not exist")
		} else {
			facts = append(facts, cluster.Facts())
		}
	}
	variants := with.selection.Variants(facts)
	all := make([]outcomeOf, len(variants))
	of := map[string]*outcomeOf{} // by cluster, if there are several
	for v := range variants {
		all[v] = outcomeOf{variant: variants[v]}
		if len(variants) > 1 {
			for _, name := range variants[v].Clusters {
				of[name] = &all[v]
			}
		}
	}
	for _, i := range with.targets {
		if errs[i] != nil {
			continue
		}
		o, name := of[p.targets[i].Name], p.targets[i].Name
		if o == nil {
			o = &all[0]
		}
		if o.variant.Err != nil {
			_, errs[i] = o.variant.For(name)
			continue
		}
		outcomes[i], o.clusters = o, append(o.clusters, name)
	}
	for v := range all {
		p.addDraft(&all[v], with, outcomes, errs)
	}
}

// addDraft checks the object of an outcome, calls Overridden, and makes the draft.
func (p *preparer) addDraft(o *outcomeOf, with *sharers, outcomes []*outcomeOf, errs []error) {
	if len(o.clusters) == 0 {
		return
	}
	object := o.variant.Result.SharedContent()
	if !jsontree.Copyable(object, fewValues) {
		if _, err := o.variant.Result.Object(); err != nil {
			for _, i := range with.targets {
				if outcomes[i] == o {
					errs[i] = err
				}
			}
			return
		}
	}
	if p.Overridden != nil {
		p.Overridden(o.clusters, o.variant.Result)
	}
	o.draft, o.err = p.draft(object, o)
}

// fewValues is the number of values that are checked before the object is copied to check it.
const fewValues = 1 << 14
