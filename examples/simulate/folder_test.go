package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestBadFolder checks the messages about files. The exit status is 1.
func TestBadFolder(t *testing.T) {
	t.Parallel()
	const event, configMap = "{step: a, wait: 1s}", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n"
	for _, tc := range []struct {
		name, reason string
		files        map[string]string
		want         string
	}{
		{"no Cluster", "nothing can be propagated", map[string]string{"a.yaml": configMap, "events.yaml": event}, "FOLDER has no Cluster, expected at least one\n"},
		{"no events", "there is nothing to simulate", map[string]string{"a.yaml": oneCluster, "events.yaml": "---\n"}, "FOLDER has no events in events.yaml, expected at least one\n"},
		{"no events.yaml", "as above", map[string]string{"a.yaml": oneCluster}, "FOLDER has no events.yaml, expected a file with events such as {step: m1 is lost, cutOff: [m1]}; without events, use -dies NAME; -h describes both\n"},
		{"events.yml", "only one name counts", map[string]string{"a.yaml": oneCluster, "events.yml": event}, "FOLDER has no events.yaml, found events.yml: rename it\n"},
		{"events.json", "the same", map[string]string{"a.yaml": oneCluster, "events.json": "{}"}, "FOLDER has no events.yaml, found events.json: rename it\n"},
		{"several errors", "each has the file and the document", map[string]string{"events.yaml": event, "a.yaml": oneCluster, "b.json": `{"kind": "A"}`, "c.yml": ""},
			"FOLDER/b.json: document 1 (line 1): apiVersion is missing, expected a string\n"},
		{"several errors in a file", "all are reported", map[string]string{"events.yaml": event, "a.yaml": "{kind: A}\n---\n{kind: B}\n"},
			"FOLDER/a.yaml: document 1 (line 1): apiVersion is missing, expected a string\n    FOLDER/a.yaml: document 2 (line 2): apiVersion is missing, expected a string\n"},
		{"two files", "the second one would replace the first", map[string]string{"events.yaml": event, "a.yaml": oneCluster, "b.yaml": oneCluster}, "FOLDER/b.yaml: Cluster m1 is already defined in a.yaml\n"},
		{"binding", "nothing is ignored", map[string]string{"events.yaml": event, "a.yaml": "{apiVersion: work.karmada.io/v1alpha2, kind: ResourceBinding, metadata: {name: b}}"},
			"FOLDER/a.yaml: found ResourceBinding default/b: the controllers make bindings, expected templates, policies and Clusters of Karmada\n"},
		{"Work", "the same", map[string]string{"events.yaml": event, "a.yaml": "{apiVersion: work.karmada.io/v1alpha1, kind: Work, metadata: {name: w}}"},
			"FOLDER/a.yaml: found Work default/w: the controllers make Works, expected templates, policies and Clusters of Karmada\n"},
		{"KubeAdmiral", "the same", map[string]string{"events.yaml": event, "a.yaml": "{apiVersion: core.kubeadmiral.io/v1alpha1, kind: OverridePolicy, metadata: {name: o}, spec: {}}"},
			"FOLDER/a.yaml: found OverridePolicy default/o of KubeAdmiral, expected templates, policies and Clusters of Karmada\n"},
		{"cluster of KubeAdmiral", "the same", map[string]string{"events.yaml": event, "a.yaml": "{apiVersion: core.kubeadmiral.io/v1alpha1, kind: FederatedCluster, metadata: {name: m}, spec: {}}"},
			"FOLDER/a.yaml: found a cluster of KubeAdmiral, expected templates, policies and Clusters of Karmada\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			for name, text := range tc.files {
				writeFile(t, folder, name, text)
			}
			require.Equal(t, "simulate: "+tc.want, failure(t, folder), tc.reason)
		})
	}
}

// failure returns the error of a folder, in which FOLDER is its name.
func failure(t *testing.T, folder string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	require.Equal(t, 1, run([]string{folder}, &stdout, &stderr))
	return filepath.ToSlash(strings.ReplaceAll(stderr.String(), folder, "FOLDER"))
}

// TestNoFolder names what is not a folder.
func TestNoFolder(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "a.yaml")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	require.Equal(t, "simulate: FOLDER is a file, expected a folder with events.yaml\n", failure(t, file))
	require.Equal(t, "simulate: found FOLDER, expected a folder: simulate does not read standard input\n", failure(t, "-"))
	require.Equal(t, "simulate: FOLDER: no such folder\n", failure(t, "testdata/absent"))
}

// TestFolderName has characters that are special in patterns, and a folder with the name of a file.
func TestFolderName(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "a[b]*")
	require.NoError(t, os.MkdirAll(filepath.Join(folder, "c.yaml"), 0o700))
	writeFile(t, folder, "a.yaml", oneCluster)
	writeFile(t, folder, "events.yaml", "{step: a, wait: 1s}")
	story, err := readFolder(folder, false)
	require.NoError(t, err)
	require.Len(t, story.events, 2)
}
