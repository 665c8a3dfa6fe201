package events

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/simulation"
	"github.com/overridekit/overridekit/propagation/work"
)

// Table is what a step did, and what the control plane and the clusters have after it.
type Table struct {
	Number    int
	Title     string
	Step      *simulation.Step // nil: nothing
	Templates []*unstructured.Unstructured
	Clusters  []simulation.ClusterState
	Err       error // why the world has not settled, or nil

	wanted map[override.Ref]int64 // replicas in all clusters, also in those that Only leaves out; nil: see wantedReplicas
}

// TableOf returns the table of an event after World.Settle, which has returned step and err.
func TableOf(number int, e Event, world *simulation.World, step *simulation.Step, err error) Table {
	return Table{Number: number, Title: e.Title, Step: step, Templates: world.Templates(), Clusters: world.Clusters(), Err: err}
}

// Only returns the table limited to some objects and clusters. The target clusters of an object stay complete. A nil function keeps all. The table itself is not written.
func (t Table) Only(object func(override.Ref) bool, cluster func(name string) bool) Table {
	keepObject := func(ref override.Ref) bool { return object == nil || object(ref) }
	keepCluster := func(name string) bool { return cluster == nil || cluster(name) }
	if t.Step != nil {
		step := *t.Step
		step.Rows = kept(step.Rows, func(r *propagation.Row) bool { return r != nil && keepObject(r.Template) })
		step.Moves = kept(step.Moves, func(m simulation.Move) bool { return keepObject(m.Template) })
		step.Evictions = kept(step.Evictions, func(e simulation.Eviction) bool { return keepObject(e.Template) })
		step.Warnings = kept(step.Warnings, func(w simulation.Warning) bool { return w.Template == (override.Ref{}) || keepObject(w.Template) })
		step.Changes = kept(step.Changes, func(c simulation.Change) bool { return keepObject(c.Object) })
		step.Actions = kept(step.Actions, func(a simulation.Action) bool { return keepObject(a.Object) && keepCluster(a.Cluster) })
		t.Step = &step
	}
	t.wanted = t.wantedReplicas()
	isKept := func(o *unstructured.Unstructured) bool { return keepObject(override.RefOf(o)) }
	t.Templates = kept(t.Templates, isKept)
	t.Clusters = kept(t.Clusters, func(c simulation.ClusterState) bool { return keepCluster(c.Name) })
	for i := range t.Clusters {
		t.Clusters[i].Objects = kept(t.Clusters[i].Objects, isKept)
	}
	return t
}

// kept returns a copy with the elements that keep returns true for.
func kept[T any](list []T, keep func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(v T) bool { return !keep(v) })
}

// WriteTo writes the table as text for people: the title, the templates that moved and why, evictions and writes with their reasons, warnings, errors
// of templates, and what the control plane and each cluster have. The wording may change.
func (t Table) WriteTo(w io.Writer) (int64, error) {
	n, err := io.WriteString(w, t.String())
	return int64(n), err
}

// String returns what WriteTo writes.
func (t Table) String() string {
	var out strings.Builder
	step := t.Step
	if step == nil {
		step = &simulation.Step{}
	}
	fmt.Fprintf(&out, "%d. %s\n", t.Number, words.OneLine(oneSpace(t.Title)))
	table := newTable(&out)
	for _, m := range step.Moves {
		row(table, m.Template.String(), targets(m.Before)+" -> "+targets(m.After), m.Reason)
	}
	table.Flush() // the next lines have columns of their own
	for _, cells := range t.written(step) {
		row(table, cells...)
	}
	table.Flush()
	t.writeObjects(&out)
	return out.String()
}

// written returns the lines about what was written, each with its cells.
func (t Table) written(step *simulation.Step) (lines [][]string) {
	add := func(cells ...string) { lines = append(lines, cells) }
	for _, e := range step.Evictions {
		add(e.Template.String(), e.Decision.String())
	}
	for _, c := range step.Changes {
		add("control plane", fmt.Sprint(c.Action, " ", c.Object), outcome(c.Reason, c.Err))
	}
	for _, a := range step.Actions {
		reason, _, _ := strings.Cut(a.Reason, "; ") // after a change the Work is never applied yet
		if a.Action == work.ActionRefuse {
			reason = a.Err.Error()
		} else {
			reason = outcome(reason, a.Err)
		}
		add(a.Cluster, fmt.Sprint(a.Action, " ", a.Object), reason)
	}
	switch {
	case t.Err != nil:
		add("the world has not settled: " + t.Err.Error())
	case len(step.Moves)+len(step.Changes)+len(step.Actions)+len(step.Evictions) == 0:
		add("nothing moves")
	}
	for _, w := range step.Warnings {
		if w.Template == (override.Ref{}) {
			add("warning", w.Text)
		} else {
			add("warning", w.Template.String()+": "+w.Text)
		}
	}
	for _, r := range step.Rows {
		if r != nil && r.Err != nil {
			add(r.Template.String(), "error", r.Err.Error())
		}
	}
	return lines
}

func newTable(out io.Writer) *tabwriter.Writer { return tabwriter.NewWriter(out, 0, 0, 2, ' ', 0) }

// row prints a row of a table.
func row(table io.Writer, cells ...string) {
	for i, cell := range cells {
		cells[i] = words.OneLine(oneSpace(cell)) // what a file contains must not look like another line or column
	}
	fmt.Fprintln(table, "   "+strings.Join(cells, "\t"))
}

func outcome(reason string, err error) string {
	if err != nil {
		return reason + ", failed: " + err.Error()
	}
	return reason
}

func targets(list []api.TargetCluster) string {
	if len(list) == 0 {
		return "no cluster"
	}
	var all []string
	for _, t := range list {
		if t.Replicas > 0 {
			all = append(all, fmt.Sprintf("%s:%d", t.Name, t.Replicas))
		} else {
			all = append(all, t.Name)
		}
	}
	return strings.Join(all, " ")
}

// writeObjects prints what the control plane and each cluster have, see [cell].
func (t Table) writeObjects(out io.Writer) {
	header, rows := t.objects()
	table := newTable(out)
	fmt.Fprintln(out)
	row(table, header...)
	if len(rows) == 0 {
		row(table, "nothing")
	}
	for _, cells := range rows {
		for i := range cells {
			cells[i] = cmp.Or(cells[i], ".")
		}
		row(table, cells...)
	}
	fmt.Fprintln(table)
	table.Flush()
}

// objects returns the titles of the control plane and of each cluster, and a row for each object with its name and its cells, which are empty where it
// does not exist.
func (t Table) objects() (header []string, rows [][]string) {
	wanted := t.wantedReplicas()
	header = []string{"", "control plane"}
	columns := [][]*unstructured.Unstructured{t.Templates}
	for _, c := range t.Clusters {
		name := c.Name
		switch {
		case c.Left:
			name += " (left)"
		case !c.Ready:
			name += " (cut off)"
		}
		header = append(header, name)
		columns = append(columns, c.Objects)
	}
	known := map[override.Ref][]string{}
	for i, objects := range columns {
		for _, o := range objects {
			ref := override.RefOf(o)
			if known[ref] == nil {
				known[ref] = make([]string, len(header))
				known[ref][0] = ref.String()
				rows = append(rows, known[ref])
			}
			if known[ref][i+1] = cell(o, 0); i == 0 {
				known[ref][i+1] = cell(o, wanted[ref])
			}
		}
	}
	return header, rows
}

// wantedReplicas returns how many replicas each template has in the clusters that it is scheduled to: those of the object there, which an override policy
// may have changed, or those of the schedule if the cluster does not have it.
func (t Table) wantedReplicas() map[override.Ref]int64 {
	if t.wanted != nil || t.Step == nil {
		return t.wanted
	}
	type place struct {
		cluster string
		object  override.Ref
	}
	in := map[place]int64{}
	for _, c := range t.Clusters {
		for _, o := range c.Objects {
			if replicas, found, err := unstructured.NestedInt64(o.Object, "spec", "replicas"); found && err == nil {
				in[place{c.Name, override.RefOf(o)}] = replicas
			}
		}
	}
	wanted := map[override.Ref]int64{}
	for _, r := range t.Step.Rows {
		if r == nil {
			continue
		}
		for _, c := range r.Clusters {
			replicas, found := in[place{c.Name, r.Template}]
			if !found {
				replicas = int64(c.Replicas)
			}
			wanted[r.Template] += replicas
		}
	}
	return wanted
}

// cell shows an object: the ready and the wanted replicas of a workload, the number of endpoints of an EndpointSlice, and yes for all others. If wanted
// is 0, it is that of the object.
func cell(o *unstructured.Unstructured, wanted int64) string {
	switch endpoints, ok := o.Object["endpoints"].([]any); {
	case len(endpoints) == 1:
		return "1 endpoint"
	case ok || o.GetKind() == "EndpointSlice":
		return fmt.Sprint(len(endpoints), " endpoints")
	}
	if replicas, found, err := unstructured.NestedInt64(o.Object, "spec", "replicas"); found && err == nil {
		ready, _, _ := unstructured.NestedInt64(o.Object, "status", "readyReplicas")
		if wanted == 0 {
			wanted = replicas
		}
		return fmt.Sprintf("%d/%d ready", ready, wanted)
	}
	return "yes"
}
