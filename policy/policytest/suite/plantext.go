package suite

import (
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
)

// table returns the content of want-plan.txt. Without events, each template has a line with its clusters and their replicas:
//
//	Deployment shop/web: member1:2 member2:1
//	  PropagationPolicy shop/web selects the object by name, with priority 0
//	  not in member3: cluster(s) had untolerated taint {maintenance:NoSchedule}
//
// The lines below have the reason for its claim, then evictions, warnings, divergences and errors, and why other clusters do not get it. Clusters with the
// same reason share a line. The warnings about the input are at the end. With events, there is a table for each of them.
func (p *planned) table() string {
	object, cluster := p.keptObject(), p.keptCluster()
	var b strings.Builder
	for _, t := range p.tables {
		b.WriteString(t.Only(object, cluster).Lines())
	}
	if p.plan != nil {
		for _, row := range p.rows {
			if object(row.Template) {
				writeRow(&b, row, p.in, cluster)
			}
		}
	}
	if len(p.warnings) > 0 && p.plan != nil {
		b.WriteByte('\n')
	}
	for _, w := range p.warnings {
		writeLine(&b, "warning: %s", w)
	}
	return b.String()
}

// writeLine writes a line. What a file contains cannot end it.
func writeLine(b *strings.Builder, format string, args ...any) {
	b.WriteString(words.OneLine(fmt.Sprintf(format, args...)))
	b.WriteByte('\n')
}

func writeRow(b *strings.Builder, row *propagation.Row, in *input, kept func(string) bool) {
	writeLine(b, "%s: %s", row.Template, placement(row, kept))
	if row.Reason != "" {
		writeLine(b, "  %s", row.Reason)
	}
	if row.Left {
		writeLine(b, "  left: %s and its Works stay as they are", row.Binding)
	}
	for _, d := range row.Evictions {
		writeLine(b, "  %s", d)
	}
	for _, w := range row.Warnings {
		writeLine(b, "  warning: %s", w)
	}
	for _, d := range row.Divergences {
		if of := slices.DeleteFunc(slices.Clone(d.Clusters), func(name string) bool { return !kept(name) }); len(of) > 0 {
			writeLine(b, "  warning: in %s: %s", strings.Join(of, ", "), d.Divergence)
		}
	}
	errs := flat(nil, row.Err)
	for _, err := range errs[:min(maxFailures, len(errs))] {
		writeLine(b, "  failed: %s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	if more := len(errs) - maxFailures; more > 0 {
		writeLine(b, "  failed: %d more errors", more)
	}
	if row.Binding.Name != "" { // otherwise it is in no cluster for the reason above
		writeRejected(b, row, in, kept)
	}
}

// placement returns the clusters of a template with their replicas, if it has replicas. A dependency does not have its own.
func placement(row *propagation.Row, kept func(string) bool) string {
	var all []string
	for _, c := range row.Clusters {
		switch {
		case !kept(c.Name):
		case row.Replicas > 0:
			all = append(all, fmt.Sprintf("%s:%d", c.Name, c.Replicas))
		default:
			all = append(all, c.Name)
		}
	}
	if len(all) == 0 {
		return "no cluster"
	}
	return strings.Join(all, " ")
}

// writeRejected writes why clusters do not get a template.
func writeRejected(b *strings.Builder, row *propagation.Row, in *input, kept func(string) bool) {
	gets, why := map[string]bool{}, map[string]string{}
	for _, c := range row.Clusters {
		gets[c.Name] = true
	}
	for _, r := range row.Rejected {
		why[r.Cluster] = strings.Join(r.Reasons, "; ")
	}
	var reasons []string
	of := map[string][]string{}
	for _, name := range clusterNames(in.ClusterObjects) {
		if gets[name] || !kept(name) {
			continue
		}
		reason := why[name]
		if reason == "" {
			reason = "it was not chosen"
		}
		if of[reason] == nil {
			reasons = append(reasons, reason)
		}
		of[reason] = append(of[reason], name)
	}
	for _, reason := range reasons {
		writeLine(b, "  not in %s: %s", strings.Join(of[reason], ", "), reason)
	}
}

// clusterNames returns the names of clusters, sorted.
func clusterNames(clusters []*api.Cluster) []string {
	var all []string
	for _, c := range clusters {
		all = append(all, c.Name)
	}
	slices.Sort(all)
	return all
}

// flat appends the errors that are joined in an error. It does not split an error that says more than its parts.
func flat(all []error, err error) []error {
	if err == nil {
		return all
	}
	var texts []string
	parts := joined(err)
	for _, part := range parts {
		texts = append(texts, part.Error())
	}
	if len(parts) == 1 || strings.Join(texts, "\n") != err.Error() {
		return append(all, err)
	}
	for _, part := range parts {
		all = flat(all, part)
	}
	return all
}

// works returns the content of want-works.yaml: the Works that are stored in the end, sorted by namespace and name; those that the plan leaves as they are
// come last.
func (p *planned) works() (string, error) {
	object, cluster := p.keptObject(), p.keptCluster()
	left := map[string]bool{} // the names of the Works that are left out
	for _, o := range p.in.Objects {
		if ref := override.RefOf(o); !object(ref) {
			left[api.WorkName(ref.Kind, ref.Namespace, ref.Name)] = true
		}
	}
	var texts []string
	for _, w := range slices.Concat(p.plan.Works, p.plan.Left.Works) {
		if name, err := api.ClusterOfNamespace(w.Namespace); left[w.Name] || err == nil && !cluster(name) {
			continue
		}
		text, err := asYAML(w)
		if err != nil {
			return "", err
		}
		texts = append(texts, string(text))
	}
	return strings.Join(texts, "---\n"), nil
}
