package plan

import (
	"cmp"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/policy/files"
	"github.com/overridekit/overridekit/selector"
)

// warnIgnored prints a warning for each document that a plan ignores, although its author expects an effect, and leaves the clusters in the bundle
// that a plan has:
//
//  1. An override policy or a cluster of KubeAdmiral, because a plan is that of a control plane of Karmada.
//  2. A configuration of webhooks that interpret kinds.
func (p planner) warnIgnored(from string, bundle *input.Bundle) {
	p.warnKubeAdmiral(from, bundle)
	p.dropKubeAdmiralClusters(from, bundle)
	count := 0
	for _, i := range input.WebhooksIn(bundle.Unread) {
		if count++; count <= most {
			p.notes.Warn("%s%s, and --interpreter can declare kinds instead", cmp.Or(bundle.Where(i.Ref, ""), from), i.Text)
		}
	}
	if more := count - most; more > 0 {
		p.notes.Warn("%s%d more configurations of webhooks that interpret kinds are ignored", from, more)
	}
}

func (p planner) warnKubeAdmiral(from string, bundle *input.Bundle) {
	ignored := bundle.KubeAdmiralOverrides
	for _, policy := range ignored[:min(most, len(ignored))] {
		ref := policy.Ref()
		p.notes.Warn("%s%s of KubeAdmiral is ignored: a plan applies the override policies of Karmada only", cmp.Or(bundle.Where(ref, ""), from), ref)
	}
	if more := len(ignored) - most; more > 0 {
		p.notes.Warn("%s%d more override policies of KubeAdmiral are ignored", from, more)
	}
}

// dropKubeAdmiralClusters leaves Karmada's clusters in the bundle, and warns of the others. The names of clusters are unique.
func (p planner) dropKubeAdmiralClusters(from string, bundle *input.Bundle) {
	names := map[string]bool{}
	for _, c := range bundle.ClusterObjects {
		names[c.Name] = true
	}
	var left []selector.Cluster
	count := 0
	for _, c := range bundle.Clusters {
		if names[c.Name] {
			left = append(left, c)
			continue
		}
		if count++; count <= most {
			p.notes.Warn("%sFederatedCluster %s of KubeAdmiral is ignored: a plan has the clusters of Karmada only", cmp.Or(bundle.Where(files.ClusterRef(c.Name), ""), from), c.Name)
		}
	}
	if more := count - most; more > 0 {
		p.notes.Warn("%s%d more clusters of KubeAdmiral are ignored", from, more)
	}
	bundle.Clusters = left
}
