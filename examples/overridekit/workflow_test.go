package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"
)

// workflow is the part of a workflow file of GitHub Actions that the test needs.
type workflow struct {
	Permissions map[string]string `json:"permissions"`
	Jobs        map[string]struct {
		If          string            `json:"if"`
		Permissions map[string]string `json:"permissions"`
		Steps       []workflowStep    `json:"steps"`
	} `json:"jobs"`
}

type workflowStep struct {
	Name string            `json:"name"`
	If   string            `json:"if"`
	Run  string            `json:"run"`
	Uses string            `json:"uses"`
	With map[string]string `json:"with"`
	Env  map[string]string `json:"env"`
}

// TestWorkflow runs the commands of ci/policies.yaml for pull requests, as GitHub Actions does: a step after one that failed runs only with always().
// It does not run go install, the upload and gh. EXCLUDE leaves out a file that no command could read. A script in place of gh keeps the comment, and refuses an empty one as gh does.
func TestWorkflow(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
	for _, tc := range []struct {
		name, reason       string
		file, replace, new string // the change of the pull request
		lint               []int  // the statuses of the commands that run
		uploaded           []string
		impact             int
		comment            []string // what the comment contains; nil: no comment
		repairs            bool     // the change is the other way round
	}{
		{"good", "nothing to say", "policies/images.yaml", "", "", []int{0, 0}, nil, 0, []string{"0 of 4 pairs differ"}, false},
		{"misspelt", "the finding is uploaded, and the job fails", "policies/images.yaml", "[member1]", "[membr1]", []int{0, 1},
			[]string{"unknown-cluster policies/images.yaml:10"}, 0,
			[]string{"1 of 4 pairs differs: 1 changed", "`Deployment shop/web` in `member1`", "(base/policies/images.yaml:13)", "-      - image: mirror.example/web:1.0\n+      - image: registry.example/web:1.0"}, false},
		{"info", "only information does not fail the job", "policies/images.yaml", "imageOverrider:\n      - {component: Registry, operator: replace, value: mirror.example}",
			"plaintext:\n      - {path: /spec/template/spec/containers/0/command, operator: add, value: [web]}", []int{0, 0},
			[]string{"index-path policies/images.yaml:13"}, 0, []string{"1 of 4 pairs differs: 1 changed", "(head/policies/images.yaml:13)"}, false},
		{"unsilenced", "a divergence that nobody has accepted", "policies/settings.yaml", "D6: the application does not read comments", "", []int{0, 1},
			[]string{"D6 policies/settings.yaml:16"}, 0, []string{"0 of 4 pairs differ"}, false},
		{"failing", "the error is commented, and the job fails", "policies/settings.yaml", "subPath: /port", "subPath: /port/x", []int{0, 1},
			[]string{"unused-silence policies/settings.yaml:7", "fails policies/settings.yaml:16"}, 2, []string{"1 failing", "<summary>failing, 1 pair: <code>ConfigMap shop/settings in member2</code>, by <code>OverridePolicy shop/settings</code></summary>", "/port (line 2) is a number"}, false},
		{"broken", "what is found without the document is uploaded, and the comment says why nothing is compared", "apps/web.yaml", "kind: ConfigMap", "kind: [", []int{2, 2},
			[]string{"unreadable apps/web.yaml:15", "unmatched-selector policies/settings.yaml:11"}, 2,
			[]string{"**Nothing is compared**", "- `head/apps/web.yaml:15: did not find"}, false},
		{"repair", "what the change repairs is commented, and the job does not fail", "apps/web.yaml", "kind: ConfigMap", "kind: [", []int{0, 0}, nil, 0,
			[]string{"- cannot be read before: `base/apps/web.yaml:", "2 of 4 pairs differ: 2 added"}, true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			repository := pullRequest(t, tc.file, tc.replace, tc.new, tc.repairs)
			lint, impact := runWorkflow(t, "lint", repository), runWorkflow(t, "impact", repository)
			require.Equal(t, tc.lint, lint.statuses, tc.reason)
			require.Equal(t, tc.uploaded, lint.uploaded, tc.reason)
			require.Equal(t, []int{tc.impact, tc.impact}, impact.statuses, tc.reason)
			require.Equal(t, tc.comment != nil, impact.comment != "", tc.reason)
			require.LessOrEqual(t, len(impact.comment), 65_536, "GitHub's limit")
			for _, text := range tc.comment {
				require.Contains(t, impact.comment, text, tc.reason)
			}
		})
	}
}

// pullRequest makes a repository whose head merges a change of one file, as GitHub does for a pull request.
func pullRequest(t *testing.T, file, replace, replacement string, repairs bool) string {
	t.Helper()
	folder := t.TempDir()
	require.NoError(t, os.CopyFS(folder, os.DirFS("testdata/lint/good")))
	write := func(name, text string) {
		target := filepath.Join(folder, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(target), 0o700))
		require.NoError(t, os.WriteFile(target, []byte(text), 0o600))
	}
	git := func(commands string) {
		require.Zero(t, shell(t, `git() { command git -c user.name=test -c user.email=test@example.com -c commit.gpgsign=false -c core.autocrlf=false "$@"; }
`+commands, folder, ""))
	}
	write("tools/tsconfig.json", "{ // not JSON\n")
	write(".github/workflows/policies.yaml", readFile(t, "ci/policies.yaml"))
	text := strings.ReplaceAll(readFile(t, filepath.Join(folder, filepath.FromSlash(file))), "\r\n", "\n")
	require.Contains(t, text, replace)
	changed := text
	if replace != "" {
		changed = strings.Replace(text, replace, replacement, 1)
	}
	if repairs {
		text, changed = changed, text
	}
	write(file, text)
	git("git init -q; git add .; git commit -q -m base; git checkout -q -b change")
	write(file, changed)
	git("git commit -q -a --allow-empty -m change; git checkout -q -; git merge -q --no-ff -m merge change")
	return folder
}

// jobRun is what a job of the workflow did.
type jobRun struct {
	statuses []int    // of the commands overridekit
	uploaded []string // the findings
	comment  string
}

// runWorkflow runs the steps of a job of the workflow in a new folder.
func runWorkflow(t *testing.T, name, repository string) (ran jobRun) {
	t.Helper()
	job := readJob(t, name)
	folder, path := filepath.Join(t.TempDir(), name), commandPath(t)
	comment := filepath.Join(t.TempDir(), "comment.md")
	gh := "#!/bin/sh\n[ $# = 7 ] && [ \"$1 $2 $4 $5 $6\" = 'pr comment --edit-last --create-if-none --body-file' ] && [ -s \"$7\" ] && cp \"$7\" '" + filepath.ToSlash(comment) + "'\n"
	require.NoError(t, os.WriteFile(filepath.Join(path, "gh"), []byte(gh), 0o700))
	failed, installed := false, false
	for _, step := range job {
		if failed && step.If != "always()" {
			continue
		}
		switch {
		case strings.HasPrefix(step.Uses, "actions/checkout@"):
			depth := cmp.Or(step.With["fetch-depth"], "1")
			source, target := "file://"+filepath.ToSlash(repository), filepath.ToSlash(filepath.Join(folder, step.With["path"]))
			require.Zero(t, shell(t, "git clone -q --depth "+depth+" '"+source+"' '"+target+"'", repository, path))
		case strings.HasPrefix(step.Run, "go install "):
			require.Equal(t, "go install "+packagePath(t)+"@latest", step.Run)
			installed = true
		case strings.HasPrefix(step.Run, "overridekit "):
			require.True(t, installed, step.Run)
			status := shell(t, "EXCLUDE='--exclude tsconfig.json' GITHUB_STEP_SUMMARY=summary.md\n"+step.Run, folder, path)
			ran.statuses, failed = append(ran.statuses, status), failed || status != 0
		case step.Run != "":
			require.Zero(t, shell(t, step.Run, folder, path), step.Run)
		case step.With["sarif_file"] != "":
			ran.uploaded = sarifResults(t, filepath.Join(folder, step.With["sarif_file"]))
		}
	}
	if _, err := os.Stat(comment); err == nil {
		ran.comment = readFile(t, comment)
	}
	return ran
}

// readJob returns the steps of a job of the workflow. It checks what the test cannot run: conditions, permissions and uploads.
func readJob(t *testing.T, name string) []workflowStep {
	t.Helper()
	var w workflow
	require.NoError(t, yaml.Unmarshal([]byte(readFile(t, "ci/policies.yaml")), &w))
	require.Len(t, w.Jobs, 2)
	job := w.Jobs[name]
	if name == "impact" {
		require.Equal(t, map[string]string{"contents": "read", "pull-requests": "write"}, job.Permissions, "the comment needs them")
		require.Equal(t, "github.event_name == 'pull_request'", job.If)
		require.Equal(t, map[string]string{"GH_TOKEN": "${{ github.token }}", "GH_REPO": "${{ github.repository }}", "NUMBER": "${{ github.event.number }}"},
			job.Steps[len(job.Steps)-1].Env, "gh needs them")
		return job.Steps
	}
	require.Equal(t, map[string]string{"contents": "read", "security-events": "write"}, w.Permissions, "the upload needs them")
	uploads := 0
	for _, step := range job.Steps {
		if step.With["sarif_file"] != "" {
			uploads++
		}
	}
	require.Equal(t, 1, uploads)
	return job.Steps
}
