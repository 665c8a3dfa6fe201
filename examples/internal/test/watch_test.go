package test

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/input"
)

// TestWatchSaves saves a file in the ways of editors. Between two steps of a save, the file may be missing or empty for so long that its case has an error
// and is new afterwards.
func TestWatchSaves(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, reason string
		steps        bool // the save has several
		save         func(w *watching)
	}{
		{"replace", "the file is there all the time", false, func(w *watching) { w.write("policies/a.yaml", policyFor("a", "2")) }},
		{"write", "the file is written in place", true, func(w *watching) { w.overwrite("policies/a.yaml", policyFor("a", "2")) }},
		{"rename", "editors write another file and rename it", false, func(w *watching) {
			w.overwrite("policies/.a.yaml.swp", policyFor("a", "2"))
			w.rename("policies/.a.yaml.swp", "policies/a.yaml")
		}},
		{"backup", "editors keep the old file", true, func(w *watching) {
			w.rename("policies/a.yaml", "policies/a.yaml~")
			w.overwrite("policies/a.yaml", policyFor("a", "2"))
		}},
		{"burst", "several writes; the first one is empty", true, func(w *watching) {
			w.overwrite("policies/a.yaml", "")
			w.overwrite("policies/a.yaml", policyFor("a", "3"))
			w.overwrite("policies/a.yaml", policyFor("a", "2"))
		}},
		{"again", "the file is removed and made again", true, func(w *watching) {
			w.remove("policies/a.yaml")
			w.overwrite("policies/a.yaml", policyFor("a", "2"))
		}},
		{"other folder", "the file comes from elsewhere", false, func(w *watching) {
			w.write("a.yaml", policyFor("a", "2"))
			w.rename("a.yaml", "policies/a.yaml")
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			w := start(t, "", nil)
			tc.save(w)
			failed := "\npolicies/a.yaml: 1 of 2 cases\nFAIL a (policies/a.yaml): reads a\n"
			if tc.steps {
				failed = "\nFAIL a ("
			}
			got := w.expect(failed, `+    tier: "2"`)
			require.NotContains(t, got, " b (", tc.reason)
			w.expect("2 cases: 1 passed, 1 failed\n")
			w.write("policies/a.yaml", policyFor("a", "1"))
			w.expect("ok   a (policies/a.yaml): reads a\n1 case: 1 passed, 0 failed\n", "2 cases: 2 passed, 0 failed\n")
			require.Zero(t, w.stop())
		})
	}
}

// TestWatchLate removes a file for longer than a burst.
func TestWatchLate(t *testing.T) {
	t.Parallel()
	w := start(t, "", nil)
	w.remove("policies/a.yaml")
	w.expect("no longer checked: a\n", "error: tests/a/case.yaml:2: read: ", "1 error\n")
	w.write("policies/b.yaml", policyFor("b", "1"))
	require.NotContains(t, w.expect("; 1 error\n"), "error: ", "it was printed already")
	w.write("policies/a.yaml", policyFor("a", "1"))
	w.expect("ok   a (tests/a/case.yaml): reads a\n", "2 cases: 2 passed, 0 failed\n")
	require.Zero(t, w.stop())
}

// TestWatchStatus edits a golden file, and breaks a case.
func TestWatchStatus(t *testing.T) {
	t.Parallel()
	w := start(t, "", nil)
	w.write("tests/b/want.yaml", "# nothing\n")
	w.expect("FAIL b (tests/b/want.yaml)", "2 cases: 1 passed, 1 failed\n")
	require.Equal(t, input.Findings, w.stop(), "the status of the last result")

	w = start(t, "", nil)
	w.write("tests/b/case.yaml", "read: []\n")
	w.expect("1 case: 1 passed, 0 failed; 1 error\n")
	require.Equal(t, input.Trouble, w.stop())
}

// TestWatchFolders adds, renames and removes folders.
func TestWatchFolders(t *testing.T) {
	t.Parallel()
	w := start(t, "", nil)
	w.write("tests/deep/new/c/input.yaml", "# reads nothing else\n{apiVersion: v1, kind: ConfigMap, metadata: {name: c}}\n")
	w.expect("FAIL deep/new/c (tests/deep/new/c/input.yaml)", "3 cases: 2 passed, 1 failed\n")
	w.write("tests/deep/new/c/want.yaml", "# ConfigMap default/c in m1: unchanged\n")
	w.expect("3 cases: 3 passed, 0 failed\n")

	w.write("clusters/eu/m2.yaml", "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m2}}\n")
	w.expect("\nclusters/eu/m2.yaml: 3 of 3 cases\n", "3 cases: 0 passed, 3 failed\n")
	w.remove("clusters/eu")
	w.expect("3 cases: 3 passed, 0 failed\n")

	w.write("apps/a/more/c.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: more}}\n")
	w.expect("\napps/a/more/c.yaml: 1 of 3 cases\n", "+# ConfigMap default/more in m1: unchanged", "3 cases: 2 passed, 1 failed\n") // in a folder that case.yaml names
	w.write("apps/a/more/c.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: other}}\n")
	w.expect("+# ConfigMap default/other in m1: unchanged", "3 cases: 2 passed, 1 failed\n")
	w.rename("apps/a/more", "apps/b/more")
	w.expect("ok   a (apps/a/more/c.yaml)", "FAIL b (apps/b/more/c.yaml)", "3 cases: 2 passed, 1 failed\n")
	w.write("apps/b/more/c.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: last}}\n")
	w.expect("FAIL b (apps/b/more/c.yaml)", "+# ConfigMap default/last in m1: unchanged", "3 cases: 2 passed, 1 failed\n") // the renamed folder is watched
	w.remove("apps/b/more")
	w.expect("3 cases: 3 passed, 0 failed\n")

	w.rename("policies", "old")
	w.expect("1 case: 1 passed, 0 failed; 2 errors\n")
	w.write("old/a.yaml", policyFor("a", "2"))
	w.rename("old", "policies")
	w.expect("FAIL a (tests/a/case.yaml)", "3 cases: 2 passed, 1 failed\n")
	w.remove("tests/deep")
	w.expect("no longer checked: deep/new/c\n", "2 cases: 1 passed, 1 failed\n")
	require.Equal(t, input.Findings, w.stop())
}

// TestWatchReplacedFolder replaces a folder by another one: there is no event for its files.
func TestWatchReplacedFolder(t *testing.T) {
	t.Parallel()
	w := start(t, "", nil)
	for _, value := range []string{"2", "3"} {
		w.write("new/a.yaml", policyFor("a", value))
		w.write("new/b.yaml", policyFor("b", "1"))
		w.rename("policies", "old"+value)
		w.rename("new", "policies")
		w.expect("FAIL a (", `+    tier: "`+value+`"`, "2 cases: 1 passed, 1 failed\n")
	}
	w.write("policies/b.yaml", policyFor("b", "2"))
	w.expect("FAIL b (", "2 cases: 0 passed, 2 failed\n")
}

// TestWatchPattern has a pattern that matches a file in a new folder, and a path that is absent at first.
func TestWatchPattern(t *testing.T) {
	t.Parallel()
	w := start(t, "", nil, "clusters/m*.yaml")
	w.write("clusters/m2.yaml", "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m2}}\n")
	w.expect("2 cases: 0 passed, 2 failed\n")
	w.write("tests/a/case.yaml", "# reads a\nread: [../../policies/a.yaml, ../../apps/a, ../../env/*/x/p*.yaml]\n")
	w.expect("matches no folder", "; 1 error\n")
	w.write("env/eu/x/p1.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: p1}}\n")
	w.expect("2 cases: 0 passed, 2 failed\n")
	require.NoError(t, os.Mkdir(w.path("env/us"), 0o755))
	time.Sleep(longest)
	require.NoError(t, os.Mkdir(w.path("env/us/x"), 0o755))
	time.Sleep(longest)
	w.write("env/us/x/p1.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: p2}}\n")
	w.expect("\nenv/us/x/p1.yaml: 1 of 2 cases\n", "2 cases: 0 passed, 2 failed\n")
}

// TestWatchLink saves the target of a symbolic link.
func TestWatchLink(t *testing.T) {
	t.Parallel()
	w := start(t, "", nil)
	w.write("elsewhere/a.yaml", policyFor("a", "1"))
	w.remove("policies/a.yaml")
	if os.Symlink(w.path("elsewhere/a.yaml"), w.path("policies/a.yaml")) != nil {
		t.Skip("symbolic links are not allowed")
	}
	w.expect("2 cases: 2 passed, 0 failed\n")
	w.write("elsewhere/a.yaml", policyFor("a", "2"))
	w.expect("FAIL a (policies/a.yaml)", "2 cases: 1 passed, 1 failed\n")
}

// TestWatchRun checks only the cases of --run.
func TestWatchRun(t *testing.T) {
	t.Parallel()
	w := start(t, "^b$", nil)
	w.write("policies/a.yaml", policyFor("a", "2"))
	time.Sleep(longest) // otherwise both saves may be one burst
	w.write("policies/b.yaml", policyFor("b", "2"))
	got := w.expect("1 case: 0 passed, 1 failed\n")
	require.NotContains(t, got, "a.yaml")
	require.Contains(t, got, "\npolicies/b.yaml: 1 of 1 case\n")
}

// TestWatchUntested removes the file for what no case tests, after a policy that no case tests was added.
func TestWatchUntested(t *testing.T) {
	t.Parallel()
	w := start(t, "", nil)
	w.write("clusters/p.yaml", policyFor("nobody", "1"))
	w.expect("FAIL policies that no case tests\n")
	w.expect("2 cases: 2 passed, 0 failed; untested.yaml differs\n")
	w.write("tests/untested.yaml", "# No case tests:\n# OverridePolicy shop/nobody: the policy selects no object\n")
	w.expect("2 cases: 2 passed, 0 failed\n")
	require.Zero(t, w.stop())
}

// TestWatchTouch changes the time of a file, but not its content.
func TestWatchTouch(t *testing.T) {
	t.Parallel()
	w := start(t, "", nil)
	require.NoError(t, os.Chtimes(w.path("policies/a.yaml"), time.Now(), time.Now()))
	require.NoError(t, os.WriteFile(w.path("policies/notes.txt"), nil, 0o600))
	time.Sleep(longest)
	w.write("policies/b.yaml", policyFor("b", "2"))
	require.NotContains(t, w.expect("1 failed\n"), "a.yaml")
}
