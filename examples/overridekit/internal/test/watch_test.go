package test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
)

// output is a stream that a test reads while the command writes.
type output struct {
	mu   sync.Mutex
	text string
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.text += string(p)
	return len(p), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text
}

// watching is a running command with --watch.
type watching struct {
	t      testing.TB
	root   string
	out    output
	seen   int // what expect has returned already
	end    context.CancelFunc
	done   chan struct{}
	status int
	err    error
}

// start writes the files of a repository, and more, and watches it. Its cases a and b read policies/a.yaml and policies/b.yaml, and both read clusters.
func start(t testing.TB, pattern string, more func(*watching), paths ...string) *watching {
	t.Helper()
	w := &watching{t: t, root: t.TempDir(), done: make(chan struct{})}
	w.write("clusters/m1.yaml", "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m1}}\n")
	for _, name := range []string{"a", "b"} {
		w.write("policies/"+name+".yaml", policyFor(name, "1"))
		w.write("tests/"+name+"/case.yaml", "# reads "+name+"\nread: [../../policies/"+name+".yaml, ../../apps/"+name+"]\n")
		w.write("apps/"+name+"/app.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: "+name+", namespace: shop}}\n")
	}
	if more != nil {
		more(w)
	}
	for i, path := range paths {
		paths[i] = filepath.Join(w.root, path)
	}
	opts := options{format: "text", update: true, folder: filepath.Join(w.root, "tests"), paths: append([]string{filepath.Join(w.root, "clusters")}, paths...)}
	require.NoError(t, run(&w.out, &cli.Env{Out: &w.out, Err: &w.out}, opts, &input.Notes{Out: &w.out}))
	if opts.update = false; pattern != "" {
		opts.run = regexp.MustCompile(pattern)
	}
	var ctx context.Context
	ctx, w.end = context.WithCancel(t.Context())
	notes := &input.Notes{Out: &w.out}
	go func() {
		defer close(w.done)
		w.err = watch(ctx, &cli.Env{Out: &w.out, Err: &w.out}, opts, notes)
		w.status = notes.Status
	}()
	t.Cleanup(func() { w.stop() })
	w.expect("Ctrl-C ends\n")
	return w
}

// policyFor returns a policy that labels the ConfigMap of a name.
func policyFor(name, value string) string {
	return "{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: " + name + ", namespace: shop}, spec: {" +
		"resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: " + name + "}], " +
		"overrideRules: [{overriders: {labelsOverrider: [{operator: add, value: {tier: '" + value + "'}}]}}]}}\n"
}

func (w *watching) path(name string) string { return filepath.Join(w.root, filepath.FromSlash(name)) }

func (w *watching) write(name, text string) {
	w.t.Helper()
	require.NoError(w.t, os.MkdirAll(filepath.Dir(w.path(name)), 0o755))
	require.NoError(w.t, os.WriteFile(w.path(name), []byte(text), 0o600))
}

func (w *watching) rename(from, to string) {
	w.t.Helper()
	require.NoError(w.t, os.Rename(w.path(from), w.path(to)))
}

func (w *watching) remove(name string) {
	w.t.Helper()
	require.NoError(w.t, os.RemoveAll(w.path(name)))
}

// expect waits for a string, and returns what was printed since the last call up to its end. It waits long, because the machine may be busy.
func (w *watching) expect(text string) string {
	w.t.Helper()
	for begin := time.Now(); time.Since(begin) < 10*time.Second; time.Sleep(time.Millisecond) {
		fresh := w.out.String()[w.seen:]
		if i := strings.Index(fresh, text); i >= 0 {
			w.seen += i + len(text)
			return strings.ReplaceAll(fresh[:i+len(text)], w.root+string(filepath.Separator), "")
		}
	}
	require.FailNow(w.t, "expected "+text, w.out.String()[w.seen:])
	return ""
}

// stop ends the command and returns its status.
func (w *watching) stop() int {
	w.t.Helper()
	w.end()
	select {
	case <-w.done:
	case <-time.After(10 * time.Second):
		require.FailNow(w.t, "the command does not end")
	}
	require.NoError(w.t, w.err)
	return w.status
}

func TestWatchSaves(t *testing.T) {
	t.Parallel()
	const summary = "all 2 cases: "
	for _, tc := range []struct {
		name, reason string
		save         func(w *watching)
	}{
		{"write", "the file is written in place", func(w *watching) { w.write("policies/a.yaml", policyFor("a", "2")) }},
		{"rename", "editors write another file and rename it", func(w *watching) {
			w.write("policies/.a.yaml.swp", policyFor("a", "2"))
			w.rename("policies/.a.yaml.swp", "policies/a.yaml")
		}},
		{"backup", "editors keep the old file", func(w *watching) {
			w.rename("policies/a.yaml", "policies/a.yaml~")
			w.write("policies/a.yaml", policyFor("a", "2"))
		}},
		{"burst", "several writes; the first one is empty", func(w *watching) {
			w.write("policies/a.yaml", "")
			w.write("policies/a.yaml", policyFor("a", "3"))
			w.write("policies/a.yaml", policyFor("a", "2"))
		}},
		{"again", "the file is removed and made again", func(w *watching) {
			w.remove("policies/a.yaml")
			w.write("policies/a.yaml", policyFor("a", "2"))
		}},
		{"other folder", "the file comes from elsewhere", func(w *watching) {
			w.write("a.yaml", policyFor("a", "2"))
			w.rename("a.yaml", "policies/a.yaml")
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			w := start(t, "", nil)
			tc.save(w)
			got := w.expect(summary)
			require.Contains(t, got, "\npolicies/a.yaml: 1 of 2 cases\nFAIL a (policies/a.yaml): reads a\n", tc.reason)
			require.NotContains(t, got, " b (", tc.reason)
			w.expect("1 passed, 1 failed\n")
			w.write("policies/a.yaml", policyFor("a", "1"))
			require.Contains(t, w.expect(summary), "ok   a (policies/a.yaml): reads a\n1 case: 1 passed, 0 failed\n")
			w.expect("2 passed, 0 failed\n")
			require.Zero(t, w.stop())
		})
	}
}

// TestWatchLate removes a file for longer than a burst.
func TestWatchLate(t *testing.T) {
	t.Parallel()
	w := start(t, "", nil)
	w.remove("policies/a.yaml")
	got := w.expect("1 error\n")
	require.Contains(t, got, "no longer checked: a\n")
	require.Contains(t, got, "error: tests/a/case.yaml:2: read: ")
	w.write("policies/b.yaml", policyFor("b", "1"))
	require.NotContains(t, w.expect("; 1 error\n"), "error: ", "it was printed already")
	w.write("policies/a.yaml", policyFor("a", "1"))
	require.Contains(t, w.expect("all 2 cases: 2 passed, 0 failed\n"), "ok   a (tests/a/case.yaml): reads a\n")
	require.Zero(t, w.stop())
}

// TestWatchStatus edits a golden file, and breaks a case.
func TestWatchStatus(t *testing.T) {
	t.Parallel()
	w := start(t, "", nil)
	w.write("tests/b/want.yaml", "# nothing\n")
	require.Contains(t, w.expect("all 2 cases: 1 passed, 1 failed\n"), "FAIL b (tests/b/want.yaml)")
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
	require.Contains(t, w.expect("all 3 cases: 2 passed, 1 failed\n"), "FAIL deep/new/c (tests/deep/new/c/input.yaml)")
	w.write("tests/deep/new/c/want.yaml", "# ConfigMap default/c in m1: unchanged\n")
	w.expect("all 3 cases: 3 passed, 0 failed\n")

	w.write("clusters/eu/m2.yaml", "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m2}}\n")
	require.Contains(t, w.expect("3 cases: 0 passed, 3 failed\n"), "\nclusters/eu/m2.yaml: 3 of 3 cases\n")
	w.remove("clusters/eu")
	w.expect("3 cases: 3 passed, 0 failed\n")

	w.write("apps/a/more/c.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: more}}\n")
	require.Contains(t, w.expect("all 3 cases: 2 passed, 1 failed\n"), "\napps/a/more/c.yaml: 1 of 3 cases\n", "in a folder that case.yaml names")
	w.write("apps/a/more/c.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: more, labels: {a: b}}}\n")
	w.expect("all 3 cases: 2 passed, 1 failed\n")
	w.rename("apps/a/more", "apps/b/more")
	got := w.expect("all 3 cases: 2 passed, 1 failed\n")
	require.Contains(t, got, "ok   a (apps/a/more/c.yaml)")
	require.Contains(t, got, "FAIL b (apps/b/more/c.yaml)")
	w.write("apps/b/more/c.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: more}}\n")
	require.Contains(t, w.expect("all 3 cases: 2 passed, 1 failed\n"), "FAIL b (apps/b/more/c.yaml)", "the renamed folder is watched")
	w.remove("apps/b/more")
	w.expect("all 3 cases: 3 passed, 0 failed\n")

	w.rename("policies", "old")
	w.expect("1 case: 1 passed, 0 failed; 2 errors\n")
	w.write("old/a.yaml", policyFor("a", "2"))
	w.rename("old", "policies")
	require.Contains(t, w.expect("all 3 cases: 2 passed, 1 failed\n"), "FAIL a (tests/a/case.yaml)")
	w.remove("tests/deep")
	require.Contains(t, w.expect("2 cases: 1 passed, 1 failed\n"), "no longer checked: deep/new/c\n")
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
		require.Contains(t, w.expect("2 cases: 1 passed, 1 failed\n"), "FAIL a (policies/a.yaml)")
	}
	w.write("policies/b.yaml", policyFor("b", "2"))
	require.Contains(t, w.expect("all 2 cases: 0 passed, 2 failed\n"), "FAIL b (policies/b.yaml)")
}

// TestWatchPattern has a pattern that matches a file in a new folder, and a path that is absent at first.
func TestWatchPattern(t *testing.T) {
	t.Parallel()
	w := start(t, "", nil, "clusters/m*.yaml")
	w.write("clusters/m2.yaml", "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: m2}}\n")
	w.expect("2 cases: 0 passed, 2 failed\n")
	w.write("tests/a/case.yaml", "# reads a\nread: [../../policies/a.yaml, ../../apps/a, ../../env/*/x/p*.yaml]\n")
	require.Contains(t, w.expect("; 1 error\n"), "matches no folder")
	w.write("env/eu/x/p1.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: p1}}\n")
	w.expect("all 2 cases: 0 passed, 2 failed\n")
	require.NoError(t, os.Mkdir(w.path("env/us"), 0o755))
	time.Sleep(longest)
	require.NoError(t, os.Mkdir(w.path("env/us/x"), 0o755))
	time.Sleep(longest)
	w.write("env/us/x/p1.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: p2}}\n")
	require.Contains(t, w.expect("all 2 cases: 0 passed, 2 failed\n"), "\nenv/us/x/p1.yaml: 1 of 2 cases\n")
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
	w.expect("all 2 cases: 2 passed, 0 failed\n")
	w.write("elsewhere/a.yaml", policyFor("a", "2"))
	require.Contains(t, w.expect("all 2 cases: 1 passed, 1 failed\n"), "FAIL a (policies/a.yaml)")
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
	w.expect("all 2 cases: 2 passed, 0 failed\n")
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
