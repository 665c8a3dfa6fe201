package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

const policyRepo = "../policyrepo"

// TestPolicyRepoRun runs the commands that the README of the example repository shows first, in that repository.
func TestPolicyRepoRun(t *testing.T) {
	t.Parallel()
	ran := 0
	for _, script := range scriptsOf(t, "Run it") {
		if strings.HasPrefix(script, "go ") { // those tests run anyway
			continue
		}
		for line := range strings.Lines(script) {
			require.Zero(t, shell(t, line, policyRepo, commandPath(t)), line)
			ran++
		}
	}
	require.Equal(t, 3, ran)
}

// TestPolicyRepoExplain runs the command that the README shows for kustomize.
func TestPolicyRepoExplain(t *testing.T) {
	t.Parallel()
	scripts := scriptsOf(t, "kustomize")
	require.Len(t, scripts, 2)
	require.Zero(t, shell(t, scripts[1], policyRepo, commandPath(t)), scripts[1])
}

// TestPolicyRepoAdoption follows the README of the example repository, in a copy without tests and clusters. Scripts replace go install and kubectl.
func TestPolicyRepoAdoption(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"policies", "propagation", "workloads", "crds"} {
		require.NoError(t, os.CopyFS(filepath.Join(folder, name), os.DirFS(filepath.Join(policyRepo, name))))
	}
	path := commandPath(t)
	write := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(path, name), []byte("#!/bin/sh\n"+text), 0o700))
	}
	write("go", "[ \"$*\" = 'install "+packagePath(t)+"@latest' ]\n")
	write("kubectl", "[ \"$*\" = 'get clusters.cluster.karmada.io -o yaml' ] && cat '"+filepath.ToSlash(clusterList(t))+"'\n")
	scripts := scriptsOf(t, "Your repository in five minutes")
	require.Len(t, scripts, 4)
	for _, script := range scripts {
		require.Zero(t, shell(t, script, folder, path), script)
	}
	require.FileExists(t, filepath.Join(folder, "tests/today/want.yaml"))
	require.NoFileExists(t, filepath.Join(folder, "tests/quality/want.yaml"))
}

// scriptsOf returns the blocks of commands in a section of the README of the example repository.
func scriptsOf(t *testing.T, section string) (scripts []string) {
	t.Helper()
	readme := strings.ReplaceAll(readFile(t, filepath.Join(policyRepo, "README.md")), "\r\n", "\n")
	_, text, found := strings.Cut(readme, "\n## "+section+"\n")
	require.True(t, found, section)
	text, _, _ = strings.Cut(text, "\n## ")
	for _, block := range regexp.MustCompile("(?ms)^( *)```sh\n(.*?)^ *```$").FindAllStringSubmatch(text, -1) {
		scripts = append(scripts, strings.TrimPrefix(strings.ReplaceAll("\n"+block[2], "\n"+block[1], "\n"), "\n"))
	}
	return scripts
}

// clusterList writes the clusters of the example repository to a file, as one list, and returns its name.
func clusterList(t *testing.T) string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(policyRepo, "clusters/*/*.yaml"))
	require.NoError(t, err)
	require.Len(t, names, 7)
	list := map[string]any{"apiVersion": "v1", "kind": "List"}
	var items []any
	for _, name := range names {
		var item map[string]any
		require.NoError(t, yaml.Unmarshal([]byte(readFile(t, name)), &item))
		items = append(items, item)
	}
	list["items"] = items
	text, err := yaml.Marshal(list)
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "clusters.yaml")
	require.NoError(t, os.WriteFile(file, text, 0o600))
	return file
}

// TestPolicyRepoWorkflow runs the commands of the example repository's workflow: as it is, and with a mistake in a policy. The tests find it, the other steps
// still run, and the comment has it.
func TestPolicyRepoWorkflow(t *testing.T) {
	t.Parallel()
	var w workflow
	require.NoError(t, yaml.Unmarshal([]byte(readFile(t, filepath.Join(policyRepo, ".github/workflows/policies.yaml"))), &w))
	require.Len(t, w.Jobs, 2)
	impact := w.Jobs["impact"]
	require.Len(t, impact.Steps, 7)
	require.Equal(t, readJob(t, "impact")[:4], impact.Steps[:4], "as in ci/policies.yaml")
	require.Equal(t, readJob(t, "impact")[6], impact.Steps[6])
	require.Equal(t, map[string]string{"contents": "read", "pull-requests": "write"}, impact.Permissions)

	folder := t.TempDir()
	base, head := filepath.Join(folder, "base"), filepath.Join(folder, "head")
	require.NoError(t, os.CopyFS(base, os.DirFS(policyRepo)))
	require.NoError(t, os.CopyFS(head, os.DirFS(policyRepo)))
	file := filepath.Join(head, "policies/teams/orders.yaml")
	text := readFile(t, file)
	changed := strings.Replace(text, "replicas, operator: replace, value: 2", "replicas, operator: replace, value: 20", 1)
	require.NotEqual(t, text, changed)
	require.NoError(t, os.WriteFile(file, []byte(changed), 0o600))

	require.Equal(t, []int{0, 0, 0}, testSteps(t, w.Jobs["test"].Steps, base))
	require.Equal(t, []int{1, 1, 0}, testSteps(t, w.Jobs["test"].Steps, head))
	require.Zero(t, shell(t, impact.Steps[4].Run, folder, commandPath(t)))
	require.Contains(t, readFile(t, filepath.Join(folder, "impact.md")), "2 of 91 pairs differ: 2 changed")
	require.Zero(t, shell(t, "GITHUB_STEP_SUMMARY=summary.md\n"+impact.Steps[5].Run, folder, commandPath(t)))
	require.Contains(t, readFile(t, filepath.Join(folder, "summary.md")), "`/spec/replicas` | `2` | `20` |")
}

// testSteps runs the steps of the job that tests, and returns the status of each command.
func testSteps(t *testing.T, steps []workflowStep, folder string) (statuses []int) {
	t.Helper()
	for _, step := range steps {
		switch {
		case strings.HasPrefix(step.Run, "go install "):
			require.Equal(t, "go install "+packagePath(t)+"@latest", step.Run)
		case step.Run != "":
			require.True(t, len(statuses) == 0 || step.If == "always()", "a step after the tests runs even if they fail")
			statuses = append(statuses, shell(t, step.Run, folder, commandPath(t)))
		case step.With["path"] != "" || step.With["sarif_file"] != "":
			require.FileExists(t, filepath.Join(folder, step.With["path"]+step.With["sarif_file"]))
		}
	}
	return statuses
}
