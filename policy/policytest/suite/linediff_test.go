package suite

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestLineDiff applies differences of random texts, and has the exact ones of a few.
func TestLineDiff(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	lines := func() string {
		var b strings.Builder
		for range random.IntN(12) {
			fmt.Fprintln(&b, random.IntN(5))
		}
		return strings.TrimSuffix(b.String(), strings.Repeat("\n", random.IntN(2)))
	}
	for range 2000 {
		want, got := lines(), lines()
		if want == got {
			continue
		}
		difference := plainDiff("f", want, got)
		require.Equal(t, linesOf(got), patched(t, linesOf(want), difference), "%q %q", want, got)
	}
	for _, tc := range []struct{ reason, want, got, diff string }{
		{"repeated lines without anchors", "a\nb\na\nb\n", "a\nb\nb\n", "@@ -1,4 +1,3 @@\n a\n b\n-a\n b\n"},
		{"anchors between repeated lines", "x\n1\ny\n1\nz\n", "x\n2\ny\n1\nz\n", "@@ -1,5 +1,5 @@\n x\n-1\n+2\n y\n 1\n z\n"},
		{"nothing before", "", "a\n", "@@ -0,0 +1,1 @@\n+a\n"},
		{"nothing after", "a\n", "", "@@ -1,1 +0,0 @@\n-a\n"},
		{"no line break", "a", "a\n", "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n"},
		{"two hunks", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "a\n2\n3\n4\n5\n6\n7\n8\nb\n", "@@ -1,4 +1,4 @@\n-1\n+a\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+b\n"},
	} {
		require.Equal(t, diffHead("f")+tc.diff, plainDiff("f", tc.want, tc.got), tc.reason)
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
