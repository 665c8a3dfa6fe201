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
	for _, a := range step.Actions {
		reason, _, _ := strings.Cut(a.Reason, "; ") // that the Work is not applied yet is always so after a change
		if a.Err != nil {
			reason += ", failed: " + a.Err.Error()
		}
		fmt.Fprintf(table, "   %s\t%s %s\t%s\n", a.Cluster, a.Action, a.Object, reason)
	}
	if len(step.Moves)+len(step.Actions) == 0 {
		fmt.Fprintln(table, "   nothing changes")
	}
	for _, row := range step.Rows {
		if row.Err != nil {
			fmt.Fprintf(table, "   %s\terror\t%v\n", row.Template, row.Err)
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return writeClusters(out, world)
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

// writeClusters prints what each cluster has: the replicas, or yes.
func writeClusters(out io.Writer, world *simulation.World) error {
	clusters := world.Clusters()
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	header := "\n   "
	for _, c := range clusters {
		header += "\t" + c.Name
		switch {
		case c.Left:
			header += " (left)"
		case !c.Ready:
			header += " (cut off)"
		}
	}
	fmt.Fprintln(table, header)
	var order []override.Ref
	rows := map[override.Ref][]string{}
	for i, c := range clusters {
		for _, o := range c.Objects {
			ref := override.RefOf(o)
			if rows[ref] == nil {
				order = append(order, ref)
				rows[ref] = make([]string, len(clusters))
			}
			rows[ref][i] = cell(o)
		}
	}
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

func cell(o *unstructured.Unstructured) string {
	if replicas, found, err := unstructured.NestedInt64(o.Object, "spec", "replicas"); found && err == nil {
		return fmt.Sprint(replicas)
	}
	return "yes"
}
