package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

const web, member1 = "Deployment/shop/web", "member1"

// TestGolden compares the status and both outputs with testdata/<name>.golden.
func TestGolden(t *testing.T) {
	t.Parallel()
	about := func(object, cluster, file string, more ...string) []string {
		return append(append([]string{"-object", object, "-cluster", cluster}, more...), "testdata/"+file+".yaml")
	}
	const replicas = "/spec/replicas"
	for _, tc := range []struct {
		name, reason string
		args         []string
	}{
		{"wrong-api-version", "no policy covers the object; the one that was meant comes first", about(web, member1, "wrong-api-version")},
		{"container-absent", "the policy covers the object, and no step finds what it is for", about(web, member1, "container-absent")},
		{"cluster-label", "the policy covers the object and not the cluster", about(web, member1, "cluster-label")},
		{"cronjob", "the overrider does not know this kind", about("CronJob/shop/report", member1, "cronjob")},
		{"init-containers", "what Karmada does not touch is not touched here, and nobody claims it was", about(web, member1, "init-containers")},
		{"init-containers-path", "an init container is as it came in", about(web, member1, "init-containers", "-path", "/spec/template/spec/initContainers/0/image")},
		{"tag-and-digest", "both stay, and what Karmada would lose is told", about(web, member1, "tag-and-digest")},
		{"index-out-of-range", "an error instead of a crash; what came before and after the step is told", about(web, member1, "index-out-of-range")},
		{"who-wins", "every write of the number in order, and why each lost", about(web, member1, "who-wins")},
		{"who-wins-path", "only what is at stake", about(web, member1, "who-wins", "-path", replicas)},
		{"who-wins-json", "for programs", about(web, member1, "who-wins", "-o", "json")},
		{"who-wins-path-json", "for programs", about(web, member1, "who-wins", "-path", replicas, "-o", "json")},
		{"missing-path", "a place that is not there, and nobody took it away", about(web, member1, "who-wins", "-path", "/spec/paused")},
		{"error-path", "there is no result to ask about a place", about(web, member1, "index-out-of-range", "-path", replicas)},
		{"missing-policy", "the set has no policy, and the labels name two", about("ConfigMap/shop/settings", member1, "missing-policy")},
		{"missing-policy-json", "for programs", about("ConfigMap/shop/settings", member1, "missing-policy", "-o", "json")},

		{"kind-and-name", "enough where it is unambiguous, in any case", about("deployment/web", member1, "cluster-label", "-path", "/kind")},
		{"secret", "that values differ can be seen, the values not", about("Secret/shop/login", member1, "secret")},
		{"secret-path", "nor at one place", about("Secret/shop/login", member1, "secret", "-path", "/data/token")},
		{"secret-path-json", "nor for programs", about("Secret/shop/login", member1, "secret", "-path", "/data/token", "-o", "json")},
		{"secret-shown", "unless it is asked for", about("Secret/shop/login", member1, "secret", "-path", "/data/token", "-show-secrets")},
		{"no-object", "which objects there are", about("Deployment/shop/wbe", member1, "who-wins")},
		{"no-cluster", "the usage", []string{"-object", web, "testdata/who-wins.yaml"}},
		{"bad-object", "the usage", []string{"-object", "web", "-cluster", member1, "testdata/who-wins.yaml"}},
		{"bad-path", "a pointer begins with a slash", about(web, member1, "who-wins", "-path", "spec")},
		{"help", "asked for, so no failure", []string{"-h"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr strings.Builder
			status := run(tc.args, strings.NewReader(""), &stdout, &stderr)
			got := fmt.Sprintf("%s\n\nexit status %d\n-- stdout --\n%s-- stderr --\n%s", tc.reason, status, &stdout, &stderr)
			golden := filepath.Join("testdata", tc.name+".golden")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			require.Equal(t, string(want), got, tc.reason)
		})
	}
}
