package suite

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// planOf returns what a case about documents writes as its golden files, and its failures.
func planOf(t *testing.T, documents, settings, story string) (golden map[string]string, failures string) {
	t.Helper()
	folder := t.TempDir()
	write(t, folder, map[string]string{"repo/all.yaml": documents, "tests/a/case.yaml": "# the reason\nread: ../../repo\n" + settings})
	if story != "" {
		write(t, folder, map[string]string{"tests/a/events.yaml": story})
	}
	s, err := Load(filepath.Join(folder, "tests"))
	var texts []string
	if err != nil {
		texts = append(texts, err.Error())
	}
	for _, c := range s.Cases {
		require.Contains(t, c.Files(), filepath.Join(folder, "tests/a/case.yaml"))
		for _, f := range c.Check(Options{Update: true}).Failures {
			texts = append(texts, f.String())
		}
		require.False(t, len(texts) == 0 && c.Check(Options{}).Failed(), "the written files pass")
	}
	golden = map[string]string{}
	for _, name := range []string{"want-plan.txt", "want-works.yaml"} {
		if text, err := os.ReadFile(filepath.Join(folder, "tests/a", name)); err == nil {
			golden[name] = string(text)
		}
	}
	return golden, filepath.ToSlash(strings.ReplaceAll(strings.Join(texts, "\n"), folder, "ROOT"))
}

const shopPlan = `Deployment shop/web: eu:3
  PropagationPolicy shop/web selects the object by kind, with priority 0
  warning: OverridePolicy shop/huge sets /spec/replicas to 7 in cluster eu, where the scheduler has assigned 3
  not in us: cluster(s) had untolerated taint {maintenance:NoSchedule}
Secret shop/login: no cluster
  no PropagationPolicy of the namespace shop and no ClusterPropagationPolicy selects the object
`

func TestPlan(t *testing.T) {
	t.Parallel()
	golden, failures := planOf(t, shop, "plan: table\n", "")
	require.Empty(t, failures)
	require.Equal(t, map[string]string{"want-plan.txt": shopPlan}, golden)

	golden, failures = planOf(t, shop, "plan: works\n", "")
	require.Empty(t, failures)
	require.Equal(t, shopPlan, golden["want-plan.txt"])
	works := golden["want-works.yaml"]
	require.Equal(t, 1, strings.Count(works, "kind: Work\n"))
	require.Contains(t, works, "  namespace: karmada-es-eu\n")
	require.Contains(t, works, "        replicas: 7\n", "with the overrides")

	golden, failures = planOf(t, shop, "plan: works\nobjects: Secret/*\n", "")
	require.Empty(t, failures)
	require.Equal(t, map[string]string{"want-plan.txt": shopPlan[strings.Index(shopPlan, "Secret"):]}, golden, "the Works of other objects are left out, so none are left")

	golden, failures = planOf(t, shop, "plan: table\nclusters: eu\nobjects: Deployment/*\n", "")
	require.Empty(t, failures)
	require.Equal(t, shopPlan[:strings.Index(shopPlan, "  not in us")], golden["want-plan.txt"], "nor why they do not get it")

	golden, failures = planOf(t, shop, "plan: works\nclusters: us\nobjects: Deployment/*\n", "")
	require.Empty(t, failures)
	require.Equal(t, map[string]string{"want-plan.txt": strings.Replace(shopPlan[:strings.Index(shopPlan, "Secret")], "eu:3", "no cluster", 1)}, golden)
}

// TestPlanProblems has what a plan complains about: an invalid policy, an override that fails, and dependencies.
func TestPlanProblems(t *testing.T) {
	t.Parallel()
	documents := strings.Replace(shop, "path: /spec/replicas, operator: replace, value: 5", "path: /spec/nothing/inside, operator: replace, value: 5", 1) + `---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: bad, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap}]
  placement: {spreadConstraints: [{spreadByField: cluster, minGroups: 3, maxGroups: 1}]}
`
	golden, _ := planOf(t, documents, "plan: table\nassert:\n- unchanged: {objects: Secret/*, clusters: us}\n", "")
	require.Equal(t, `Deployment shop/web: eu:3
  PropagationPolicy shop/web selects the object by kind, with priority 0
  failed: ResourceBinding shop/web-deployment in cluster eu: OverridePolicy shop/big: spec.overrideRules[0].overriders.plaintext[0]: Deployment shop/web in cluster eu: replace /spec/nothing/inside: /spec has no key "nothing"
  not in us: cluster(s) had untolerated taint {maintenance:NoSchedule}
Secret shop/login: no cluster
  no PropagationPolicy of the namespace shop and no ClusterPropagationPolicy selects the object

warning: PropagationPolicy shop/bad: spec.placement.spreadConstraints[0]: Invalid value: {"spreadByField":"cluster","maxGroups":1,"minGroups":3}: maxGroups lower than minGroups is not allowed
`, golden["want-plan.txt"])
}

const story = `# eu is lost before us can be used
step: eu is lost
cutOff: [eu]
---
step: us can be used
apply: [{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: us}, spec: {syncMode: Push}}]
connect: [eu]
`

func TestPlanWithEvents(t *testing.T) {
	t.Parallel()
	golden, failures := planOf(t, shop, "plan: table\nobjects: Deployment/*\nassert:\n- placed: {objects: Deployment/*, clusters: {eu: 3}}\n- placed: {objects: Secret/*, clusters: {}}\n", story)
	require.Empty(t, failures)
	require.Equal(t, `0. the beginning
  Deployment shop/web: no cluster -> eu:3
    PropagationPolicy shop/web claimed the object
  eu: Create Deployment shop/web: the object does not exist
  clusters after it: eu, us
  Deployment shop/web: 7/7 ready
    eu: 7/7 ready

1. eu is lost
  nothing moves
  warning: nothing-evicts: cluster eu keeps its objects: it has the taint cluster.karmada.io/not-ready:NoSchedule, and no taint with the effect NoExecute
  clusters after it: eu (cut off), us
  Deployment shop/web: 7/7 ready
    eu: 7/7 ready

2. us can be used
  nothing moves
  clusters after it: eu, us
  Deployment shop/web: 7/7 ready
    eu: 7/7 ready

`, golden["want-plan.txt"])

	for _, tc := range []struct{ name, settings, story, want string }{
		{"malformed", "plan: table\n", story + "---\n\nstep: c\nwait: soon\n", `ROOT/tests/a/events.yaml:10: event 3 (c): /wait is the string "soon", expected a duration such as 10m or 1h30m`},
		{"YAML", "plan: table\n", "step: [", "ROOT/tests/a/events.yaml: event 1: line 1: did not find expected node content"},
		{"impossible", "plan: table\n", story + "---\nstep: c\nleave: [asia]\n", "ROOT/tests/a/events.yaml:9: event 3 (c): leave: cluster asia does not exist"},
		{"empty", "plan: table\n", "---\n", "ROOT/tests/a/events.yaml: no event found, expected at least one"},
		{"Works", "plan: works\n", story, "ROOT/tests/a/case.yaml:3: plan: found works, expected table: a case with events.yaml has a table for each event"},
		{"without a plan", "clusters: eu\n", story, "ROOT/tests/a/events.yaml: the events have no effect, expected plan or an assertion placed in case.yaml"},
		{"for an assertion", "assert:\n- placed: {objects: Deployment/web, clusters: {}}\n", "step: gone\ndelete: [{apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web}]\n", ""},
		{"any object left", "assert:\n- placed: {objects: Deployment/*, clusters: {}}\n- placed: {objects: '*/*', clusters: {}}\n", "step: gone\ndelete: [{apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web}]\n", ""},
		{"against an assertion", "assert:\n- placed: {objects: Deployment/web, clusters: {eu: 1}}\n", "step: gone\ndelete: [{apiVersion: apps/v1, kind: Deployment, namespace: shop, name: web}]\n",
			"ROOT/tests/a/case.yaml:4: placed: Deployment shop/web: found no cluster, expected eu:1; it no longer exists"},
	} {
		_, failures := planOf(t, shop, tc.settings, tc.story)
		if require.Contains(t, failures, tc.want, tc.name); tc.want == "" {
			require.Empty(t, failures, tc.name)
		}
	}
}

// TestPlanWithScripts runs the scripts of a customization, and warns of webhooks.
func TestPlanWithScripts(t *testing.T) {
	t.Parallel()
	customization := func(script string) string {
		return shop + `---
apiVersion: config.karmada.io/v1alpha1
kind: ResourceInterpreterCustomization
metadata: {name: c}
spec:
  target: {apiVersion: apps/v1, kind: Deployment}
  customizations:
    replicaResource: {luaScript: ` + script + `}
---
{apiVersion: config.karmada.io/v1alpha1, kind: ResourceInterpreterWebhookConfiguration, metadata: {name: w}}
`
	}
	golden, failures := planOf(t, customization("function GetReplicas(o) return o.spec.replicas + 4 end"), "plan: table\n", "")
	require.Empty(t, failures)
	require.Contains(t, golden["want-plan.txt"], "Deployment shop/web: eu:7\n", "the Deployment has 3")
	require.Contains(t, golden["want-plan.txt"], "\nwarning: ResourceInterpreterWebhookConfiguration w is ignored: the plan of a test calls no webhooks, so it may differ from Karmada's\n")
	golden, failures = planOf(t, customization("function GetReplicas(o) return 1 + math.random(5) end"), "plan: table\n", "")
	require.Empty(t, failures)
	require.Contains(t, golden["want-plan.txt"], "Deployment shop/web: eu:2\n", "the smallest number, so that a test has the same result each time")

	_, failures = planOf(t, customization("function GetReplicas("), "plan: table\n", "")
	require.Equal(t, fmt.Sprintf("ROOT/repo/all.yaml:%d: ResourceInterpreterCustomization c: spec.customizations.replicaResource.luaScript: <string> at EOF:   syntax error",
		strings.Count(shop, "\n")+8), failures)
}

// TestPlanUnread has objects of control planes that are not read: one warning for each kind.
func TestPlanUnread(t *testing.T) {
	t.Parallel()
	golden, failures := planOf(t, shop+`---
{apiVersion: networking.karmada.io/v1alpha1, kind: MultiClusterService, metadata: {name: b, namespace: shop}}
---
{apiVersion: core.kubeadmiral.io/v1alpha1, kind: PropagationPolicy, metadata: {name: p, namespace: shop}}
---
{apiVersion: networking.karmada.io/v1alpha1, kind: MultiClusterService, metadata: {name: a, namespace: shop}}
`, "plan: table\n", "")
	require.Empty(t, failures)
	table := golden["want-plan.txt"]
	require.Contains(t, table, "\nwarning: MultiClusterService shop/b: it and 1 more are not read, and no cluster gets a MultiClusterService of networking.karmada.io\n"+
		"warning: PropagationPolicy shop/p: it is not read, and no cluster gets a PropagationPolicy of core.kubeadmiral.io\n")
	require.Equal(t, 2, strings.Count(table, " not read, and "), "one for each kind")
}

// TestReplicaTies places a replica that two clusters are entitled to in the same cluster, with and without events.
func TestReplicaTies(t *testing.T) {
	t.Parallel()
	for _, replicas := range []string{"1", "3", "5"} {
		for _, name := range []string{"a", "b", "c", "d"} {
			documents := strings.NewReplacer("replicas: 2", "replicas: "+replicas, "name: nginx, labels",
				"name: "+name+", labels").Replace(nginx) + "---\n" + member1 + "---\n" + member2 + `---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: p}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
  placement: {replicaScheduling: {replicaSchedulingType: Divided, replicaDivisionPreference: Weighted}}
`
			plan, failures := planOf(t, documents, "plan: table\n", "")
			require.Empty(t, failures)
			placed, _, _ := strings.Cut(strings.TrimPrefix(plan["want-plan.txt"], "Deployment default/"+name+": "), "\n")
			tables, failures := planOf(t, documents, "plan: table\n", "step: later\nwait: 1m\n")
			require.Empty(t, failures)
			require.Contains(t, tables["want-plan.txt"], "no cluster -> "+placed+"\n")
		}
	}
}

// TestPlanOfOtherSystems ignores what is not of Karmada, with a warning for an override policy, and refuses to simulate stored bindings.
func TestPlanOfOtherSystems(t *testing.T) {
	t.Parallel()
	other := shop + "---\n{apiVersion: core.kubeadmiral.io/v1alpha1, kind: OverridePolicy, metadata: {name: o}, spec: {}}\n---\n{apiVersion: core.kubeadmiral.io/v1alpha1, kind: FederatedCluster, metadata: {name: asia}, spec: {}}\n"
	for _, s := range []string{"", story} {
		golden, failures := planOf(t, other, "plan: table\n", s)
		require.Empty(t, failures)
		require.NotContains(t, golden["want-plan.txt"], "asia")
		require.True(t, strings.HasSuffix(golden["want-plan.txt"],
			"\nwarning: OverridePolicy default/o of KubeAdmiral is ignored: a plan applies the override policies of Karmada only\n"), golden["want-plan.txt"])
	}
	binding := shop + "---\n{apiVersion: work.karmada.io/v1alpha2, kind: ResourceBinding, metadata: {name: b}, spec: {resource: {apiVersion: v1, kind: A, name: a}}}\n"
	_, failures := planOf(t, binding, "plan: table\n", story)
	require.Contains(t, failures, "ROOT/tests/a/events.yaml: found ResourceBinding default/b: the controllers make bindings")
}
