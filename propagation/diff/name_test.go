package diff_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/propagation/diff"
)

// TestNames shows how a Work and the places in it are called.
func TestNames(t *testing.T) {
	t.Parallel()
	change := func(path ...string) diff.Change { return diff.Change{Op: jsontree.Add, Path: path, New: int64(1)} }
	name := override.Ref{APIVersion: "work.karmada.io/v1alpha1", Kind: "Work", Namespace: "karmada-es-m1", Name: "w-1234"}
	d := &diff.Difference{Works: []diff.Work{
		{
			Work: name, Cluster: "m1", Template: override.Ref{Kind: "Deployment", Namespace: "shop", Name: "web"}, Kind: diff.Changed,
			Changes: []diff.Change{
				change("metadata", "labels", "a"),
				change("spec", "workload", "manifests"),
				change("spec", "workload", "manifests", "0"),
				change("spec", "workload", "manifests", "0", "spec", "replicas"),
				change("spec", "workload", "manifests", "1", "data"),
			},
		},
		{Work: name, Cluster: "m1", Kind: diff.Created},
		{Work: override.Ref{Kind: "Work", Namespace: "elsewhere", Name: "w"}, Template: override.Ref{Kind: "Pod", Name: "p"}, Kind: diff.Created},
	}}
	require.Equal(t, `Deployment shop/web in m1 changed
  Work /metadata/labels/a: added 1
  Work /spec/workload/manifests: added 1
  the object: added 1
  /spec/replicas: added 1
  object 1 /data: added 1
Work karmada-es-m1/w-1234 created
Work elsewhere/w created
`, d.String())
	require.Contains(t, d.Markdown(), "| `Deployment shop/web in m1` | `object 1 /data` | | `1` |\n| `Work karmada-es-m1/w-1234` | created | | |\n")
}
