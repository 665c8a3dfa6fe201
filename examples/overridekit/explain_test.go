package main

import "testing"

const web, member1 = "Deployment/shop/web", "member1"

func TestExplain(t *testing.T) {
	about := func(object, cluster, file string, more ...string) []string {
		return append(append([]string{"--object", object, "--cluster", cluster}, more...), "testdata/explain/"+file+".yaml")
	}
	const replicas = "/spec/replicas"
	testGolden(t, "explain", []golden{
		{"only-no-file", "one error", []string{"--object", "Deployment/web", "--cluster", "member1", "testdata/explain/absent.yaml"}, ""},
		{"tenant", "the step that a guard refuses", []string{"--guard", "all", "--object", "ConfigMap/settings", "--cluster", "member1", "testdata/render/tenant.yaml"}, ""},
		{"wrong-api-version", "no policy selects the object; the nearest miss comes first", about(web, member1, "wrong-api-version"), ""},
		{"named", "a missing label is nearer than a wrong kind, and each is nearer in the namespace of the policy", about("Service/shop/web", member1, "named"), ""},
		{"container-absent", "the policy selects the object, but no step finds its container", about(web, member1, "container-absent"), ""},
		{"cluster-label", "the policy selects the object but not the cluster", about(web, member1, "cluster-label"), ""},
		{"cronjob", "the overrider does not support this kind", about("CronJob/shop/report", member1, "cronjob"), ""},
		{"init-containers", "init containers are not changed, as in Karmada, and the output does not claim that they were", about(web, member1, "init-containers"), ""},
		{"init-containers-path", "an init container is unchanged", about(web, member1, "init-containers", "--path", "/spec/template/spec/initContainers/0/image"), ""},
		{"tag-and-digest", "both stay, and the output reports what Karmada would lose", about(web, member1, "tag-and-digest"), ""},
		{"index-out-of-range", "an error instead of a crash; the output shows the steps before and after", about(web, member1, "index-out-of-range"), ""},
		{"who-wins", "every write of the number in order, and why each lost", about(web, member1, "who-wins"), ""},
		{"who-wins-path", "only the writes to the path", about(web, member1, "who-wins", "--path", replicas), ""},
		{"who-wins-json", "the same as JSON", about(web, member1, "who-wins", "-o", "json"), ""},
		{"who-wins-path-json", "the same as JSON", about(web, member1, "who-wins", "--path", replicas, "-o", "json"), ""},
		{"missing-path", "a path that is missing, before and after", about(web, member1, "who-wins", "--path", "/spec/paused"), ""},
		{"error-path", "without a result there is no value at the path", about(web, member1, "index-out-of-range", "--path", replicas), ""},
		{"missing-policy", "the set is empty, and the labels name two policies", about("ConfigMap/shop/settings", member1, "missing-policy"), ""},
		{"missing-policy-json", "the same as JSON", about("ConfigMap/shop/settings", member1, "missing-policy", "-o", "json"), ""},

		{"kind-and-name", "enough if it is unambiguous; the case does not matter", about("deployment/web", member1, "cluster-label", "--path", "/kind"), ""},
		{"secret", "the output shows that values differ, but not the values", about("Secret/shop/login", member1, "secret"), ""},
		{"secret-path", "also at one path", about("Secret/shop/login", member1, "secret", "--path", "/data/token"), ""},
		{"secret-path-json", "also as JSON", about("Secret/shop/login", member1, "secret", "--path", "/data/token", "-o", "json"), ""},
		{"secret-shown", "the flag shows them", about("Secret/shop/login", member1, "secret", "--path", "/data/token", "--show-secrets"), ""},
		{"misspelt-path", "the nearest field is proposed", about(web, member1, "who-wins", "--path", "/spec/replica/x"), ""},
		{"misspelt-secret-path", "the key of a Secret is proposed, but no name inside its value", []string{"--object", "Secret/a", "--cluster", member1, "--path", "/data/passwords", "-"}, oddSecret},
		{"misspelt-path-in-secret", "the name is a part of the value", []string{"--object", "Secret/a", "--cluster", member1, "--path", "/data/password/hunter3", "-"}, oddSecret},
		{"absent-path", "nothing is like it", about(web, member1, "who-wins", "--path", "/status"), ""},
		{"no-policies", "a likely mistake: the path of the policies is missing", []string{"--object", "ConfigMap/settings", "--cluster", member1, "-"}, configMap},
		{"assumed-namespace", "the reason says which namespace is assumed", []string{"--object", "ConfigMap/settings", "--cluster", member1, "testdata/render/assumed.yaml"}, ""},
		{"unseen", "explain says that it does not look at propagation policies, bindings and Works", []string{"--object", "ConfigMap/settings", "--cluster", member1, "-"}, unseen},
		{"no-object", "the error lists the objects", about("Deployment/shop/wbe", member1, "who-wins"), ""},
		{"rule-cluster", "a misspelt cluster in a rule", []string{"--object", web, "--cluster", member1, "testdata/plan/mistakes.yaml"}, ""},
		{"given-twice", "an object and its patch: the last one counts, as in plan", []string{"--object", "ConfigMap/settings", "--cluster", member1, "testdata/render/mixed/base.yaml", "testdata/render/mixed/patch.yaml"}, ""},
		{"no-cluster", "the error, and how to get help", []string{"--object", web, "testdata/explain/who-wins.yaml"}, ""},
		{"unknown-cluster", "a misspelt cluster is an error", about(web, "membr1", "cluster-label"), ""},
		{"fail-on-changes", "status 1, because a policy changes the object", about(web, member1, "who-wins", "--path", replicas, "--fail-on", "changes"), ""},
		{"bad-object", "the error, and how to get help", []string{"--object", "web", "--cluster", member1, "testdata/explain/who-wins.yaml"}, ""},
		{"two-paths", "the second one would replace the first", []string{"--object", "Deployment/nginx", "--cluster", "member1", "--path", "/spec", "--path", "/kind", quickstart}, ""},
		{"bad-path", "a pointer begins with a slash", about(web, member1, "who-wins", "--path", "spec"), ""},
		{"help", "the exit status is 0, because the user asked for it", []string{"-h"}, ""},
	})
}

// unseen has a propagation policy for another cluster, and a Work that is not what the override policy gives.
const unseen = configMap + `---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: p, namespace: default}
spec: {overrideRules: [{overriders: {annotationsOverrider: [{operator: add, value: {a: b}}]}}]}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: p, namespace: default}
spec: {resourceSelectors: [{apiVersion: v1, kind: ConfigMap}], placement: {clusterAffinity: {clusterNames: [member2]}}}
---
apiVersion: work.karmada.io/v1alpha1
kind: Work
metadata: {name: w, namespace: karmada-es-member1}
spec: {workload: {manifests: [{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: default}, data: {old: "1"}}]}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: member1}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: member2}}
`

// oddSecret is a Secret whose value is an object.
const oddSecret = "{apiVersion: v1, kind: Secret, metadata: {name: a}, data: {password: {hunter2: x}}}\n"
