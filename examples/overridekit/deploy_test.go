package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/schema"
)

// TestShardManifest checks the Jobs against the type of their kind, and runs their commands for each completion index.
func TestShardManifest(t *testing.T) {
	t.Parallel()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip(err)
	}
	bundle, err := policy.Decode(strings.NewReader(readFile(t, "deploy/shards.yaml")))
	require.NoError(t, err)
	require.Len(t, bundle.Objects, 2)
	schemas, errs := schema.New()
	require.Empty(t, errs)
	for _, o := range bundle.Objects {
		require.Equal(t, "Job", o.GetKind())
		require.Empty(t, schemas.Misfits(o))
	}
	container := func(o *unstructured.Unstructured) map[string]any {
		list, _, err := unstructured.NestedSlice(o.Object, "spec", "template", "spec", "containers")
		require.NoError(t, err)
		require.Len(t, list, 1)
		return list[0].(map[string]any)
	}
	shards, merge := bundle.Objects[0], bundle.Objects[1]
	completions, _, err := unstructured.NestedInt64(shards.Object, "spec", "completions")
	require.NoError(t, err)
	mode, _, _ := unstructured.NestedString(shards.Object, "spec", "completionMode")
	require.Equal(t, "Indexed", mode)
	env := container(shards)["env"].([]any)[0].(map[string]any)
	require.Equal(t, "SHARDS", env["name"])
	require.Equal(t, "8", env["value"])
	require.EqualValues(t, 8, completions, "one pod for each shard")

	reports, path := t.TempDir(), commandPath(t)
	estate, err := filepath.Abs("testdata/lint/shop")
	require.NoError(t, err)
	here := strings.NewReplacer("/estate", estate, "/reports", reports)
	script := here.Replace(container(shards)["args"].([]any)[0].(string))
	lost := strings.ReplaceAll(script, estate, t.TempDir()) // a volume that is not mounted
	require.Equal(t, 2, shell(t, "export SHARDS=8 JOB_COMPLETION_INDEX=0\nset -e\n"+lost, ".", path), "so the pod is started again")
	require.NoFileExists(t, reports+"/0.json")
	for i := range completions {
		index := string(rune('0' + i))
		require.Zero(t, shell(t, "export SHARDS=8 JOB_COMPLETION_INDEX="+index+"\nset -e\n"+script, ".", path))
	}
	command := container(merge)["command"].([]any)
	status := shell(t, here.Replace(command[2].(string))+" >"+reports+"/merged", ".", path)
	wantStatus, want, _ := overridekit("", "lint", "-o", "json", "--fail-on", "error", estate)
	require.Equal(t, wantStatus, status)
	require.Equal(t, want, readFile(t, reports+"/merged"))
}
