package policytest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// recorder is a test that records its errors.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper() {}

func (r *recorder) Error(args ...any) { r.errors = append(r.errors, fmt.Sprint(args...)) }

// TestCheck reports each failure, and continues after one.
func TestCheck(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "all.yaml")
	require.NoError(t, os.WriteFile(file, []byte(`{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {x: "1"}}
---
{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: eu}}
`), 0o600))
	value := func(is any) suite.Assertion {
		return suite.Value{Objects: []string{"ConfigMap/a"}, Path: "/data/x", Is: is}
	}
	r := &recorder{TB: t}
	Check(r, []string{file}, value("1"), suite.Unchanged{})
	require.Empty(t, r.errors)
	Check(r, []string{file}, value("2"), suite.Unchanged{}, value("3"))
	require.Len(t, r.errors, 2)
	require.Contains(t, r.errors[0], `ConfigMap default/a in eu: /data/x is "1", expected "2"`)
	require.Contains(t, r.errors[1], `expected "3"`)
	Check(r, []string{file + "x"}, value("1"))
	require.Len(t, r.errors, 3)
}
