package render

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
)

// writeSummary prints a table with a line for each change. Only the first line of an outcome has the object and the cluster.
func writeSummary(w io.Writer, outcomes []outcome) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(cells ...string) {
		for i, cell := range cells {
			cells[i] = input.OneLine(cell)
		}
		fmt.Fprintln(table, strings.Join(cells, "\t"))
	}
	row("OBJECT", "CLUSTER", "CHANGES", "POLICIES")
	for _, o := range outcomes {
		object, cluster := o.ref().String(), o.cluster
		switch {
		case o.err != nil:
			row(object, cluster, "failed", policyOf(o.err))
		case len(o.changes) == 0:
			row(object, cluster, "unchanged", "-")
		}
		for _, c := range o.changes {
			row(object, cluster, clip(c.String()), c.Origin.Policy.String())
			object, cluster = "", ""
		}
	}
	return table.Flush()
}

// policyOf returns the name of the policy that failed, or - if the error is not about a policy.
func policyOf(err error) string {
	var failed *override.Error
	if errors.As(err, &failed) && failed.Policy != (override.Ref{}) {
		return failed.Policy.String()
	}
	return "-"
}

// clip shortens a string to at most 100 characters.
func clip(s string) string {
	const most = 100
	if text := []rune(s); len(text) > most {
		return string(text[:most-1]) + "…"
	}
	return s
}
