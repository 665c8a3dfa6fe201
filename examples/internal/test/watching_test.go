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

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
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
				require.False(w.t, ended || w.isLate(), "expected %s, found %s", text, fresh)
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

// isLate reports whether the test program ends soon because of its time limit. It would not print what was found.
func (w *watching) isLate() bool {
	t, ok := w.t.(interface{ Deadline() (time.Time, bool) })
	if !ok {
		return false
	}
	deadline, limited := t.Deadline()
	return limited && time.Until(deadline) < 5*time.Second
}

// stop ends the command and returns its status.
func (w *watching) stop() int {
	w.t.Helper()
	w.end()
	<-w.done
	require.NoError(w.t, w.err)
	return w.status
}
