package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/simulation"
)

// write prints a step.
func write(out io.Writer, number int, title string, world *simulation.World, step *simulation.Step) error {
	fmt.Fprintf(out, "%d. %s\n", number, strings.TrimSpace(title))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, m := range step.Moves {
		fmt.Fprintf(table, "   %s\t%s -> %s\t%s\n", m.Template, targets(m.Before), targets(m.After), m.Reason)
	}
	if err := table.Flush(); err != nil { // the next lines have columns of their own
		return err
	}
	for _, c := range step.Changes {
		fmt.Fprintf(table, "   control plane\t%s %s\t%s\n", c.Action, c.Object, outcome(c.Reason, c.Err))
	}
	for _, a := range step.Actions {
		reason, _, _ := strings.Cut(a.Reason, "; ") // that the Work is not applied yet is always so after a change
		fmt.Fprintf(table, "   %s\t%s %s\t%s\n", a.Cluster, a.Action, a.Object, outcome(reason, a.Err))
	}
	if len(step.Moves)+len(step.Changes)+len(step.Actions) == 0 {
		fmt.Fprintln(table, "   nothing moves")
	}
	for _, row := range step.Rows {
		if row.Err != nil {
			fmt.Fprintf(table, "   %s\terror\t%v\n", row.Template, row.Err)
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return writeObjects(out, world, step)
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
	for _, row := range step.Rows {
		for _, c := range row.Clusters {
			wanted[row.Template] += int64(c.Replicas)
		}
	}
	clusters := world.Clusters()
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	header, columns := "\n   \tcontrol plane", [][]*unstructured.Unstructured{world.Templates()}
	for _, c := range clusters {
		header += "\t" + c.Name
		switch {
		case c.Left:
			header += " (left)"
		case !c.Ready:
			header += " (cut off)"
		}
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
	if len(order) == 0 {
		header += "\n   nothing"
	}
	fmt.Fprintln(table, header)
	for _, ref := range order {
		line := "   " + ref.String()
		for _, cell := range rows[ref] {
			if cell == "" {
				cell = "."
			}
			line += "\t" + cell
		}
		fmt.Fprintln(table, line)
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
