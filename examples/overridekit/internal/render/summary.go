package render

import (
	"errors"

	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
	"github.com/overridekit/overridekit/override"
)

// summary returns a table with a line for each change. Only the first line of an outcome has the object and the cluster.
func summary(outcomes []outcome) *cli.Table {
	table := &cli.Table{}
	table.Row("OBJECT", "CLUSTER", "CHANGES", "POLICIES")
	for _, o := range outcomes {
		object, cluster := o.ref().String(), o.cluster
		switch {
		case o.err != nil:
			table.Row(object, cluster, "failed", policyOf(o.err))
		case len(o.changes) == 0:
			table.Row(object, cluster, "unchanged", "-")
		}
		for _, c := range o.changes {
			table.Row(object, cluster, clip(c.String()), c.Origin.Policy.String())
			object, cluster = "", ""
		}
	}
	return table
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
