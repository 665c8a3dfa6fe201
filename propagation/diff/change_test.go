package diff_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation"
	"github.com/overridekit/overridekit/propagation/diff"
	"github.com/overridekit/overridekit/testdata/casetest"
)

// TestChanges applies the changes in order, as operations, to one Work and expects the other.
func TestChanges(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, before, after, want string }{
		{"a value", `{"a":1}`, `{"a":2}`, `/a: 1 -> 2`},
		{"keys", `{"a":1,"b/c":{"x":1}}`, `{"b/c":{"y":null}}`, "/b~1c/y: added null\n/b~1c/x: removed 1\n/a: removed 1"},
		{"a longer list", `{"l":[1]}`, `{"l":[2,3,4]}`, "/l/1: added 3\n/l/2: added 4\n/l/0: 1 -> 2"},
		{"a shorter list", `{"l":[1,2,3,{"x":1}]}`, `{"l":[1]}`, "/l/3: removed {\"x\":1}\n/l/2: removed 3\n/l/1: removed 2"},
		{"inside lists", `{"l":[{"x":[1,2]},3]}`, `{"l":[{"x":[1,5]},3]}`, "/l/0/x/1: 2 -> 5"},
		{"another type", `{"l":[1],"m":{"x":1},"n":null}`, `{"l":{"0":1},"m":"x","n":false}`, "/l: [1] -> {\"0\":1}\n/m: {\"x\":1} -> \"x\"\n/n: null -> false"},
		{"one number", `{"a":1.0}`, `{"a":1}`, ""},
		{"a long string", `{"a":"x"}`, `{"a":"` + long + long + `"}`, `/a: "x" -> "` + (long + long)[:141] + "…"},
		{"long strings", `{"a":"` + long + long + `1"}`, `{"a":"` + long + long + `2"}`, "/a: …" + long[30:] + `1" -> …` + long[30:] + `2"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			plans := [2]*propagation.Plan{{Works: []*api.Work{{}}}, {Works: []*api.Work{{}}}}
			for i, text := range []string{c.before, c.after} {
				var m api.Manifest
				require.NoError(t, json.Unmarshal([]byte(text), &m))
				plans[i].Works[0].Spec.Workload.Manifests = []api.Manifest{m}
			}
			d := diff.Plans(plans[0], plans[1])
			if c.want == "" {
				require.True(t, d.Empty())
				return
			}
			const manifest = "/spec/workload/manifests/0"
			prefix, err := jsontree.Parse(manifest)
			require.NoError(t, err)
			tree, changes := jsontree.New(map[string]any(plans[0].Works[0].Spec.Workload.Manifests[0])), ""
			for i, p := range d.Works[0].Changes {
				require.True(t, p.Path.HasPrefix(prefix))
				at := p.Path[len(prefix):]
				if i > 0 {
					changes += "\n"
				}
				changes += p.String()[len(manifest):]
				switch p.Op {
				case jsontree.Add:
					_, _, err = tree.Add(at, p.New)
				case jsontree.Remove:
					_, _, err = tree.Remove(at)
				case jsontree.Replace:
					_, _, err = tree.Replace(at, p.New)
				}
				require.NoError(t, err)
			}
			require.Equal(t, c.want, changes)
			require.True(t, jsontree.Equal(map[string]any(plans[1].Works[0].Spec.Workload.Manifests[0]), tree.Root()))
			for _, p := range d.Works[0].Changes { // the difference shares nothing with the plans
				for _, v := range []any{p.Old, p.New} {
					if m, ok := v.(map[string]any); ok {
						m["written"] = true
					}
				}
			}
			require.NotContains(t, casetest.Frozen(t, plans), "written")
		})
	}
}

const long = "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
