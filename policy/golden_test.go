package policy_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/internal/dialect/dialecttest"
	"github.com/overridekit/overridekit/policy/policytest"
)

// TestGolden runs the cases of all dialects.
func TestGolden(t *testing.T) { policytest.Run(t, "../testdata/policies") }

// TestGoldenTold compares patch, explanation and blame with the outcome of every case.
func TestGoldenTold(t *testing.T) {
	t.Parallel()
	const root = "../testdata/policies"
	var shared policy.Bundle
	for _, name := range []string{"karmada", "kubeadmiral"} {
		files, err := filepath.Glob(filepath.Join(root, name, "shared", "*.yaml"))
		require.NoError(t, err)
		for _, file := range files {
			bundle := decodeFile(t, file)
			shared.Policies, shared.Clusters = append(shared.Policies, bundle.Policies...), append(shared.Clusters, bundle.Clusters...)
		}
	}
	told := 0
	require.NoError(t, filepath.WalkDir(root, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Base(name) != "input.yaml" {
			return err
		}
		bundle := decodeFile(t, name)
		for _, object := range bundle.Objects {
			for _, cluster := range append(bundle.Clusters, shared.Clusters...) {
				_, err := dialecttest.Told(t, name, object, cluster, append(bundle.Policies, shared.Policies...)...)
				told++
				var failed *override.Error
				require.True(t, err == nil || errors.As(err, &failed), "%v", err)
			}
		}
		return nil
	}))
	require.Greater(t, told, 300)
}

// decodeFile decodes a file and ignores errors: some cases are about them.
func decodeFile(t *testing.T, name string) *policy.Bundle {
	t.Helper()
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	bundle, _ := policy.Decoder{Namespace: "default"}.Decode(file)
	return bundle
}
