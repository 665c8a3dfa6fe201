package render

import (
	"errors"

	"github.com/overridekit/overridekit/override"
)

// rowsOf returns a row of the table for each change. Only the first one has the object and the cluster.
func rowsOf(o *outcome) (rows [][]string) {
	object, cluster := o.ref().String(), o.cluster
	switch {
	case o.err != nil:
		rows = append(rows, []string{object, cluster, "failed", policyOf(o.err)})
	case len(o.changes) == 0:
		rows = append(rows, []string{object, cluster, "unchanged", "-"})
	}
	for _, c := range o.changes {
		rows = append(rows, []string{object, cluster, c.String(), c.Origin.Policy.String()})
		object, cluster = "", ""
	}
	return rows
}

// policyOf returns the name of the policy that failed, or - if the error is not about a policy.
func policyOf(err error) string {
	var failed *override.Error
	if errors.As(err, &failed) && failed.Policy != (override.Ref{}) {
		return failed.Policy.String()
	}
	return "-"
}
