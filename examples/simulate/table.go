package main

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/simulation"
	"github.com/overridekit/overridekit/propagation/work"
)

// write prints a step. failed is why the world has not settled, or nil.
func write(out io.Writer, number int, title string, world *simulation.World, step *simulation.Step, failed error) error {
	fmt.Fprintf(out, "%d. %s\n", number, oneLine(title))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, m := range step.Moves {
		row(table, m.Template.String(), targets(m.Before)+" -> "+targets(m.After), m.Reason)
	}
	if err := table.Flush(); err != nil { // the next lines have columns of their own
		return err
	}
	for _, c := range step.Changes {
		row(table, "control plane", fmt.Sprint(c.Action, " ", c.Object), outcome(c.Reason, c.Err))
	}
	for _, a := range step.Actions {
		reason, _, _ := strings.Cut(a.Reason, "; ") // that the Work is not applied yet is always so after a change
		if a.Action == work.ActionRefuse {
			reason = a.Err.Error()
		} else {
			reason = outcome(reason, a.Err)
		}
		row(table, a.Cluster, fmt.Sprint(a.Action, " ", a.Object), reason)
	}
	switch {
	case failed != nil:
		row(table, "the world has not settled: "+failed.Error())
	case len(step.Moves)+len(step.Changes)+len(step.Actions) == 0:
		row(table, "nothing moves")
	}
	for _, r := range step.Rows {
		if r.Err != nil {
			row(table, r.Template.String(), "error", r.Err.Error())
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return writeObjects(out, world, step)
}

// row prints a row of a table.
func row(table io.Writer, cells ...string) {
	for i, cell := range cells {
		cells[i] = oneLine(cell)
	}
	fmt.Fprintln(table, "   "+strings.Join(cells, "\t"))
}

// oneLine replaces white space by single spaces and control characters by U+FFFD: what a file contains must not look like another line or column.
func oneLine(s string) string {
	return input.OneLine(strings.Join(strings.Fields(s), " "))
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
func writeObjects(out io.Writer, world *simulation.World, step *simulation.Step) error {
	wanted := map[override.Ref]int64{} // replicas in all clusters
	for _, r := range step.Rows {
		for _, c := range r.Clusters {
			wanted[r.Template] += int64(c.Replicas)
		}
	}
	clusters := world.Clusters()
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	header, columns := []string{"", "control plane"}, [][]*unstructured.Unstructured{world.Templates()}
	for _, c := range clusters {
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
	var order []override.Ref
	rows := map[override.Ref][]string{}
	for i, objects := range columns {
		for _, o := range objects {
			ref := override.RefOf(o)
			if rows[ref] == nil {
				order = append(order, ref)
				rows[ref] = make([]string, len(columns))
			}
			if rows[ref][i] = cell(o, 0); i == 0 {
				rows[ref][i] = cell(o, wanted[ref])
			}
		}
	}
	fmt.Fprintln(out)
	row(table, header...)
	if len(order) == 0 {
		row(table, "nothing")
	}
	for _, ref := range order {
		cells := []string{ref.String()}
		for _, cell := range rows[ref] {
			cells = append(cells, cmp.Or(cell, "."))
		}
		row(table, cells...)
	}
	fmt.Fprintln(table)
	return table.Flush()
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
