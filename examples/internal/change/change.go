// Package change reads the two states that the subcommands impact and waves compare.
package change

import (
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/selector"
)

// Change is two states and the part of them that is compared.
type Change struct {
	impact.Change
	Before, After *input.Bundle
	Pairs         []impact.Object // sorted by name

	Uncompared []Uncompared
	Unread     []cli.Fault // what cannot be read of the state before

	Names cli.Names // of all objects and policies of both states

	byRef   map[override.Ref]impact.Object
	without map[override.Ref]bool // the names of Uncompared
	notes   *input.Notes
}

// Read reads the two paths. It fails if a document after the change cannot be read, because the comparison would report it as deleted: the error
// is a [cli.NotRead]. What cannot be read before the change is left out if the options allow it.
func Read(env *cli.Env, opts Options, paths []string, notes *input.Notes) (*Change, error) {
	c := &Change{notes: notes, byRef: map[override.Ref]impact.Object{}, without: map[override.Ref]bool{}, Names: cli.Names{}}
	for i, path := range paths {
		bundle, err := c.read(env, opts, path, i == 0 && opts.MayRepair)
		if err != nil {
			return nil, err
		}
		for _, p := range bundle.Policies {
			c.Names.Add(p.Ref())
		}
		set := input.Set(bundle, opts.Hide(), opts.Guard)
		if i == 0 {
			c.Before, c.Change.Before = bundle, impact.State{Policies: set, Clusters: bundle.Clusters}
		} else {
			c.After, c.Change.After = bundle, impact.State{Policies: set, Clusters: bundle.Clusters}
		}
	}
	if err := c.chooseClusters(opts.Clusters); err != nil {
		return nil, err
	}
	c.missing()
	if err := c.chooseObjects(opts.Objects); err != nil {
		return nil, err
	}
	return c, nil
}

func (c *Change) read(env *cli.Env, opts Options, path string, mayRepair bool) (bundle *input.Bundle, err error) {
	reading, faults := &input.Notes{Out: env.Err, Verbose: opts.Verbose}, []error{}
	reader := opts.Reader(env)
	reader.Faults = &faults
	if mayRepair {
		bundle = reader.ReadOld(path, reading)
	} else {
		bundle = reader.Read([]string{path}, reading)
	}
	c.Unread = append(c.Unread, cli.FaultsOf(faults)...)
	c.notes.Status, c.notes.Warnings = max(c.notes.Status, reading.Status), c.notes.Warnings+reading.Warnings
	if reading.Status != 0 {
		return nil, &cli.NotRead{Err: fmt.Errorf("%s: some documents cannot be read, so nothing is compared", path), Faults: c.Unread}
	}
	cli.WarnFaults(bundle, c.notes)
	return bundle, nil
}

// chooseClusters keeps the clusters with these names, or all of them if there are no names. If no Cluster document was read at all, only the
// names are known.
func (c *Change) chooseClusters(names []string) error {
	known := slices.Concat(c.Before.Clusters, c.After.Clusters)
	if len(known) == 0 && len(names) == 0 {
		return errors.New("no Cluster document was read, and --cluster is not set")
	}
	for _, name := range names {
		if err := input.CheckCluster(name, known); err != nil {
			return err
		}
	}
	for _, state := range []*impact.State{&c.Change.Before, &c.Change.After} {
		switch {
		case len(known) == 0:
			for _, name := range names {
				state.Clusters = append(state.Clusters, selector.Cluster{Name: name})
			}
		case len(names) > 0:
			state.Clusters = slices.DeleteFunc(slices.Clone(state.Clusters), func(k selector.Cluster) bool { return !slices.Contains(names, k.Name) })
		}
	}
	return nil
}

// Known returns the clusters after the change, also those that --cluster leaves out.
func (c *Change) Known() []selector.Cluster {
	if len(c.After.Clusters) == 0 {
		return c.Change.After.Clusters // only their names are known
	}
	return c.After.Clusters
}

// chooseObjects keeps the objects with these names, or all of them if there are no names, except those that are not compared.
func (c *Change) chooseObjects(names []cli.Object) error {
	var refs []override.Ref
	for o := range impact.Objects(c.Before.Objects, c.After.Objects) {
		ref := refOf(o)
		refs = append(refs, ref)
		c.Names.Add(ref)
		if cli.Chosen(names, ref) && !c.without[ref] {
			c.Pairs = append(c.Pairs, o)
			c.byRef[ref] = o
		}
	}
	if errs := cli.Missing(names, refs); len(errs) > 0 {
		return errs[0]
	}
	if len(refs) == 0 {
		c.notes.Warn("no object was read")
	}
	c.Objects = slices.Values(c.Pairs)
	return nil
}

// Shown returns the change with a progress display on a terminal. Done removes the display.
func (c *Change) Shown(env *cli.Env) (shown impact.Change, done func()) {
	progress := cli.NewProgress(env, "objects")
	shown = c.Change
	shown.Objects = counted(c.Pairs, progress)
	return shown, progress.Clear
}

func counted(objects []impact.Object, progress *cli.Progress) iter.Seq[impact.Object] {
	return func(yield func(impact.Object) bool) {
		for i, o := range objects {
			progress.Show(i, len(objects))
			if !yield(o) {
				return
			}
		}
	}
}

// PoliciesOnly returns a change of the policies alone, from those before to those after, or back: objects and clusters are those after.
func (c *Change) PoliciesOnly(back bool) *Change {
	only := &Change{Change: c.Change, Before: c.Before, After: c.After, Names: c.Names, notes: c.notes, byRef: map[override.Ref]impact.Object{}}
	only.Change.Before.Clusters = c.Change.After.Clusters
	if back {
		only.Before, only.After = c.After, c.Before
		only.Change.Before.Policies, only.Change.After.Policies = c.Change.After.Policies, c.Change.Before.Policies
	}
	for _, o := range c.Pairs {
		if o.After != nil {
			same := impact.Object{Before: o.After, After: o.After}
			only.Pairs, only.byRef[refOf(o)] = append(only.Pairs, same), same
		}
	}
	only.Objects = slices.Values(only.Pairs)
	return only
}

// Noting returns the change, whose errors go to other notes.
func (c *Change) Noting(notes *input.Notes) *Change {
	other := *c
	other.notes = notes
	return &other
}

// Only returns the change of the objects with these names. Policies and clusters are the same.
func (c *Change) Only(chosen func(override.Ref) bool) *Change {
	only := *c
	only.Pairs = slices.DeleteFunc(slices.Clone(c.Pairs), func(o impact.Object) bool { return !chosen(refOf(o)) })
	only.Objects = slices.Values(only.Pairs)
	return &only
}

// Object returns the object with a name, before and after.
func (c *Change) Object(ref override.Ref) impact.Object { return c.byRef[ref] }

// refOf returns the name of an object.
func refOf(o impact.Object) override.Ref {
	given := o.After
	if given == nil {
		given = o.Before
	}
	return override.RefOf(given)
}
