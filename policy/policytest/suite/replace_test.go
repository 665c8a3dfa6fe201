package suite

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestReplace(t *testing.T) {
	t.Parallel()
	crd := "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: tenants.example.com}\n" +
		"spec: {group: example.com, names: {kind: Tenant}, scope: Cluster}\n"
	tenant := "apiVersion: example.com/v1\nkind: Tenant\nmetadata: {name: first}\n"
	cases := []struct {
		name, reason, replace string
		want                  string // empty: the case passes
		outcome               string
	}{
		{"policy", "the other rule acts", strings.ReplaceAll(relabel, "member2", "member1"), "",
			"# ConfigMap default/settings in member1\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n    tier: web\n  name: settings\n  namespace: default\n" +
				"---\n# ConfigMap default/settings in member2: unchanged\n---\n# CustomResourceDefinition tenants.example.com in member1, member2: unchanged\n" +
				"---\n# Tenant first in member1, member2: unchanged\n"},
		{"object", "its scope is known from another file", tenant + "spec: {a: b}\n", "",
			"# ConfigMap default/settings in member1: unchanged\n---\n# ConfigMap default/settings in member2\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  labels:\n    tier: web\n  name: settings\n  namespace: default\n" +
				"---\n# CustomResourceDefinition tenants.example.com in member1, member2: unchanged\n---\n# Tenant first in member1, member2: unchanged\n"},
		{"nothing", "it may be misspelt", configMap + "---\n" + strings.ReplaceAll(configMap, "settings", "setting"),
			"ROOT/tests/a/replace.yaml:5: v1 ConfigMap default/setting replaces nothing, expected the same apiVersion, kind, namespace and name as in another file", ""},
		{"other version", "it is another document", strings.Replace(relabel, "v1alpha1", "v1", 1), "ROOT/tests/a/replace.yaml:1: ", ""},
		{"twice", "one of them would be ignored", configMap + "---\n" + configMap, "ROOT/tests/a/replace.yaml:1: ConfigMap default/settings is given twice in this file", ""},
		{"idle", "it is a policy of the case itself", strings.ReplaceAll(relabel, "member2", "member9"), "",
			"# OverridePolicy default/relabel\n# no effect: spec.overrideRules[0]: the rule reaches no cluster\n---\n# ConfigMap default/settings in member1, member2: unchanged\n" +
				"---\n# CustomResourceDefinition tenants.example.com in member1, member2: unchanged\n---\n# Tenant first in member1, member2: unchanged\n"},
		{"two", "the other one would remain", nginx, "ROOT/tests/a/replace.yaml:1: Deployment default/nginx would replace 2 documents, expected one", ""},
		{"unreadable", "a replacement is never expected to be wrong", "kind: [\n", "ROOT/tests/a/replace.yaml:", ""},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			files := map[string]string{
				"policies/p.yaml": relabel, "clusters/c.yaml": member1 + "---\n" + member2, "workloads/o.yaml": configMap + "---\n" + crd + "---\n" + tenant,
				"tests/a/case.yaml": "# A document is replaced.\nread: ../../workloads\n", "tests/a/replace.yaml": tc.replace,
			}
			if tc.name == "two" {
				files["workloads/two.yaml"] = nginx + "---\n" + nginx
			}
			write(t, folder, files)
			got := strings.ReplaceAll(failures(folder+"/tests", true, folder+"/policies", folder+"/clusters"), folder, "ROOT")
			got = strings.ReplaceAll(got, "ROOT/a/", "ROOT/tests/a/")
			if tc.want != "" {
				require.Contains(t, got, tc.want, tc.reason)
				return
			}
			require.Empty(t, got, tc.reason)
			write(t, folder, map[string]string{"tests/a/want.yaml": "---\n"})
			require.NotContains(t, failures(folder+"/tests", false, folder+"/policies", folder+"/clusters"), "More: ", "no command replaces a document")
			require.Empty(t, failures(folder+"/tests", true, folder+"/policies", folder+"/clusters"), tc.reason)
			wants := strings.Split(strings.TrimSuffix(tree(t, folder+"/tests")["a/want.yaml"], "\n"), "\n---\n")
			require.ElementsMatch(t, strings.Split(strings.TrimSuffix(tc.outcome, "\n"), "\n---\n"), wants, tc.reason)
		})
	}
}
