package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/examples/overridekit/internal/cli"
)

// asCommand makes the test binary the command, for shells that tests run.
const asCommand = "OVERRIDEKIT_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

// workflow is the part of a workflow file of GitHub Actions that the test needs.
type workflow struct {
	Permissions map[string]string `json:"permissions"`
	Jobs        map[string]struct {
		Steps []workflowStep `json:"steps"`
	} `json:"jobs"`
}

type workflowStep struct {
	Name string            `json:"name"`
	If   string            `json:"if"`
	Run  string            `json:"run"`
	Uses string            `json:"uses"`
	With map[string]string `json:"with"`
}

// TestWorkflow runs the commands of ci/policies.yaml in repositories, as GitHub Actions does: a step after one that failed runs only with always().
func TestWorkflow(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, reason       string
		file, replace, new string // the change of the pull request
		statuses           []int  // of the commands that run
		uploaded           []string
	}{
		{"good", "nothing to say", "policies/images.yaml", "", "", []int{0, 0}, nil},
		{"misspelt", "the finding is uploaded, and the job fails", "policies/images.yaml", "[member1]", "[membr1]", []int{0, 1},
			[]string{"unknown-cluster policies/images.yaml:10"}},
		{"info", "only information does not fail the job", "policies/images.yaml", "imageOverrider:\n      - {component: Registry, operator: replace, value: mirror.example}",
			"plaintext:\n      - {path: /spec/template/spec/containers/0/command, operator: add, value: [web]}", []int{0, 0},
			[]string{"index-path policies/images.yaml:13"}},
		{"unsilenced", "a divergence that nobody has accepted", "policies/settings.yaml", "D6: the application does not read comments", "", []int{0, 1},
			[]string{"D6 policies/settings.yaml:16"}},
		{"broken", "what is found without the document is uploaded", "apps/web.yaml", "kind: ConfigMap", "kind: [", []int{2, 2},
			[]string{"unmatched-selector policies/settings.yaml:11"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			require.NoError(t, os.CopyFS(folder, os.DirFS("testdata/lint/good")))
			changed := filepath.Join(folder, filepath.FromSlash(tc.file))
			text := strings.ReplaceAll(readFile(t, changed), "\r\n", "\n")
			require.Contains(t, text, tc.replace)
			if tc.replace != "" {
				text = strings.Replace(text, tc.replace, tc.new, 1)
			}
			require.NoError(t, os.WriteFile(changed, []byte(text), 0o600))
			statuses, uploaded := runWorkflow(t, folder)
			require.Equal(t, tc.statuses, statuses, tc.reason)
			require.Equal(t, tc.uploaded, uploaded, tc.reason)
		})
	}
}

// runWorkflow runs the steps of the workflow in a folder. It returns the statuses of the commands, and the findings that are uploaded.
func runWorkflow(t *testing.T, folder string) (statuses []int, uploaded []string) {
	t.Helper()
	content := readFile(t, "ci/policies.yaml")
	target := filepath.Join(folder, ".github", "workflows", "policies.yaml")
	require.NoError(t, os.MkdirAll(filepath.Dir(target), 0o700))
	require.NoError(t, os.WriteFile(target, []byte(content), 0o600))
	var w workflow
	require.NoError(t, yaml.Unmarshal([]byte(content), &w))
	require.Equal(t, "write", w.Permissions["security-events"], "the upload needs it")
	require.Len(t, w.Jobs, 1)
	path := commandPath(t)
	failed, installed, uploads := false, false, 0
	for _, step := range w.Jobs["lint"].Steps {
		if failed && step.If != "always()" {
			continue
		}
		switch {
		case strings.HasPrefix(step.Run, "go install "):
			require.Equal(t, "go install "+packagePath(t)+"@latest", step.Run)
			installed = true
		case step.Run != "":
			require.True(t, installed && strings.HasPrefix(step.Run, "overridekit "), step.Run)
			status := shell(t, step.Run, folder, path)
			statuses, failed = append(statuses, status), failed || status != 0
		case step.With["sarif_file"] != "":
			uploaded = sarifResults(t, filepath.Join(folder, step.With["sarif_file"]))
			uploads++
		}
	}
	require.Equal(t, 1, uploads)
	return statuses, uploaded
}

// commandPath returns a folder with a command overridekit, which runs the test binary.
func commandPath(t *testing.T) string {
	t.Helper()
	binary, err := os.Executable()
	require.NoError(t, err)
	folder := t.TempDir()
	script := "#!/bin/sh\n" + asCommand + "=1 exec '" + filepath.ToSlash(binary) + "' \"$@\"\n"
	require.NoError(t, os.WriteFile(filepath.Join(folder, "overridekit"), []byte(script), 0o700))
	return folder
}

// shell runs a script as GitHub Actions does on Linux, and returns its status.
func shell(t *testing.T, script, folder, path string) int {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	cmd := exec.Command(bash, "-e", "-c", script)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "PATH="+path+string(os.PathListSeparator)+os.Getenv("PATH"))
	output, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		require.NoError(t, err)
	}
	t.Logf("%s\n%s", script, output)
	return cmd.ProcessState.ExitCode()
}

// packagePath returns the import path of this command.
func packagePath(t *testing.T) string {
	t.Helper()
	module := regexp.MustCompile(`(?m)^module (\S+)$`).FindStringSubmatch(readFile(t, "../../go.mod"))
	require.Len(t, module, 2)
	return module[1] + "/examples/overridekit"
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// TestREADME runs the commands in the README, in the root of the repository. Its table lists the subcommands and no others.
func TestREADME(t *testing.T) {
	t.Parallel()
	readme := strings.ReplaceAll(readFile(t, "README.md"), "\r\n", "\n")
	path, ran := commandPath(t), 0
	for _, line := range regexp.MustCompile("(?m)^overridekit .*$").FindAllString(readme, -1) {
		require.Less(t, shell(t, line, "../..", path), 2, line)
		ran++
	}
	require.Greater(t, ran, 3)
	var listed, commands []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z]+)` \\|").FindAllStringSubmatch(readme, -1) {
		listed = append(listed, row[1])
	}
	for _, c := range command(&cli.Env{}).Commands() {
		commands = append(commands, c.Name())
	}
	require.Subset(t, append(commands, "completion"), listed)
	require.Subset(t, listed, commands)
}
