package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlan(t *testing.T) { testGolden(t, "plan", planCases()) }

func planCases() []golden {
	const nginx, workload, declared = "testdata/plan/nginx", "testdata/plan/workload", "testdata/plan/workload-interpreter.yaml"
	const steady, lost, returned = "testdata/plan/failover/1-steady", "testdata/plan/failover/2-lost", "testdata/plan/failover/3-returned"
	const before, after = "testdata/plan/overrides/before.yaml", "testdata/plan/overrides/after.yaml"
	return []golden{
		{"nginx", "two replicas and one, by static weight; the policy does not name the third cluster", []string{nginx}, ""},
		{"nginx-why", "every reason why the third cluster gets nothing", []string{"--why", nginx}, ""},
		{"nginx-yaml", "a Work for each cluster, with its replicas and its image", []string{"-o", "yaml", nginx}, ""},
		{"nginx-bindings", "the binding to store", []string{"-o", "bindings", nginx}, ""},
		{"nginx-markdown", "the table for a review", []string{"-o", "markdown", nginx}, ""},
		{"nginx-json", "everything as JSON", []string{"-o", "json", nginx}, ""},
		{"nothing-to-plan", "what was not read is named, and so are flags about it", []string{"--now", "2026-01-01T00:00:00Z", "--unhealthy-for", "shop/web-deployment/m1=90s", quickstart}, ""},
		{"strict-apis", "a cluster that reports no APIs is one without APIs", []string{"--strict-apis", "--why", nginx}, ""},
		{"workload", "a custom resource by a declared interpreter; its ConfigMap follows it", []string{"--interpreter", declared, "--why", workload}, ""},
		{"workload-yaml", "the replicas of the custom resource are divided, the ConfigMap is not", []string{"--interpreter", declared, "-o", "yaml", workload}, ""},
		{"workload-undeclared", "without an interpreter it is not a workload, and every cluster gets all of it", []string{workload}, ""},
		{"cloneset", "the replicas of a kind that Karmada has a script for are divided; its ConfigMap follows it", []string{"testdata/plan/cloneset.yaml"}, ""},
		{"apart", "two anti-affine Deployments in one cluster group each", []string{"--feature-gates", "WorkloadAffinity=true", "--why", "testdata/plan/apart.yaml"}, ""},
		{"apart-off", "without the feature gate both go everywhere, with a warning", []string{"testdata/plan/apart.yaml"}, ""},
		{"assumed", "a namespace that is only assumed is reported once for each kind", []string{"--namespace", "shop", "testdata/plan/assumed.yaml"}, ""},
		{"evictions", "one eviction is over, and one waits for a cluster to become healthy", []string{"--now", "2025-01-01T00:05:00Z", "testdata/plan/evictions.yaml"}, ""},
		{"evictions-later", "after its grace period the other one is over, too", []string{"--now", "2025-01-01T00:10:01Z", "testdata/plan/evictions.yaml"}, ""},
		{"evictions-why", "without a time all stay; the reasons name the evicted clusters", []string{"--why", "testdata/plan/evictions.yaml"}, ""},
		{"bad-now", "an invalid time", []string{"--now", "noon", nginx}, ""},
		{"zero-now", "it would be the same as no time", []string{"--now", "0001-01-01T00:00:00Z", nginx}, ""},
		{"tenant", "a policy that makes another object of a template is a warning", []string{"testdata/render/tenant.yaml"}, ""},
		{"tenant-guarded", "the policy of a namespace fails, a cluster-wide one may do it", []string{"--guard", "namespaced", "testdata/render/tenant.yaml"}, ""},
		{"tenant-guarded-all", "there are no Works", []string{"-o", "yaml", "--guard", "all", "testdata/render/tenant.yaml"}, ""},
		{"failing", "an override fails in one cluster, which gets no Work", []string{"testdata/plan/failing.yaml"}, ""},
		{"wrong-scope", "each error names its template once", []string{"testdata/plan/wrong-scope.yaml"}, ""},
		{"mistakes", "selectors, clusters and overrides without effect are findings, and the reasons name the nearest policy", []string{"--why", "--fail-on", "findings", "testdata/plan/mistakes.yaml"}, ""},
		{"elsewhere", "a policy with a namespace selects nothing in another one, whatever its selector says", []string{"--why", "testdata/plan/elsewhere.yaml"}, ""},
		{"kubeadmiral-cluster", "a cluster of KubeAdmiral is a warning, and does not count as read", []string{"testdata/plan/kubeadmiral-cluster.yaml"}, ""},
		{"kubeadmiral-cluster-chosen", "a plan does not have it", []string{"--cluster", "c0", "-"}, federatedClusters(1) + "---\n{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: eu}}\n"},
		{"kubeadmiral-cluster-diff", "in the state before the change, too", []string{"--diff", "testdata/plan/kubeadmiral-cluster.yaml", "testdata/plan/kubeadmiral.yaml"}, ""},
		{"kubeadmiral-clusters", "the first twenty are listed, and the others counted", []string{"-"}, federatedClusters(22)},
		{"affinity-why", "what in the affinity does not match each cluster; not if it is long", []string{"--why", "testdata/plan/affinity.yaml"}, ""},
		{"few-replicas", "a warning has the replicas that fit into each cluster, and the error their sum", []string{"testdata/plan/few-replicas.yaml"}, ""},
		{"few-regions", "a warning has the numbers that the error, which is that of Karmada, does not have", []string{"testdata/plan/few-regions.yaml"}, ""},
		{"assumed-namespace", "the reason why a policy does not claim an object says which namespace is assumed", []string{"--why", "testdata/render/assumed.yaml"}, ""},
		{"kubeadmiral", "each override policy of KubeAdmiral is a warning, because a plan is that of Karmada", []string{"testdata/plan/kubeadmiral.yaml"}, ""},
		{"kubeadmiral-diff", "in the state before the change, too", []string{"--diff", "testdata/plan/kubeadmiral.yaml", "testdata/plan/nginx"}, ""},
		{"interpreters", "webhooks are not called", []string{"testdata/plan/interpreters.yaml"}, ""},
		{"scripts", "the scripts of a customization divide and revise the replicas, and report a dependency", []string{"-o", "yaml", "--cluster", "us", "testdata/scripts/caches.yaml"}, ""},
		{"scripts-broken", "each error has the file, the customization and the field", []string{"testdata/scripts/broken.yaml"}, ""},
		{"scripts-broken-json", "the places of the errors", []string{"--diff", "-o", "json", "testdata/scripts/caches.yaml", "testdata/scripts/broken.yaml"}, ""},
		{"scripts-repaired", "what cannot be loaded before a change is a warning", []string{"--diff", "testdata/scripts/broken.yaml", "testdata/scripts/caches.yaml"}, ""},
		{"interpreters-declared", "a declaration comes before a script for the same kind", []string{"--interpreter", declared, "testdata/plan/interpreters.yaml"}, ""},
		{"no-room", "an error of the scheduler does not hide the reasons of its filters", []string{"--why", "testdata/plan/no-room.yaml"}, ""},
		{"rescaled", "the table has the replicas that are assigned, and a warning those of the override", []string{"testdata/plan/rescaled.yaml"}, ""},
		{"unsupported", "values that an API server refuses have policy, file, line and field; errors name the policy", []string{"testdata/plan/unsupported.yaml"}, ""},
		{"bad-gate", "a misspelt feature gate would have no effect", []string{"--feature-gates", "WorkloadAfinity=true", nginx}, ""},
		{"failover-lost", "the replicas move to the other clusters", []string{"--diff", steady, lost}, ""},
		{"failover-lost-json", "the same as JSON", []string{"--diff", "-o", "json", steady, lost}, ""},
		{"failover-lost-markdown", "the same as tables", []string{"--diff", "-o", "markdown", steady, lost}, ""},
		{"failover-gone", "a cluster that is gone was being deleted before, so divided replicas move", []string{"--diff", steady, "testdata/plan/failover/gone"}, ""},
		{"failover-returned", "divided replicas do not move back", []string{"--diff", lost, returned}, ""},
		{"failover-rebalanced", "they move back after a rescheduling was triggered", []string{"--diff", returned, "testdata/plan/failover/4-rebalanced"}, ""},
		{"failover-rebalanced-markdown", "as tables", []string{"--diff", "-o", "markdown", returned, "testdata/plan/failover/4-rebalanced"}, ""},
		{"failover-none", "a folder and itself", []string{"--diff", steady, steady}, ""},
		{"cluster", "only one column", []string{"--why", "--cluster", "member3", nginx}, ""},
		{"cluster-yaml", "only the Work for this cluster", []string{"-o", "yaml", "--cluster", "member2", nginx}, ""},
		{"cluster-unknown", "a misspelt cluster is an error", []string{"--cluster", "membr2", nginx}, ""},
		{"object", "only one row", []string{"--object", "ConfigMap/shop/settings", steady}, ""},
		{"object-bindings", "only its binding", []string{"-o", "bindings", "--object", "configmap/settings", steady}, ""},
		{"object-unknown", "the error lists the objects", []string{"--object", "Deployment/shop/wbe", steady}, ""},
		{"failover-object", "only the difference of one object in two clusters", []string{"--diff", "--object", "Deployment/web", "--cluster", "member1", "--cluster", "member3", steady, lost}, ""},
		{"failover-unknown", "a misspelt cluster is an error, and the known ones are listed once", []string{"--diff", "--cluster", "membr2", steady, lost}, ""},
		{"overrides", "without propagation policies, what each cluster would get is compared", []string{"--diff", before, after}, ""},
		{"overrides-json", "the same as JSON", []string{"--diff", "-o", "json", "--object", "Secret/login", before, after}, ""},
		{"overrides-markdown", "the same as tables", []string{"--diff", "-o", "markdown", "--cluster", "member1", before, after}, ""},
		{"overrides-same", "a file and itself", []string{"--diff", before, before}, ""},
		{"overrides-repaired", "a document before the change that cannot be read is a warning", []string{"--diff", brokenBefore, "testdata/impact/facts.yaml"}, ""},
		{"overrides-broken", "after the change, it is an error", []string{"--diff", "testdata/impact/facts.yaml", brokenBefore}, ""},
		{"overrides-both", "objects with and without a policy", []string{"--diff", "testdata/plan/overrides/claimed-before.yaml", "testdata/plan/overrides/claimed-after.yaml"}, ""},
		{"overrides-failing", "an override that fails for an object without a policy is an error", []string{"--diff", before, "testdata/plan/overrides/failing.yaml"}, ""},
		{"diff-one", "two paths are compared", []string{"--diff", steady}, ""},
		{"two-states", "without --diff, both paths are one state; a note says how to compare them", []string{before, after}, ""},
		{"one-state", "no such note if a single path defines something twice", []string{"testdata/plan/twice", nginx}, ""},
		{"two-paths", "nor if the paths do not have the same", []string{"testdata/plan/kubeadmiral.yaml", nginx}, ""},
		{"diff-stdin", "standard input can be read once", []string{"--diff", "-", "-"}, ""},
		{"diff-format", "the formats of a plan are not those of a difference", []string{"--diff", "-o", "bindings", steady, lost}, ""},
		{"relabelled", "a label of a cluster alone renders no Work again", []string{"--diff", "--touched-only", "testdata/plan/relabelled/before", "testdata/plan/relabelled/after"}, ""},
		{"relabelled-all", "if everything is touched, the policy acts", []string{"--diff", "testdata/plan/relabelled/before", "testdata/plan/relabelled/after"}, ""},
		{"diff-why", "a difference has no table", []string{"--diff", "--why", steady, lost}, ""},
		{"only-no-file", "one error, and no empty table", []string{"testdata/plan/absent"}, ""},
		{"empty-stdin", "an empty input may come from a program that failed", []string{"-"}, "# nothing\n"},
		{"diff-absent", "a path that cannot be read does not count as deleted", []string{"--diff", steady, "testdata/plan/absent"}, ""},
		{"fail-on-changes", "status 1, because the plans differ", []string{"--diff", "--fail-on", "changes", steady, lost}, ""},
		{"fail-on-same", "status 0, because they are equal", []string{"--diff", "--fail-on", "changes", steady, steady}, ""},
		{"fail-on-plan", "a plan has no changes", []string{"--fail-on", "changes", steady}, ""},
		{"bad-flag", "the error, and how to get help", []string{"-o", "xml", nginx}, ""},
		{"bad-why", "the other formats have no table", []string{"--why", "-o", "yaml", nginx}, ""},
		{"no-interpreter", "a missing file", []string{"--interpreter", "testdata/plan/absent.yaml", nginx}, ""},
		{"wrong-interpreter", "the error has an example of what is expected", []string{"--interpreter", "testdata/plan/nginx/input.yaml", nginx}, ""},
		{"empty-interpreter", "a file without an interpreter", []string{"--interpreter", "testdata/plan/empty.yaml", nginx}, ""},
		{"help", "the exit status is 0, because the user asked for it", []string{"-h"}, ""},
	}
}

// TestFailover checks that each folder has the bindings and Works of the plan before it. With -update it rewrites them before
// [TestPlan] reads them.
func TestFailover(t *testing.T) {
	for _, step := range []struct{ from, to string }{
		{"1-steady/input.yaml", "1-steady"}, {"1-steady", "2-lost"}, {"1-steady", "gone"}, {"2-lost", "3-returned"}, {"3-returned", "4-rebalanced"},
	} {
		for name, format := range map[string]string{"bindings.yaml": "bindings", "works.yaml": "yaml"} {
			status, got, stderr := overridekit("", "plan", "-o", format, "testdata/plan/failover/"+step.from)
			require.Zero(t, status, stderr)
			if step.to == "4-rebalanced" && format == "bindings" { // other controllers write these fields
				got = strings.Replace(got, "  replicas: 6\n", "  replicas: 6\n  rescheduleTriggeredAt: \"2025-01-02T00:00:00Z\"\n", 1)
				got += "status:\n  lastScheduledTime: \"2025-01-01T00:00:00Z\"\n"
			}
			file := filepath.Join("testdata/plan/failover", step.to, name)
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
			}
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Equal(t, string(want), got, "%s is not what %s gives", file, step.from)
		}
	}
}

// federatedClusters returns n clusters of KubeAdmiral: c0, c1 and so on.
func federatedClusters(n int) string {
	var stream strings.Builder
	for i := range n {
		fmt.Fprintf(&stream, "---\n{apiVersion: core.kubeadmiral.io/v1alpha1, kind: FederatedCluster, metadata: {name: c%d}}\n", i)
	}
	return stream.String()
}
