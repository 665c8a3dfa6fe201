package suite

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCauses shows of what has no effect only what would write where the outcome is another one.
func TestCauses(t *testing.T) {
	t.Parallel()
	const admiral = `apiVersion: core.kubeadmiral.io/v1alpha1
kind: OverridePolicy
metadata: {name: admiral, namespace: default}
spec:
  overrideRules:
  - overriders:
      jsonpatch:
      - {operator: replace, path: /data/level, value: warn}
`
	const level = `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: NAME}
spec:
  overrideRules:
  - targetCluster: {clusterNames: [CLUSTER]}
    overriders:
      plaintext:
      - {path: PATH, operator: replace, value: debug}
`
	policy := func(name, cluster, path string) string {
		return strings.NewReplacer("NAME", name, "CLUSTER", cluster, "PATH", path).Replace(level)
	}
	removes := func(label string) string {
		return strings.Replace(relabel, "{operator: add, value: {tier: web}}", "{operator: remove, value: {"+label+": x}}", 1)
	}
	object := "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, labels: {LABEL: admiral}}\ndata: {level: info, other: x}\n"
	named := strings.Replace(object, "LABEL", "kubeadmiral.io/override-policy-name", 1)
	plain := strings.Replace(object, "LABEL", "app", 1)
	always := []string{member1, member2, policy("elsewhere", "member9", "/data/other"), admiral}
	for _, tc := range []struct{ name, reason, before, after, object, want, not string }{
		{"rule", "the one that does not reach the cluster any more", policy("p", "member1", "/data/level"), policy("p", "member3", "/data/level"), plain,
			"without effect:\n  OverridePolicy default/p: spec.overrideRules[0]: skipped: cluster member1 is not one of (member3)\n  …and 1 more\nMore:", "admiral"},
		{"namespace", "a policy elsewhere selects nothing here", policy("p", "member1", "/data/level"), strings.Replace(policy("p", "member1", "/data/level"), "{name: p}", "{name: p, namespace: shop}", 1), plain,
			"without effect:\n  OverridePolicy shop/p does not select the object: ", "admiral"},
		{"inside", "the whole map is new, and the policy writes in it", relabel, relabel + "---\n" + policy("p", "member3", "/data/level"), strings.Replace(plain, "data: {level: info, other: x}\n", "", 1) + "->" + plain,
			"  OverridePolicy default/p: spec.overrideRules[0]: skipped: ", "admiral"},
		{"step", "it had an effect before", removes("app"), removes("absent"), plain,
			"  OverridePolicy default/relabel: spec.overrideRules[0].overriders.labelsOverrider[0]: no effect: ", "admiral"},
		{"dropped", "nothing that is there would write it", policy("p", "member1", "/data/level"), "", plain, "\nMore:", "without effect"},
		{"error", "it is first", policy("p", "member1", "/data/level"), policy("p", "member1", "/data/lefel"), plain,
			"update the file with -update\nConfigMap default/settings in member1: error: OverridePolicy default/p: spec.overrideRules[0].overriders.plaintext[0]: replace /data/lefel: ", "without effect"},
		{"label", "the object named the policy before", "", "", named + "->" + plain,
			"without effect:\n  OverridePolicy default/admiral does not select the object: ", "elsewhere"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			before, after, changes := strings.Cut(tc.object, "->")
			if !changes {
				after = before
			}
			input := func(policy, object string) map[string]string {
				documents := append([]string{object}, always...)
				if policy != "" {
					documents = append(documents, policy)
				}
				return map[string]string{"a/input.yaml": stream("why", documents...)}
			}
			write(t, folder, input(tc.before, before))
			require.Empty(t, failures(folder, true))
			write(t, folder, input(tc.after, after))
			got := failures(folder, false)
			require.Contains(t, got, tc.want, tc.reason)
			_, why, _ := strings.Cut(got, "without effect")
			require.NotContains(t, why, tc.not)
			if tc.not == "without effect" {
				require.NotContains(t, got, tc.not)
			}
		})
	}
	folder := t.TempDir()
	write(t, folder, map[string]string{"a/input.yaml": stream("why", append([]string{plain}, always...)...)})
	require.NoError(t, os.WriteFile(filepath.Join(folder, "a/want.yaml"), []byte("# ConfigMap default/settings in member1, member2\n[\n"), 0o600))
	require.Contains(t, failures(folder, false), "without effect:\n  OverridePolicy default/elsewhere", "what the file had is not known")
}
