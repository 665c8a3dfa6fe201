package plan

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/propagation"
)

// clusterNames returns the names of the clusters, sorted: the columns of the table.
func clusterNames(bundle *input.Bundle) []string {
	var all []string
	for _, c := range bundle.ClusterObjects {
		all = append(all, c.Name)
	}
	slices.Sort(all)
	return all
}

// writeTable prints templates × clusters. As text, the evictions follow, and the reasons if why is true.
func writeTable(out io.Writer, bundle *input.Bundle, plan *propagation.Plan, opts options) error {
	clusters := kept(clusterNames(bundle), opts.filter.cluster)
	table := newTable(clusters)
	for _, row := range plan.Rows {
		table.Row(cellsOf(row, clusters)...)
	}
	if opts.format == "markdown" {
		return table.Markdown(out)
	}
	if err := table.Text(out); err != nil {
		return err
	}
	if _, err := io.WriteString(out, evictions(plan)); err != nil || !opts.why {
		return err
	}
	near := newNearPolicies(bundle)
	for _, row := range plan.Rows {
		if _, err := io.WriteString(out, reasons(row, clusters, near)); err != nil {
			return err
		}
	}
	return nil
}

// newTable returns a table with its head.
func newTable(clusters []string) *cli.Table {
	table := &cli.Table{}
	table.Row(append([]string{"TEMPLATE", "POLICY"}, clusters...)...)
	return table
}

// cellsOf returns the cells of a row of the plan.
func cellsOf(row *propagation.Row, clusters []string) []string {
	cells := []string{row.Template.String(), "-"}
	if row.Policy.Name != "" {
		cells[1] = row.Policy.String()
	}
	placed := newPlaced(row)
	for _, name := range clusters {
		cells = append(cells, placed.cell(name))
	}
	return cells
}

// evictions lists the evictions of all rows.
func evictions(plan *propagation.Plan) string {
	var b strings.Builder
	for _, row := range plan.Rows {
		if text := evictionsOf(row); text != "" {
			if b.Len() == 0 {
				b.WriteByte('\n')
			}
			b.WriteString(text)
		}
	}
	return b.String()
}

// evictionsOf lists the evictions of a row that begin, those that end and those that wait.
func evictionsOf(row *propagation.Row) string {
	var b strings.Builder
	for _, d := range slices.Concat(row.Failover, row.Evictions) {
		b.WriteString(input.OneLine(fmt.Sprintf("%s: %s", row.Template, d)))
		b.WriteByte('\n')
	}
	return b.String()
}

// reasons returns why a policy claims a template or not, its errors, and why each other cluster does not get it.
func reasons(row *propagation.Row, clusters []string, near *nearPolicies) string {
	var b strings.Builder
	line := func(format string, args ...any) {
		b.WriteString(input.OneLine(fmt.Sprintf(format, args...)))
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	line("%s: %s", row.Template, row.Reason)
	if why := near.why(row); why != "" {
		line("  %s", why)
	}
	if row.Left {
		line("  left: %s and its Works stay as they are", row.Binding)
	}
	errs, more := errorsOf(row)
	for _, err := range errs {
		line("  failed: %v", err)
	}
	if more > 0 {
		line("  failed: %d more errors", more)
	}
	if row.Binding.Name == "" {
		return b.String() // it is in no cluster for the reason above
	}
	placed, rejected := newPlaced(row), map[string][]string{}
	for _, r := range slices.Backward(row.Rejected) {
		rejected[r.Cluster] = r.Reasons // of several, the first counts
	}
	for _, name := range clusters {
		if placed.cell(name) != "." {
			continue
		}
		if reasons, ok := rejected[name]; ok {
			line("  not in %s: %s", name, near.affinities.explained(row.Policy, name, reasons))
		} else {
			line("  not in %s: it was not chosen", name)
		}
	}
	return b.String()
}
