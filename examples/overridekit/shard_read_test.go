package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestMergeStreams has the reports of three shards in different files and streams.
func TestMergeStreams(t *testing.T) {
	t.Parallel()
	var all []string
	for _, name := range shardFiles(t, 3, "lint", quickstart) {
		all = append(all, readFile(t, name))
	}
	file := func(text string) string {
		name := filepath.Join(t.TempDir(), "reports")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	wantStatus, want, wantErr := overridekit("", "lint", quickstart)
	for _, tc := range []struct {
		reason, stdin string
		files         []string
	}{
		{"all from a pipe, in another order", all[2] + all[0] + all[1], []string{"-"}},
		{"one from a pipe", all[1], []string{file(all[0]), "-", file(all[2])}},
		{"several in a file, with blank lines", "", []string{file(all[0] + "\n\n" + all[1] + "\n"), file(all[2])}},
		{"without line breaks between them", strings.TrimSpace(all[0]) + strings.TrimSpace(all[1]) + all[2], []string{"-"}},
	} {
		status, stdout, stderr := overridekit(tc.stdin, append([]string{"merge"}, tc.files...)...)
		require.Equal(t, wantStatus, status, tc.reason)
		require.Equal(t, want, stdout, tc.reason)
		require.Equal(t, wantErr, stderr, tc.reason)
	}
	status, _, stderr := overridekit(all[1], "merge", "-")
	require.Equal(t, 2, status)
	require.Equal(t, "error: found the reports of 1 of 3 shards, missing: shards 0, 2\n", stderr)
}

// TestShardCannotRead has shards that cannot read a file or path. They fail without a report, because another pod may be able to read it. A document
// that is not valid is the same for all shards, so it is in the report.
func TestShardCannotRead(t *testing.T) {
	t.Parallel()
	empty, broken := t.TempDir(), filepath.Join(t.TempDir(), "broken.yaml")
	require.NoError(t, os.WriteFile(broken, []byte("kind: [\n"), 0o600))
	blank, secret := filepath.Join(t.TempDir(), "blank.yaml"), filepath.Join(t.TempDir(), "link.yaml")
	require.NoError(t, os.WriteFile(blank, nil, 0o600))
	require.NoError(t, os.Symlink(secret, secret))
	for _, tc := range []struct {
		reason string
		args   []string
		want   string // "": there is a report
	}{
		{"a path that is absent", []string{"lint", "absent"}, "error: absent: no such file or directory\n"},
		{"besides one that is not", []string{"render", quickstart, "absent"}, "error: absent: no such file or directory\n"},
		{"each path has its line", []string{"lint", "absent", "lost"}, "error: absent: no such file or directory\nerror: lost: no such file or directory\n"},
		{"a volume that is not mounted is an empty folder", []string{"plan", "--rows", empty}, "the folder has no .yaml, .yml or .json file\n"},
		{"a file that cannot be opened", []string{"lint", secret}, "too many levels of symbolic links\n"},
		{"a file without a document", []string{"lint", blank}, "no document was found"},
		{"the state after a change", []string{"impact", quickstart, "absent"}, "error: absent: no such file or directory\n"},
		{"the state before a change", []string{"impact", "absent", quickstart}, "error: absent: no such file or directory\n"},
		{"interpreters", []string{"plan", "--rows", "--interpreter", "absent", quickstart}, "error: --interpreter: open absent: no such file or directory\n"},
		{"interpreters that are not valid", []string{"plan", "--rows", "--interpreter", broken, quickstart}, ""},
		{"a document that is not valid", []string{"lint", broken}, ""},
		{"in a folder", []string{"plan", "--rows", filepath.Dir(broken)}, ""},
		{"a policy in two files", []string{"render", "testdata/render/twice"}, ""},
	} {
		args := append([]string{}, tc.args...)
		status, stdout, stderr := overridekit("", append(args, "--shard", "0/2")...)
		if tc.want == "" {
			require.Zero(t, status, tc.reason)
			require.Empty(t, stderr, tc.reason)
			require.True(t, requireMerged(t, 2, "", tc.args...), tc.reason)
			continue
		}
		require.Equal(t, 2, status, tc.reason)
		require.Empty(t, stdout, tc.reason)
		require.Contains(t, stderr, tc.want, tc.reason)
	}
}
