package suite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/lint"
)

// shop has two clusters, a Deployment, a Secret, and policies that change them in eu.
const shop = `apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: eu}
---
apiVersion: cluster.karmada.io/v1alpha1
kind: Cluster
metadata: {name: us}
spec: {taints: [{key: maintenance, effect: NoSchedule}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop, labels: {app: web}}
spec:
  replicas: 3
  ratio: 1.5
  selector: {matchLabels: {app: web}}
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: "web:1"}]}}
---
apiVersion: v1
kind: Secret
metadata: {name: login, namespace: shop}
stringData: {password: hunter2}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: big, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: web}]
  overrideRules:
  - targetCluster: {clusterNames: [eu]}
    overriders:
      plaintext:
      - {path: /spec/replicas, operator: replace, value: 5}
      - {path: /spec/replicaz, operator: add, value: 5}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: huge, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: web}]
  overrideRules:
  - targetCluster: {clusterNames: [eu]}
    overriders:
      plaintext:
      - {path: /spec/replicas, operator: replace, value: 7}
      - {path: /metadata/labels/app, operator: remove}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: password, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: v1, kind: Secret}]
  overrideRules:
  - overriders:
      plaintext:
      - {path: /stringData/password, operator: replace, value: swordfish}
---
apiVersion: policy.karmada.io/v1alpha1
kind: PropagationPolicy
metadata: {name: web, namespace: shop}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment}]
  placement: {replicaScheduling: {replicaSchedulingType: Divided}}
`

// asserting returns what is wrong with a case about documents that asserts one thing, in line 4 of its case.yaml.
func asserting(t *testing.T, documents, assertion string, more map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	write(t, folder, map[string]string{"repo/all.yaml": documents, "tests/a/case.yaml": "# the reason\nread: ../../repo\nassert:\n- " + assertion + "\n"})
	write(t, folder, more)
	s, err := Load(filepath.Join(folder, "tests"))
	var texts []string
	if err != nil {
		texts = append(texts, err.Error())
	}
	for _, c := range s.Cases {
		for _, f := range c.Check(Options{Hint: "-update"}).Failures {
			texts = append(texts, f.String())
		}
	}
	return filepath.ToSlash(strings.ReplaceAll(strings.Join(texts, "\n"), folder, "ROOT"))
}

// notInUS returns what a failure says about policies of the shop whose rules do not cover the cluster us.
func notInUS(policies ...string) (lines string) {
	for _, name := range policies {
		lines += "\n  without effect: OverridePolicy shop/" + name + ": spec.overrideRules[0]: skipped: cluster us is not one of (eu)"
	}
	return lines
}

func TestAssertions(t *testing.T) {
	t.Parallel()
	const (
		big      = "OverridePolicy shop/big: spec.overrideRules[0].overriders.plaintext"
		huge     = "OverridePolicy shop/huge: spec.overrideRules[0].overriders.plaintext"
		password = "OverridePolicy shop/password: spec.overrideRules[0].overriders.plaintext"
	)
	for _, tc := range []struct{ name, reason, assertion, want string }{
		{"unchanged", "no rule covers us", "unchanged: {objects: [Deployment/*], clusters: [us]}", ""},
		{"changed", "each difference, the policy and the line; no value of the Secret", "unchanged: {objects: Secret/*, clusters: e*}",
			`unchanged: Secret shop/login in eu: /stringData/password is "*** (after)", expected "*** (before)" as in the object; decided by ` + password + "[0] (ROOT/repo/all.yaml:56)"},
		{"changed, several", "added, replaced and removed", "unchanged: {objects: Deployment/*}",
			`unchanged: Deployment shop/web in eu: /metadata/labels/app is no value, expected "web" as in the object; decided by ` + huge + "[1] (ROOT/repo/all.yaml:46)\n" +
				"unchanged: Deployment shop/web in eu: /spec/replicas is 7, expected 3 as in the object; decided by " + huge + "[0] (ROOT/repo/all.yaml:45)\n" +
				"unchanged: Deployment shop/web in eu: /spec/replicaz is 5, expected no value as in the object; decided by " + big + "[1] (ROOT/repo/all.yaml:34)"},
		{"value", "of a policy", "value: {objects: Deployment/shop/web, clusters: [eu], path: /spec/replicas, is: 7}", ""},
		{"values", "a pattern for each kind; each must match", "decided: {objects: [Deployment/*, Secret/shop/login, Job/*], clusters: us, path: /kind, by: ''}",
			`decided: no object "Job/*", found 2`},
		{"values of each", "every object is compared", "value: {objects: [Deployment/*, Secret/shop/login], clusters: us, path: /kind, is: Secret}",
			`value: Deployment shop/web in us: /kind is "Deployment", expected "Secret"; no policy changes it`},
		{"placed, several", "every object is compared once", "placed: {objects: [Deployment/*, Deployment/shop/*, Secret/*, Job/a], clusters: {eu: 2}}",
			`placed: no object "Job/a", found 2` + "\n" +
				"placed: Deployment shop/web: found eu:3, expected eu:2; PropagationPolicy shop/web selects the object by kind, with priority 0\n" +
				"placed: Secret shop/login: found no cluster, expected eu:2; no PropagationPolicy of the namespace shop and no ClusterPropagationPolicy selects the object"},
		{"value, float", "numbers compare by value", "value: {objects: Deployment/shop/web, clusters: [eu], path: /spec/replicas, is: 7.0}", ""},
		{"value, not whole", "as they do in JSON", "value: {objects: Deployment/shop/web, path: /spec/ratio, is: 1.50}", ""},
		{"value, text", "a number in a string is another value", "value: {objects: Deployment/shop/web, clusters: us, path: /spec/replicas, is: '3'}",
			`value: Deployment shop/web in us: /spec/replicas is 3, expected "3"; no policy changes it` + notInUS("big", "huge")},
		{"value, map", "of any depth, whatever the order of keys", "value: {objects: Deployment/web, path: /spec/selector, is: {matchLabels: {app: web}}}", ""},
		{"value, list", "it is compared as a whole", "value: {objects: Deployment/web, clusters: us, path: /spec/template/spec/containers, is: [{image: web:1, name: web}, {}]}",
			`value: Deployment shop/web in us: /spec/template/spec/containers is [{"image":"web:1","name":"web"}], expected [{"image":"web:1","name":"web"},{}]; no policy changes it`},
		{"value, wrong", "found, expected, and who decided it", "value: {objects: Deployment/shop/web, clusters: [eu], path: /spec/replicas, is: 3}",
			"value: Deployment shop/web in eu: /spec/replicas is 7, expected 3; decided by " + huge + "[0] (ROOT/repo/all.yaml:45)"},
		{"value, missing", "a misspelt key", "value: {objects: Deployment/shop/web, clusters: us, path: /spec/replica, is: 3}",
			"value: Deployment shop/web in us: /spec/replica has no value, did you mean /spec/replicas?, expected 3; no policy changes it"},
		{"value, removed", "the policy that removed it", "value: {objects: Deployment/shop/web, clusters: eu, path: /metadata/labels/app, is: web}",
			`value: Deployment shop/web in eu: /metadata/labels/app has no value, expected "web"; decided by ` + huge + "[1] (ROOT/repo/all.yaml:46)"},
		{"value of a Secret", "neither value is shown", "value: {objects: Secret/login, clusters: eu, path: /stringData/password, is: guess}",
			`value: Secret shop/login in eu: /stringData/password is "***", expected another value; decided by ` + password + "[0] (ROOT/repo/all.yaml:56)"},
		{"null", "no value is not null", "value: {objects: Deployment/shop/web, clusters: us, path: /spec/paused, is: null}",
			"value: Deployment shop/web in us: /spec/paused has no value, expected null; no policy changes it"},
		{"absent", "removed by a policy", "value: {objects: Deployment/shop/web, clusters: eu, path: /metadata/labels/app, absent: true}", ""},
		{"not absent", "added by a policy", "value: {objects: Deployment/shop/web, clusters: eu, path: /spec/replicaz, absent: true}",
			"value: Deployment shop/web in eu: /spec/replicaz is 5, expected no value; decided by " + big + "[1] (ROOT/repo/all.yaml:34)"},
		{"decided", "the last one wins", "decided: {objects: Deployment/shop/web, clusters: [eu], path: /spec/replicas, by: OverridePolicy/shop/huge}", ""},
		{"decided, removed", "a policy also decides that there is no value", "decided: {objects: Deployment/web, clusters: [eu], path: /metadata/labels/app, by: OverridePolicy/huge}", ""},
		{"decided by another", "it is named", "decided: {objects: Deployment/shop/web, clusters: [eu], path: /spec/replicas, by: OverridePolicy/shop/big}",
			"decided: Deployment shop/web in eu: /spec/replicas is decided by " + huge + "[0] (ROOT/repo/all.yaml:45), expected OverridePolicy/shop/big"},
		{"decided by a policy", "expected none", `decided: {objects: Deployment/shop/web, clusters: [eu], path: /spec/replicas, by: ""}`,
			"decided: Deployment shop/web in eu: /spec/replicas is decided by " + huge + "[0] (ROOT/repo/all.yaml:45), expected no policy"},
		{"decided by nobody", "the value of the object", `decided: {objects: Deployment/shop/web, clusters: [us], path: /spec/replicas, by: ""}`, ""},
		{"not decided", "no policy changes it there", "decided: {objects: Deployment/shop/web, path: /spec/replicas, by: OverridePolicy/shop/huge}",
			"decided: Deployment shop/web in us: /spec/replicas is not decided by a policy, expected OverridePolicy/shop/huge" + notInUS("huge")},
		{"does not select", "why, even if it would not write there", "decided: {objects: Deployment/shop/web, path: /spec/replicas, clusters: us, by: OverridePolicy/shop/password}",
			"decided: Deployment shop/web in us: /spec/replicas is not decided by a policy, expected OverridePolicy/shop/password\n" +
				"  without effect: OverridePolicy shop/password does not select the object: kind Deployment is not Secret"},
		{"decided, nothing", "no policy decides a value that does not exist", `decided: {objects: Deployment/web, clusters: us, path: /spec/replica, by: ""}`,
			"decided: Deployment shop/web in us: /spec/replica has no value, did you mean /spec/replicas?, and no policy removed it"},
		{"decided by nothing", "a misspelt policy", "decided: {objects: Deployment/shop/web, clusters: [eu], path: /spec/replicas, by: OverridePolicy/shop/hug}",
			`decided: by: no policy "OverridePolicy/shop/hug", did you mean OverridePolicy/shop/huge?, found 3`},
		{"conflicts", "both writes, and why the last one wins", "conflicts: none",
			"conflicts: Deployment shop/web in eu: found a conflict, expected none: /spec/replicas\n  5 by " + big + "[0]\n  lost to 7 by " + huge + "[0]\n" +
				"  because among policies of the same rank, the one with the greater name acts later\n  (ROOT/repo/all.yaml:33, ROOT/repo/all.yaml:45)"},
		{"lint", "a finding with its place and code", "lint: warning",
			"lint: ROOT/repo/all.yaml:45: warning: OverridePolicy shop/huge: spec.overrideRules[0].overriders.plaintext[0]: the overrider overwrites /spec/replicas, which OverridePolicy shop/big wrote, for Deployment shop/web in cluster eu: among policies of the same rank, the one with the greater name acts later (order-by-name)\n" +
				"lint: ROOT/repo/all.yaml:34: warning: OverridePolicy shop/big: spec.overrideRules[0].overriders.plaintext[1]: /spec/replicaz is not a field of apps/v1 Deployment, so an API server drops it from Deployment shop/web in cluster eu (unknown-field)"},
		{"lint, error", "there is only a warning", "lint: error", ""},
		{"valid", "what the policies add; not the field ratio, which was there before", "valid: {}",
			"valid: Deployment shop/web in eu: /spec/replicaz is not a field of apps/v1 Deployment, an API server drops it; decided by " + big + "[1] (ROOT/repo/all.yaml:34)"},
		{"valid elsewhere", "the filter", "valid: {clusters: [us]}", ""},
		{"no object", "a filter without a match fails", "valid: {objects: [Deploymnt/shop/web, Secret/*/none*]}",
			"valid: no object \"Deploymnt/shop/web\", did you mean Deployment/shop/web?, found 2\nvalid: no object \"Secret/*/none*\", found 2"},
		{"no cluster", "as well", "unchanged: {objects: Deployment/web, clusters: [eu2, asia-*]}",
			"unchanged: no cluster \"eu2\", did you mean eu?, found 2\nunchanged: no cluster \"asia-*\", found 2"},
		{"placed", "clusters and replicas", "placed: {objects: Deployment/shop/web, clusters: {eu: 3}}", ""},
		{"placed anyhow", "any replicas", "placed: {objects: Deployment/shop/web, clusters: [eu]}", ""},
		{"placed, other replicas", "the clusters are right", "placed: {objects: Deployment/shop/web, clusters: {eu: 2}}",
			"placed: Deployment shop/web: found eu:3, expected eu:2; PropagationPolicy shop/web selects the object by kind, with priority 0"},
		{"placed elsewhere", "why a cluster does not get it", "placed: {objects: Deployment/shop/web, clusters: {eu: 2, us: 1}}",
			"placed: Deployment shop/web: found eu:3, expected eu:2 us:1; PropagationPolicy shop/web selects the object by kind, with priority 0\n  not in us: cluster(s) had untolerated taint {maintenance:NoSchedule}"},
		{"placed nowhere", "no policy selects it", "placed: {objects: Secret/login, clusters: []}", ""},
		{"not placed", "why it is in no cluster", "placed: {objects: Secret/login, clusters: [eu]}",
			"placed: Secret shop/login: found no cluster, expected eu; no PropagationPolicy of the namespace shop and no ClusterPropagationPolicy selects the object"},
		{"placed nowhere known", "a misspelt cluster", "placed: {objects: Secret/login, clusters: [euu]}", `placed: no cluster "euu", did you mean eu?, found 2 of Karmada`},
		{"nothing placed", "a misspelt object", "placed: {objects: Secret/logn, clusters: [eu]}", `placed: no object "Secret/logn", did you mean Secret/login?, found 2`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			want := tc.want
			for _, name := range assertionNames {
				if strings.HasPrefix(want, name+": ") {
					want = strings.ReplaceAll("\n"+want, "\n"+name+": ", "\nROOT/tests/a/case.yaml:4: "+name+": ")[1:]
				}
			}
			got := asserting(t, shop, tc.assertion, nil)
			require.Equal(t, want, got, tc.reason)
			require.NotContains(t, got, "hunter2")
			require.NotContains(t, got, "swordfish")
		})
	}
}

// TestBadAssertions has assertions that cannot be decoded. They fail when the cases are loaded, with file and line.
func TestBadAssertions(t *testing.T) {
	t.Parallel()
	for assertion, want := range map[string]string{
		"unchanged: {object: x}":                                  "unchanged: the key \"object\" is not known, did you mean objects?, expected objects, clusters",
		"unchanged: {objects: [web]}":                             `unchanged: objects: found "web", expected KIND/NAME or KIND/NAMESPACE/NAME, in which * stands for any characters`,
		"unchanged: {clusters: []}":                               "unchanged.clusters: found an empty list, expected at least one element",
		"unchanged: {clusters: ['']}":                             "unchanged.clusters: found an empty string, expected a string",
		"unchanged: {objects: {a: b}}":                            "unchanged.objects: found a map, expected a string",
		"unchanged: none":                                         `unchanged: found "none", expected a map`,
		"value: {objects: A/b, path: spec.replicas, is: 3}":       `value: path: found "spec.replicas", expected a JSON pointer such as /spec/replicas`,
		"value: {objects: A/b, path: /spec, is: 3, absent: true}": "value: found both, expected one of is and absent: true",
		"value: {objects: A/b, path: /spec}":                      "value: found neither, expected one of is and absent: true",
		"value: {objects: A/b, path: /spec, absent: false}":       `value: absent: found "false", expected true`,
		"value: {path: /spec, is: null}":                          "value: objects is missing",
		"value: {objects: A/b, path: /spec, is: {a: 1, a: 2}}":    "value: is: found a value that cannot be decoded: ",
		"decided: {objects: A/b, path: /a}":                       "decided: by is missing",
		"decided: {objects: A/b, path: /a, by: web}":              `decided: by: found "web", expected a policy: KIND/NAMESPACE/NAME or KIND/NAME`,
		"decided: {objects: A/b, path: /a, by: null}":             "decided: by: found null, expected a string",
		"conflicts: some":                                         `conflicts: found "some", expected none`,
		"conflicts: {}":                                           "conflicts: found a map, expected none",
		"lint: fatal":                                             `lint: found "fatal", expected info, warning or error`,
		"lint: [error]":                                           "lint: found a list, expected info, warning or error",
		"valid: []":                                               "valid: found a list, expected a map",
		"vlid: {}":                                                `assert: the assertion "vlid" is not known, did you mean valid?`,
		"placed: {objects: A/b, clusters: {a: -1}}":               `placed: clusters.a: found "-1", expected a number of replicas`,
		"placed: {objects: A/b, clusters: {a: many}}":             `placed: clusters.a: found "many", expected a number of replicas`,
		"placed: {objects: A/b, clusters: a}":                     `placed: clusters: found "a", expected a map of clusters and replicas, or a list of clusters`,
		"placed: {objects: A/b}":                                  "placed: clusters is missing",
	} {
		got := asserting(t, shop, assertion, nil)
		require.Contains(t, got, "ROOT/tests/a/case.yaml:4: "+want, assertion)
	}
}

// TestAssertionsAndGolden has no golden file: documents that cannot be decoded are then failures, and so is an object that fails.
func TestAssertionsAndGolden(t *testing.T) {
	t.Parallel()
	failing := strings.Replace(shop, "/spec/replicas, operator: replace, value: 5", "/spec/nothing/inside, operator: replace, value: 5", 1)
	require.Contains(t, asserting(t, failing, "unchanged: {objects: Deployment/*}", nil),
		"ROOT/tests/a/case.yaml:4: unchanged: Deployment shop/web in eu: found an error: ROOT/repo/all.yaml:33: OverridePolicy shop/big: spec.overrideRules[0].overriders.plaintext[0]: ")
	broken := map[string]string{"tests/a/input.yaml": "kind: Nothing\n"}
	require.Equal(t, "ROOT/tests/a/input.yaml:1: apiVersion is missing, expected a string", asserting(t, shop, "unchanged: {clusters: us, objects: Deployment/*}", broken))
	golden := map[string]string{"tests/a/want.yaml": "wrong"}
	require.Contains(t, asserting(t, shop, "unchanged: {clusters: us, objects: Deployment/*}", golden), "ROOT/tests/a/want.yaml:1: differs", "it is compared if it exists")
}

// TestAssert checks assertions in Go, also empty ones.
func TestAssert(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "shop.yaml")
	require.NoError(t, os.WriteFile(file, []byte(shop), 0o600))
	check := func(a ...Assertion) string {
		var texts []string
		for _, f := range Assert([]string{file}, a...) {
			require.Empty(t, f.File)
			texts = append(texts, f.String())
		}
		return strings.ReplaceAll(strings.Join(texts, "\n"), file, "FILE")
	}
	require.Empty(t, check())
	require.Empty(t, check(
		Unchanged{Objects: []string{"Deployment/*"}, Clusters: []string{"us"}},
		Value{Objects: []string{"Deployment/web"}, Clusters: []string{"eu"}, Path: "/spec/replicas", Is: 7},
		Value{Objects: []string{"Deployment/web"}, Path: "/spec/selector", Is: map[string]map[string]string{"matchLabels": {"app": "web"}}},
		Value{Objects: []string{"Deployment/web"}, Clusters: []string{"us"}, Path: "/spec/paused", Absent: true},
		Decided{Objects: []string{"Deployment/web"}, Clusters: []string{"eu"}, Path: "/spec/replicas", By: "OverridePolicy/shop/huge"},
		Lint{Severity: lint.Error},
		Valid{Clusters: []string{"us"}},
		Placed{Objects: []string{"Deployment/shop/web"}, Clusters: map[string]int{"eu": AnyReplicas}},
		Placed{Objects: []string{"Secret/shop/login"}, Nowhere: true},
	))
	require.Equal(t, "value: Deployment shop/web in us: /spec/replicas is 3, expected 4; no policy changes it"+notInUS("big", "huge")+"\n"+
		"conflicts: Deployment shop/web in eu: found a conflict, expected none: /spec/replicas\n  5 by OverridePolicy shop/big: spec.overrideRules[0].overriders.plaintext[0]\n"+
		"  lost to 7 by OverridePolicy shop/huge: spec.overrideRules[0].overriders.plaintext[0]\n  because among policies of the same rank, the one with the greater name acts later\n  (FILE:33, FILE:45)",
		check(Value{Objects: []string{"Deployment/web"}, Clusters: []string{"us"}, Path: "/spec/replicas", Is: int8(4)}, Conflicts{}))
	require.Equal(t, "assert: found nil, expected an assertion of package suite\nvalue: objects: found no pattern, expected at least one: KIND/NAME or KIND/NAMESPACE/NAME, in which * stands for any characters\n"+
		"value: is: found chan int, expected a value of JSON: json: unsupported type: chan int\nvalue: absent: found is and absent, expected one of them\n"+
		"lint: severity: found 9, expected info, warning or error\nplaced: clusters: found \"eu\" with -2 replicas, expected the name of a cluster and 0 or more",
		check(nil, Value{}, Value{Objects: []string{"A/b"}, Path: "/a", Is: make(chan int)},
			Value{Objects: []string{"A/b"}, Path: "/a", Is: 1, Absent: true}, Lint{9}, Placed{Objects: []string{"A/b"}, Clusters: map[string]int{"eu": -2}}))
	require.NoError(t, os.WriteFile(file+".yaml", []byte(shop+"---\nkind: Nothing\n"), 0o600))
	require.ErrorContains(t, Assert([]string{file + ".yaml"}, Lint{lint.Error})[0], "shop.yaml.yaml:64: apiVersion is missing")
	require.ErrorContains(t, Assert([]string{file, file + ".yaml"})[0], "yaml:64: apiVersion is missing")
	require.ErrorContains(t, Assert([]string{filepath.Join(filepath.Dir(file), "absent")})[0], "absent")
	require.ErrorContains(t, Assert(nil)[0], "found 0 objects and 0 clusters")
}
