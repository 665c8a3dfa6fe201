package suite

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDifference has a whole message.
func TestDifference(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	policies := relabel + "---\n" + image + `---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: remove}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: nginx}]
  overrideRules:
  - overriders:
      plaintext:
      - {path: /spec/selector, operator: remove}
      - {path: /spec/template/spec/containers/0/name, operator: replace, value: nginx}
---
apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: other}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: ngimx}]
  overrideRules:
  - overriders:
      plaintext:
      - {path: /spec/replicas, operator: remove}
`
	write(t, folder, map[string]string{
		"policies/p.yaml": policies, "tests/shared/clusters.yaml": member1 + "---\n" + member2, "tests/it's/input.yaml": stream("why it is here", nginx, configMap),
	})
	tests := folder + "/tests"
	require.Empty(t, failures(tests, true, folder+"/policies"))
	right := tree(t, tests)["it's/want.yaml"]
	wrong := strings.Replace(right, "  replicas: 3\n  template", "  replicas: 4\n  selector:\n    matchLabels:\n      app: nginx\n  template", 1)
	wrong = strings.Replace(wrong, "# ConfigMap default/settings in member1: unchanged\n---\n# ConfigMap default/settings in member2\n",
		"# ConfigMap default/settings in member1, member2\n", 1)
	write(t, folder, map[string]string{"tests/it's/want.yaml": wrong})
	got := strings.ReplaceAll(failures(tests, false, folder+"/policies"), folder, "HERE")
	require.Equal(t, `it's: why it is here
ROOT/it's/want.yaml:11: differs from the outcome; if the outcome is right, update the file with -update
diff want.yaml outcome
--- want.yaml
+++ outcome
@@ -8,10 +8,7 @@ Deployment default/nginx in member1
   name: nginx
   namespace: default
 spec:
-  replicas: 4
-  selector:
-    matchLabels:
-      app: nginx   <- removed by OverridePolicy default/remove spec.overrideRules[0].overriders.plaintext[0]
+  replicas: 3   <- ClusterOverridePolicy image spec.overrideRules[0].overriders.plaintext[0]
   template:
     metadata:
       labels:
@@ -52,7 +49,9 @@ ConfigMap default/settings in member1, member2; ConfigMap default/settings in member1; ConfigMap default/settings in member2
         ports:
         - containerPort: 80
 ---
-# ConfigMap default/settings in member1, member2
+# ConfigMap default/settings in member1: unchanged
+---
+# ConfigMap default/settings in member2
 apiVersion: v1
 kind: ConfigMap
 metadata:
In member1 for Deployment default/nginx, without effect:
  OverridePolicy default/other does not select the object: name nginx is not ngimx
  …and 2 more
In member1 for ConfigMap default/settings, no policy changes the object, which differs from the file at /metadata/labels
In member1 for ConfigMap default/settings, without effect:
  OverridePolicy default/relabel: spec.overrideRules[0]: skipped: cluster member1 is not one of (member2)
More: overridekit explain --object Deployment/default/nginx --cluster member1 HERE/policies ROOT/shared/clusters.yaml 'ROOT/it'\''s/input.yaml'`,
		strings.ReplaceAll(strings.ReplaceAll(got, "HERE/tests", "ROOT"), "ROOT/../policies", "HERE/policies"))

	s, err := Load(tests, folder+"/policies")
	require.NoError(t, err)
	report := s.Cases[0].Check(Options{Update: true})
	require.Len(t, report.Written, 1)
	require.Equal(t, "wrote HERE/it's/want.yaml: Deployment default/nginx in member1 changed; "+
		"ConfigMap default/settings in member1 now unchanged", strings.ReplaceAll(report.Written[0].String(), tests, "HERE"))
	require.Equal(t, right, tree(t, tests)["it's/want.yaml"])
	require.Empty(t, s.Cases[0].Check(Options{Update: true}).Written)
	require.NoError(t, os.Remove(tests+"/it's/want.yaml"))
	require.Equal(t, "wrote HERE/it's/want.yaml", strings.ReplaceAll(s.Cases[0].Check(Options{Update: true}).Written[0].String(), tests, "HERE"))
}

// linesOf splits a text. A last line without a line break differs from one that has it.
func linesOf(text string) []string {
	all := slices.Collect(strings.Lines(text))
	if n := len(all); n > 0 && !strings.HasSuffix(all[n-1], "\n") {
		all[n-1] += "\n\\ No newline at end of file\n"
	}
	return all
}

// note is what a line of a difference has at its end.
var note = regexp.MustCompile(`   <- (removed by )?OverridePolicy default/relabel spec\.[^ ]*$`)

// patched applies a difference to the lines of a file, by the numbers in its hunks.
func patched(t *testing.T, lines []string, difference string) (result []string) {
	t.Helper()
	rows := linesOf(difference)
	require.Greater(t, len(rows), 3)
	var was, wasCount, is, isCount, at int
	for i := 3; i < len(rows); i++ {
		row := note.ReplaceAllString(strings.TrimSuffix(rows[i], "\n"), "") + "\n"
		if _, err := fmt.Sscanf(row, "@@ -%d,%d +%d,%d @@", &was, &wasCount, &is, &isCount); err == nil {
			if wasCount == 0 {
				was++
			}
			if isCount == 0 {
				is++
			}
			result = append(result, lines[at:was-1]...)
			at = was - 1
			require.Equal(t, is-1, len(result), "the line in the outcome")
			continue
		}
		if i+1 < len(rows) && strings.HasPrefix(rows[i+1], "\\ ") {
			row += rows[i+1]
			i++
		}
		if row[0] != '+' {
			require.Equal(t, lines[at], row[1:])
			at++
		}
		if row[0] != '-' {
			result = append(result, row[1:])
		}
	}
	return append(result, lines[at:]...)
}

// FuzzDifference applies differences to the file.
func FuzzDifference(f *testing.F) {
	folder := f.TempDir()
	write(f, folder, map[string]string{"a/input.yaml": stream("a case", configMap, member1, member2, relabel)})
	s, err := Load(folder)
	require.NoError(f, err)
	c := s.Cases[0]
	in := c.load(&Report{})
	got, err := in.outcome(newEffects(), false)
	require.NoError(f, err)
	text := got.text()
	for _, seed := range []string{
		"", text, strings.Replace(text, "tier: web", "tier: db", 1), "---\n---\n# x in member1: unchanged\n", text + "\n---\n", strings.ReplaceAll(text, "\n", "\r\n"),
		"# ConfigMap default/settings in member2\na: {b: [c, *x]}\n", "# ConfigMap default/settings in member2\n" + strings.Repeat("[", 3000), "\u2028",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, want string) {
		if want == text || strings.Contains(want, "   <- ") {
			return
		}
		d := newDifference(want, got)
		difference := d.text(wantFile, want, text)
		require.Equal(t, linesOf(text), patched(t, linesOf(want), difference))
		require.NotContains(t, c.why(in, got, d.want), "\x00")
	})
}

// TestValuesIn knows the lines of values, unless the parser counts others.
func TestValuesIn(t *testing.T) {
	t.Parallel()
	lines, pointers := valuesIn("a:\n- b: 1\n  c: {}\n- d\ne: |\n  x\n  y\nf: 2\n")
	require.Equal(t, []int{2, 3, 4, 5, 8}, lines)
	require.Equal(t, "[/a/0/b /a/0/c /a/1 /e /f]", fmt.Sprint(pointers))
	for _, text := range []string{"", "a: \u2028b", "a: [", "a: b\r\n"} {
		lines, pointers = valuesIn(text)
		require.Empty(t, lines, text)
		require.Empty(t, pointers, text)
	}
}

// TestSmallDifference changes the container of one policy for one of two Deployments that have the same lines.
func TestSmallDifference(t *testing.T) {
	t.Parallel()
	deployment := func(name string) string {
		return strings.ReplaceAll(nginx, "name: nginx, labels",
			"name: "+name+", labels") + "      - {name: proxy, image: \"nginx:1.20\", args: [--quiet], ports: [{containerPort: 80}]}\n"
	}
	policy := `apiVersion: policy.karmada.io/v1alpha1
kind: OverridePolicy
metadata: {name: args}
spec:
  resourceSelectors: [{apiVersion: apps/v1, kind: Deployment, name: one}]
  overrideRules:
  - overriders: {argsOverrider: [{containerName: nginx, operator: add, value: [--verbose]}]}
`
	folder := t.TempDir()
	input := stream("two alike", deployment("one"), deployment("two"), policy, image, member1, member2)
	write(t, folder, map[string]string{"a/input.yaml": input})
	require.Empty(t, failures(folder, true))
	write(t, folder, map[string]string{"a/input.yaml": strings.Replace(input, "containerName: nginx", "containerName: proxy", 1)})
	got := failures(folder, false)
	require.Contains(t, got, "@@ Deployment default/one in member1, member2\n")
	changed := 0
	for row := range strings.Lines(got) {
		if (row[0] == '+' || row[0] == '-') && !strings.HasPrefix(row, "+++") && !strings.HasPrefix(row, "---") {
			changed++
		}
	}
	require.Equal(t, 2, changed, got)
	require.NotContains(t, got, "Deployment default/two in")
}

// TestManyClustersInHead names few clusters in the head of a hunk.
func TestManyClustersInHead(t *testing.T) {
	t.Parallel()
	var clusters []string
	for i := range 200 {
		clusters = append(clusters, strings.Replace(member1, "member1", fmt.Sprintf("c%03d", i), 1))
	}
	folder := t.TempDir()
	anywhere := strings.Replace(relabel, "targetCluster: {clusterNames: [member2]}\n    ", "", 1)
	write(t, folder, map[string]string{"a/input.yaml": stream("many", append(clusters, configMap, anywhere)...)})
	require.Empty(t, failures(folder, true))
	write(t, folder, map[string]string{"a/input.yaml": stream("many", append(clusters, configMap, strings.Replace(anywhere, "tier: web", "tier: db", 1))...)})
	require.Contains(t, failures(folder, false), "@@ ConfigMap default/settings in c000, c001, c002 and 197 more\n")
}

// BenchmarkDifference has texts in which everything changed: many parts, and many lines in one part.
func BenchmarkDifference(b *testing.B) {
	for _, size := range []int{1000, 8000} {
		var objects []string
		var data strings.Builder
		for i := range size {
			objects = append(objects, strings.Replace(configMap, "settings", fmt.Sprintf("c%d", i), 1))
			fmt.Fprintf(&data, "  k%d: v\n", i)
		}
		for name, documents := range map[string][]string{"parts": objects, "lines": {configMap + "data:\n" + data.String()}} {
			folder := b.TempDir()
			anywhere := strings.Replace(relabel, "targetCluster: {clusterNames: [member2]}\n    ", "", 1)
			write(b, folder, map[string]string{"a/input.yaml": stream("large", append(documents, member1, anywhere)...)})
			s, err := Load(folder)
			require.NoError(b, err)
			got, err := s.Cases[0].load(&Report{}).outcome(newEffects(), false)
			require.NoError(b, err)
			text := got.text()
			want := strings.NewReplacer("tier: web", "tier: db", ": v\n", ": w\n").Replace(text)
			b.Run(fmt.Sprint(name, "/", size), func(b *testing.B) {
				for range b.N {
					newDifference(want, got).text("f", want, text)
				}
			})
		}
	}
}
