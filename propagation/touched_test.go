package propagation_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation"
)

// touchedInput is the state before: two clusters, an override policy for label app=x, and a stored binding for the clusters of eu.
const touchedInput = `
{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: shop, labels: {app: x}}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1, generation: 1, labels: {zone: eu}}, spec: {region: r1}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m2, labels: {zone: us}}, spec: {region: r1}}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: o, namespace: shop, generation: 1}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, labelSelector: {matchLabels: {app: x}}}]
  overrideRules: [{overriders: {annotationsOverrider: [{operator: add, value: {a: b}}]}}]
---
apiVersion: work.karmada.io/v1alpha2
kind: ResourceBinding
metadata: {name: a-configmap, namespace: shop}
spec:
  resource: {apiVersion: v1, kind: ConfigMap, namespace: shop, name: a}
  placement: {clusterAffinity: {labelSelector: {matchLabels: {zone: eu}}}}
`

// TestTouchedSince changes the input, and asks about the ConfigMap.
func TestTouchedSince(t *testing.T) {
	t.Parallel()
	const (
		m1, m2  = "name: m1, generation: 1, labels: {zone: eu}}, spec: {region: r1}", "name: m2, labels: {zone: us}}, spec: {region: r1}"
		place   = "placement: {clusterAffinity: {labelSelector: {matchLabels: {zone: eu}}}}"
		ordered = "placement: {clusterAffinities: [{affinityName: eu, labelSelector: {matchLabels: {zone: eu}}}, {affinityName: us, labelSelector: {matchLabels: {zone: us}}}]}"
		gone    = "---\n{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {" + m1 + "}\n"
		marked  = "name: m1, generation: 1, deletionTimestamp: 2026-01-01T00:00:00Z, labels: {zone: eu}}, spec: {region: r1}"
		policy  = "name: o, namespace: shop, generation: 1}"
		add     = "operator: add, value: {a: b}"
	)
	for _, tc := range []struct {
		name, reason string
		both         []string // replaced before and after
		before       []string // replaced before only
		after        []string // replaced after only
		touched      bool
		overridden   bool
		changed      bool
	}{
		{name: "equal", reason: "nothing changes"},
		{name: "label", reason: "rule 1: its labels change", after: []string{m1, "name: m1, generation: 1, labels: {zone: eu, other: new}}, spec: {region: r1}"}, touched: true},
		{name: "generation", reason: "rule 1: the spec is not compared if both generations are known", after: []string{m1, strings.Replace(m1, "generation: 1", "generation: 2", 1)}, touched: true},
		{name: "same-generation", reason: "rule 1: the generation says that the spec has not changed", after: []string{m1, strings.Replace(m1, "r1", "r2", 1)}},
		{name: "unknown-generation", reason: "rule 1: the specs are compared", both: []string{place, "placement: {}"}, after: []string{m2, strings.Replace(m2, "r1", "r2", 1)}, touched: true},
		{name: "marked", reason: "rule 1: it is marked for deletion now", after: []string{m1, marked}, touched: true},
		{name: "gone", reason: "rule 1: it is gone without having been marked", after: []string{gone, ""}, touched: true},
		{name: "gone-marked", reason: "rule 1: it was marked before", before: []string{m1, marked}, after: []string{gone, ""}},
		{name: "new", reason: "rule 2: nothing reschedules for a new cluster", before: []string{gone, ""}},
		{name: "status", reason: "rule 2: the status does not matter", after: []string{m1, m1 + ", status: {kubernetesVersion: v1.30.0}"}},
		{name: "matched-before", reason: "rule 3: the affinity matches the cluster only before", after: []string{m1, strings.Replace(m1, "zone: eu", "zone: asia", 1)}, touched: true},
		{name: "matched-after", reason: "rule 3: the affinity matches the cluster only after", after: []string{m2, strings.Replace(m2, "zone: us", "zone: eu", 1)}, touched: true},
		{name: "unmatched", reason: "rule 3: the affinity matches the cluster neither before nor after", after: []string{m2, strings.Replace(m2, "zone: us", "zone: asia", 1)}},
		{name: "no-affinity", reason: "rule 3: without an affinity, all clusters match", both: []string{place, "placement: {}"}, after: []string{m2, strings.Replace(m2, "zone: us", "zone: asia", 1)}, touched: true},
		{name: "first-affinity", reason: "rule 3: nothing was scheduled, so the first affinity counts", both: []string{place, ordered}, after: []string{m2, strings.Replace(m2, "zone: us", "zone: asia", 1)}},
		{name: "last-affinity", reason: "rule 3: the scheduler has used the second one last", both: []string{place, ordered + "\nstatus: {schedulerObservingAffinityName: us}"},
			after: []string{m2, strings.Replace(m2, "zone: us", "zone: asia", 1)}, touched: true},
		{name: "suspended", reason: "rule 4: nothing schedules it", both: []string{place, place + "\n  suspension: {scheduling: true}"}, after: []string{m1, strings.Replace(m1, "generation: 1", "generation: 2", 1)}},
		{name: "scheduler", reason: "rule 4: another scheduler looks at it", both: []string{place, place + "\n  schedulerName: another"}, after: []string{m1, strings.Replace(m1, "generation: 1", "generation: 2", 1)}},
		{name: "policy-generation", reason: "rule 5: its generation changes", after: []string{policy, strings.Replace(policy, "1", "2", 1)}, overridden: true},
		{name: "policy-spec", reason: "rule 5: a generation is unknown, so the specs are compared", before: []string{policy, "name: o, namespace: shop}"}, after: []string{add, "operator: add, value: {a: c}"}, overridden: true},
		{name: "policy-same", reason: "rule 5: the generation says that the spec has not changed", after: []string{add, "operator: add, value: {a: c}"}},
		{name: "policy-new", reason: "rule 5: it has another name before", before: []string{"name: o,", "name: other,"}, overridden: true},
		{name: "policy-unselected", reason: "rule 5: it selects the object neither before nor after", both: []string{"labels: {app: x}", "labels: {app: z}"}, after: []string{policy, strings.Replace(policy, "1", "2", 1)}},
		{name: "policy-selected-before", reason: "rule 5: it selects the object before", after: []string{policy, strings.Replace(policy, "1", "2", 1), "matchLabels: {app: x}", "matchLabels: {app: z}"}, overridden: true},
		{name: "template", reason: "rule 6: without a resource version, the objects are compared", after: []string{"labels: {app: x}", "labels: {app: x, b: new}"}, changed: true},
		{name: "template-new", reason: "rule 6: it was not there before", before: []string{"name: a,", "name: c,"}, changed: true},
		{name: "template-bound", reason: "rule 6: its resource version is that in the binding", both: []string{"name: a, ", "name: a, resourceVersion: \"7\", ", "name: a}", "name: a, resourceVersion: \"7\"}"},
			before: []string{"labels: {app: x}", "labels: {app: x, b: old}"}},
		{name: "template-version", reason: "rule 6: its resource version is not that in the binding", both: []string{"name: a, ", "name: a, resourceVersion: \"8\", ", "name: a}", "name: a, resourceVersion: \"7\"}"}, changed: true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			text := func(changes []string) propagation.PlanInput {
				text := touchedInput
				for _, all := range [][]string{tc.both, changes} {
					for i := 0; i < len(all); i += 2 {
						require.Contains(t, text, all[i])
						text = strings.Replace(text, all[i], all[i+1], 1)
					}
				}
				return inputOf(t, []byte(text))
			}
			touched, overridden, changed := propagation.TouchedSince(text(tc.before), text(tc.after))
			of := override.Ref{APIVersion: "v1", Kind: "ConfigMap", Namespace: "shop", Name: "a"}
			require.Equal(t, tc.touched, touched(of), tc.reason)
			require.Equal(t, tc.overridden, overridden(of), tc.reason)
			require.Equal(t, tc.changed, changed(of), tc.reason)
			of.Name = "b"
			require.False(t, touched(of) || overridden(of) || changed(of), "another object")
		})
	}
}
