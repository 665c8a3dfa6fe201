package diff_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/propagation/work"
)

// TestDiffMessages has warnings and errors that are in only one of two plans.
func TestDiffMessages(t *testing.T) {
	t.Parallel()
	ref := override.Ref{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}
	before := &propagation.Plan{Warnings: []string{"old", "both"}, Rows: []*propagation.Row{{Template: ref, Warnings: []string{"w1"}, Err: errors.Join(errors.New("e1"), errors.New("e2"))}}}
	after := &propagation.Plan{
		Warnings: []string{"both", "new | line\n`two`"}, Rows: []*propagation.Row{{Template: ref, Warnings: []string{"w2"}, Err: errors.Join(errors.New("e2"), errors.New("e3"))}},
		Deleted: []work.Orphan{{Work: override.Ref{APIVersion: "work.karmada.io/v1alpha1", Kind: "Work", Namespace: "karmada-es-m1", Name: "w"}, Reason: "no cluster needs it"}},
	}
	d := diff.Plans(before, after)
	require.Equal(t, "warning: new | line; `two`\nwarning gone: old\n"+`Deployment shop/web
  warning: w2
  warning gone: w1
  error: e3
  error gone: e1

Work karmada-es-m1/w deleted: no cluster needs it
`, d.String())
	require.Equal(t, "| Template | What | Before | After |\n| --- | --- | --- | --- |\n"+
		"| | warning | `old` | |\n| | warning | | `` new \\| line; `two` `` |\n"+
		"| `Deployment shop/web` | warning | `w1` | |\n| `Deployment shop/web` | warning | | `w2` |\n"+
		"| `Deployment shop/web` | error | `e1` | |\n| `Deployment shop/web` | error | | `e3` |\n\n"+
		"| Work | What | Before | After |\n| --- | --- | --- | --- |\n"+
		"| `Work karmada-es-m1/w` | deleted | | `no cluster needs it` |\n", d.Markdown())
}
