package propagation_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/work"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// renderedPlan is a plan as decoded JSON.
type renderedPlan struct {
	Rows []map[string]any `json:"rows"`
	renderedObjects
	Left     renderedObjects `json:"left"`
	Deleted  []work.Orphan   `json:"deleted"`
	Warnings []string        `json:"warnings"`
}

type renderedObjects struct {
	Bindings []map[string]any `json:"bindings"`
	Works    []map[string]any `json:"works"`
}

// renderPlan returns a plan as YAML for people: references and clusters are one line each, and so is a stored object that the plan does not
// change.
func renderPlan(t *testing.T, in propagation.PlanInput, plan *propagation.Plan) string {
	t.Helper()
	var content renderedPlan
	require.NoError(t, json.Unmarshal([]byte(casetest.Frozen(t, plan)), &content))
	for _, w := range slices.Concat(content.Works, content.Left.Works) {
		w["apiVersion"], w["kind"] = api.WorkGroupVersion.String(), "Work" // as the API server returns it
	}
	stored := storedTexts(t, in)
	var b strings.Builder
	renderSection(t, &b, "", "rows", content.Rows, renderRow)
	renderSection(t, &b, "", "warnings", content.Warnings, func(_ *testing.T, w string) any { return w })
	object := func(t *testing.T, o map[string]any) any { return renderObject(t, o, stored) }
	renderSection(t, &b, "", "bindings", content.Bindings, object)
	renderSection(t, &b, "", "works", content.Works, object)
	b.WriteString("left:\n")
	renderSection(t, &b, "  ", "bindings", content.Left.Bindings, object)
	renderSection(t, &b, "  ", "works", content.Left.Works, object)
	renderSection(t, &b, "", "deleted", content.Deleted, func(_ *testing.T, o work.Orphan) any { return o.Work.String() + ": " + o.Reason })
	return b.String()
}

// renderSection writes a list, or nothing if it is empty.
func renderSection[T any](t *testing.T, b *strings.Builder, indent, name string, items []T, render func(*testing.T, T) any) {
	t.Helper()
	if len(items) == 0 {
		fmt.Fprintf(b, "%s%s: []\n", indent, name)
		return
	}
	rendered := make([]any, len(items))
	for i, item := range items {
		rendered[i] = render(t, item)
	}
	text, err := yaml.Marshal(map[string]any{name: rendered})
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		b.WriteString(indent + line)
	}
}

func renderRow(t *testing.T, row map[string]any) any {
	t.Helper()
	for _, key := range []string{"template", "policy", "binding"} {
		if value, found := row[key]; found {
			var ref override.Ref
			require.NoError(t, json.Unmarshal([]byte(textOf(value)), &ref))
			row[key] = ref.String()
		}
	}
	if value, found := row["clusters"]; found {
		var clusters []api.TargetCluster
		require.NoError(t, json.Unmarshal([]byte(textOf(value)), &clusters))
		row["clusters"] = renderClusters(clusters)
	}
	name := fmt.Sprint(row["template"])
	delete(row, "template")
	return map[string]any{name: row}
}

// renderClusters returns, for example: m1:2 m2 (main:1 side:2).
func renderClusters(clusters []api.TargetCluster) string {
	var all []string
	for _, c := range clusters {
		text := c.Name
		if c.Replicas > 0 {
			text += fmt.Sprint(":", c.Replicas)
		}
		var components []string
		for _, component := range c.Components {
			components = append(components, fmt.Sprint(component.Name, ":", component.Replicas))
		}
		if components != nil {
			text += " (" + strings.Join(components, " ") + ")"
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

// renderObject returns an object without the time of its creation, which is always null, or its name if it is stored like that.
func renderObject(t *testing.T, o map[string]any, stored map[string]bool) any {
	t.Helper()
	if stored[textOf(o)] {
		name := comparedObject(o).key()
		return strings.Replace(name, " /", " ", 1) + " is as it is stored"
	}
	if metadata := comparedObject(o).metadata(); metadata["creationTimestamp"] == nil {
		delete(metadata, "creationTimestamp")
	}
	return o
}

// storedTexts returns the JSON of the stored objects with sorted keys.
func storedTexts(t *testing.T, in propagation.PlanInput) map[string]bool {
	t.Helper()
	var all []map[string]any
	require.NoError(t, json.Unmarshal([]byte(casetest.Frozen(t, in.Bindings)), &all))
	texts := map[string]bool{}
	for _, o := range all {
		texts[textOf(o)] = true
	}
	all = nil
	require.NoError(t, json.Unmarshal([]byte(casetest.Frozen(t, in.Works)), &all))
	for _, o := range all {
		o["apiVersion"], o["kind"] = api.WorkGroupVersion.String(), "Work"
		texts[textOf(o)] = true
	}
	return texts
}
