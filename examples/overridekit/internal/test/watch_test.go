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

// output is a stream that a test reads while the command writes. The paths in its lines are those below root.
type output struct {
	root       string
	mu         sync.Mutex
	text, line string
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.line += string(p)
	end := strings.LastIndexByte(o.line, '\n') + 1
	o.text += strings.ReplaceAll(o.line[:end], o.root+string(filepath.Separator), "")
	o.line = o.line[end:]
	return len(p), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text
}

// watching is a running command with --watch.
type watching struct {
	t       testing.TB
	root    string
	staging string // a folder that is not watched
	out     output
	seen    int // what expect has returned already
	end     context.CancelFunc
	done    chan struct{}
	status  int
	err     error
}

// start writes the files of a repository, and more, and watches it. Its cases a and b read policies/a.yaml and policies/b.yaml, and both read clusters.
func start(t testing.TB, pattern string, more func(*watching), paths ...string) *watching {
	t.Helper()
	w := &watching{t: t, root: t.TempDir(), staging: t.TempDir(), done: make(chan struct{})}
	w.out.root = w.root
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

// write replaces a file at once: the command never sees an empty one.
func (w *watching) write(name, text string) {
	w.t.Helper()
	staged := filepath.Join(w.staging, "file")
	require.NoError(w.t, os.WriteFile(staged, []byte(text), 0o600))
	require.NoError(w.t, os.MkdirAll(filepath.Dir(w.path(name)), 0o755))
	require.NoError(w.t, os.Rename(staged, w.path(name)))
}

// overwrite empties a file and writes it. A busy machine may do more than longest in between.
func (w *watching) overwrite(name, text string) {
	w.t.Helper()
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

// expect waits until all texts were printed, in any order, and returns what was printed since the last call up to their end. One save can lead to several
// results: how its events arrive depends on the machine.
func (w *watching) expect(texts ...string) string {
	w.t.Helper()
	for {
		ended := false
		select {
		case <-w.done:
			ended = true
		default:
		}
		fresh, end := w.out.String()[w.seen:], 0
		for _, text := range texts {
			i := strings.Index(fresh, text)
			if i < 0 {
				require.False(w.t, ended, "expected %s, found %s", text, fresh)
				end = -1
				break
			}
			end = max(end, i+len(text))
		}
		if end >= 0 {
			w.seen += end
			return fresh[:end]
		}
		time.Sleep(time.Millisecond)
	}
}

// stop ends the command and returns its status.
func (w *watching) stop() int {
	w.t.Helper()
	w.end()
	<-w.done
	require.NoError(w.t, w.err)
	return w.status
}

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
