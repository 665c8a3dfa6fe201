package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// writeSummary shows a table with a line for each change. The lines after the first of an outcome leave out what they
// have in common with it.
func writeSummary(w io.Writer, outcomes []outcome) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(cells ...string) {
		for i, cell := range cells {
			cells[i] = oneLine(cell)
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
			row(object, cluster, describe(c), c.Origin.Policy.String())
			object, cluster = "", ""
		}
	}
	return table.Flush()
}

// policyOf names the policy that failed, where it was one.
func policyOf(err error) string {
	var failed *override.Error
	if errors.As(err, &failed) && failed.Policy != (override.Ref{}) {
		return failed.Policy.String()
	}
	return "-"
}

// describe says what a change did, in the manner of a diff: "/a: 1 -> 2", "+ /a: 1" or "- /a: 1".
func describe(c override.Change) string {
	place := c.Pointer.String()
	if place == "" {
		place = "the object"
	}
	switch c.Op {
	case jsontree.Added:
		return fmt.Sprintf("+ %s: %s", place, clip(c.New))
	case jsontree.Removed:
		return fmt.Sprintf("- %s: %s", place, clip(c.Old))
	}
	return fmt.Sprintf("%s: %s -> %s", place, clip(c.Old), clip(c.New))
}

// clip is a value as JSON, at most some 40 characters of it.
func clip(v any) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		return jsontree.Describe(v)
	}
	text := []rune(strings.TrimSuffix(b.String(), "\n"))
	if len(text) > 40 {
		return string(text[:39]) + "…"
	}
	return string(text)
}
