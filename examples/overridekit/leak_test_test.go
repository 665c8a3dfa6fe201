package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/testdata/leaktest"
)

// TestTestLeaks checks cases with random Secrets: without a golden file, with one of other values, with one that is cut off, and while files are written.
func TestTestLeaks(t *testing.T) {
	t.Parallel()
	folder := leaktest.Dir(t)
	input, want := filepath.Join(folder, "case", "input.yaml"), filepath.Join(folder, "case", "want.yaml")
	require.NoError(t, os.Mkdir(filepath.Dir(input), 0o700))
	write := func(name, text string) { require.NoError(t, os.WriteFile(name, []byte(text), 0o600)) }
	seeds := uint64(80)
	if testing.Short() {
		seeds /= 20
	}
	shown, differ := 0, 0
	for seed := range seeds {
		marks := leaktest.New(t, seed)
		check := func(args ...string) {
			for _, format := range []string{"text", "junit", "json"} {
				_, stdout, stderr := overridekit("", append([]string{"test", "-o", format, folder}, args...)...)
				require.Empty(t, marks.In(stdout+stderr), "seed %d, %s %s:\n%s%s\n%s", seed, format, args, stdout, stderr, readFile(t, input))
				if strings.Contains(stdout, "'*** (2)'") {
					differ++
				}
			}
			if _, stdout, _ := overridekit("", append([]string{"test", "--show-secrets", folder}, args...)...); marks.In(stdout) != "" {
				shown++
			}
		}
		require.NoError(t, os.RemoveAll(want))
		write(input, "# a random case\n"+marks.Stream()+cluster("m1")+cluster("m2"))
		check()
		check("--update")
		text := ""
		if _, err := os.Stat(want); err == nil {
			text = readFile(t, want)
		}
		write(input, "# a random case\n"+marks.Stream()+cluster("m1"))
		check()
		write(want, text[:marks.Rand.IntN(len(text)+1)])
		check()
		write(want, strings.ReplaceAll(text, "\n", "\r\n"))
		check("--update")
		checkWorks(check, folder, write, marks.Stream())
	}
	require.Greater(t, differ, int(seeds)/5, "the output shows that values differ")
	require.Greater(t, shown, int(seeds)/5, "--show-secrets shows the values")
}

// checkWorks checks a case with a plan, whose Works have the Secrets: without the golden file, and with one that differs.
func checkWorks(check func(...string), folder string, write func(name, text string), stream string) {
	const policy = "\n---\n{apiVersion: policy.karmada.io/v1alpha1, kind: ClusterPropagationPolicy, metadata: {name: all}, spec: {resourceSelectors: [{apiVersion: v1, kind: Secret}]}}\n"
	settings, works := filepath.Join(folder, "case", "case.yaml"), filepath.Join(folder, "case", "want-works.yaml")
	write(settings, "# a random plan\nplan: works\n")
	write(filepath.Join(folder, "case", "input.yaml"), stream+policy+cluster("m1"))
	check()
	check("--update")
	if text, err := os.ReadFile(works); err == nil {
		write(works, strings.ReplaceAll(string(text), "name: ", "name: a"))
	}
	check()
	for _, name := range []string{settings, works, filepath.Join(folder, "case", "want-plan.txt")} {
		os.Remove(name) // there need not be one
	}
}

// cluster returns a document after others.
func cluster(name string) string {
	return "\n---\n{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: " + name + "}}\n"
}
