package plan

import (
	"errors"
	"slices"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/selector"
)

// filter is what --object and --cluster keep. The zero value keeps everything.
type filter struct {
	objects  []cli.Object
	clusters []string
}

// object reports whether an object is kept.
func (f filter) object(ref override.Ref) bool {
	return cli.Chosen(f.objects, ref)
}

// cluster reports whether a cluster is kept.
func (f filter) cluster(name string) bool {
	return len(f.clusters) == 0 || slices.Contains(f.clusters, name)
}

// check returns an error for an object that no plan has, or a cluster that is not among those that were read.
func (f filter) check(clusters []selector.Cluster, plans ...*propagation.Plan) error {
	for _, name := range f.clusters {
		if err := input.CheckCluster(name, clusters); err != nil {
			return err
		}
	}
	var found []override.Ref
	for _, p := range plans {
		for _, row := range p.Rows {
			found = append(found, row.Template)
		}
	}
	return errors.Join(cli.Missing(f.objects, found)...)
}

// plan returns the part of a plan that is kept, except for Works of a stream. The original is not written.
func (f filter) plan(p *propagation.Plan) *propagation.Plan {
	if len(f.objects)+len(f.clusters) == 0 {
		return p
	}
	left := *p
	left.Rows = []*propagation.Row{}
	bindings := map[override.Ref]bool{}
	for _, row := range p.Rows {
		if f.object(row.Template) {
			left.Rows = append(left.Rows, f.row(row))
			bindings[row.Binding] = true
		}
	}
	isBinding := func(b api.Binding) bool { return len(f.objects) == 0 || bindings[b.Ref()] }
	isWork := f.keptWorks(p)
	left.Bindings = kept(p.Bindings, isBinding)
	left.Left.Bindings = kept(p.Left.Bindings, isBinding)
	left.Works = kept(p.Works, func(w *api.Work) bool { return isWork(w.Namespace, w.Name) })
	left.Left.Works = kept(p.Left.Works, func(w *api.Work) bool { return isWork(w.Namespace, w.Name) })
	left.Deleted = kept(p.Deleted, func(o work.Orphan) bool { return isWork(o.Work.Namespace, o.Work.Name) })
	return &left
}

// keptWorks returns a function that reports whether a Work of a plan is kept.
func (f filter) keptWorks(p *propagation.Plan) func(namespace, name string) bool {
	if len(f.objects)+len(f.clusters) == 0 {
		return func(string, string) bool { return true }
	}
	works := map[string]bool{}
	for _, row := range p.Rows {
		if f.object(row.Template) {
			works[api.WorkName(row.Template.Kind, row.Template.Namespace, row.Template.Name)] = true
		}
	}
	return func(namespace, name string) bool {
		cluster, err := api.ClusterOfNamespace(namespace)
		return err == nil && f.cluster(cluster) && (len(f.objects) == 0 || works[name])
	}
}

// row returns a row with the clusters that are kept.
func (f filter) row(row *propagation.Row) *propagation.Row {
	if len(f.clusters) == 0 {
		return row
	}
	left := *row
	left.Clusters = kept(row.Clusters, func(c api.TargetCluster) bool { return f.cluster(c.Name) })
	left.Rejected = kept(row.Rejected, func(r schedule.Rejection) bool { return f.cluster(r.Cluster) })
	left.Divergences = nil
	for _, d := range row.Divergences {
		if d.Clusters = kept(d.Clusters, f.cluster); len(d.Clusters) > 0 {
			left.Divergences = append(left.Divergences, d)
		}
	}
	return &left
}

// difference returns the part of a difference that is kept. With --cluster, a template is kept only if these clusters differ.
func (f filter) difference(d *diff.Difference) *diff.Difference {
	left := &diff.Difference{Warnings: d.Warnings, Works: f.works(d.Works)}
	for _, t := range d.Templates {
		if len(f.clusters) > 0 {
			t.Clusters = kept(t.Clusters, func(c diff.Cluster) bool { return f.cluster(c.Name) })
			t.Placed = diff.Count{}
		}
		if f.object(t.Template) && (len(f.clusters) == 0 || len(t.Clusters) > 0) {
			left.Templates = append(left.Templates, t)
		}
	}
	return left
}

// works returns the Works that are kept. --object does not keep a Work whose object is not known.
func (f filter) works(works []diff.Work) []diff.Work {
	return kept(works, func(w diff.Work) bool { return f.cluster(w.Cluster) && f.object(w.Template) })
}

// kept returns the elements for which keep is true. It is not nil if the list is not.
func kept[T any](list []T, keep func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(v T) bool { return !keep(v) })
}
