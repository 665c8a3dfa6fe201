package override_test

import (
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// TestConcurrentUse applies one set, one selection and one result from many goroutines. The race detector sees whether
// anything is written; the outcomes must be those of a goroutine alone.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	obj := object(`
		kind: Test
		metadata: {name: web, namespace: shop, labels: {app: web}}
		text: '{"a": 1}'
		config: "# c\na: 0777\n"
		spec: {pod: {containers: [{name: a, image: "r.io/app:v1", command: [x]}, {name: b, image: app}]}}
	`)
	before := copyOf(obj.Object)
	set := override.NewSet(compile(t, []policy{
		{name: "a", steps: []override.Overrider{
			override.Labels(override.VerbSet, map[string]string{"a": "z", "b": "z"}),
			override.Annotations(override.VerbSet, map[string]string{"a": "z"}),
			override.Image{Where: containers(), Operations: []override.ImageOperation{imageOp(imageparser.Registry, override.VerbSet, "q.io")}},
			override.Command(containers("a"), override.VerbDelete, []string{"x"}),
			override.Args(containers("a", "b"), override.VerbAppend, []string{"z"}),
			embedded(t, override.EmbeddedText{Format: override.TextJSON}, `add /m {"list":[1,{}]}`, "add /m/list/- 2", "add /m/list/1/x 3")[0],
			diverges("X", "set /a {b: [1]}", true),
		}},
		{name: "shop/b", rules: []rule{
			{clusters: selector.ClusterSelector{Names: []string{"member1"}}, lanes: [][]override.Overrider{do("add /a/b/- 2", "set /a/c {}"), do("add /a/b/0 0")}},
			{clusters: selector.ClusterSelector{Names: []string{"member3"}}, steps: do("remove /nowhere")},
		}},
	})...)
	selection := set.Select(obj)
	clusters := []selector.Cluster{member1, {Name: "member2", Labels: map[string]string{"env": "dev"}}, {Name: "member3"}}
	outcomes := func(choose func() override.Selection) (all []outcome, errs []string) {
		for _, c := range clusters {
			result, err := choose().Apply(c)
			if err != nil {
				all, errs = append(all, outcome{}), append(errs, err.Error())
				continue
			}
			all = append(all, outcomeOf(t, result))
		}
		return all, errs
	}
	want, wantErrs := outcomes(func() override.Selection { return set.Select(obj) })
	require.Len(t, wantErrs, 1)
	result, err := selection.Apply(member1)
	require.NoError(t, err)

	var done sync.WaitGroup
	for i := range 16 {
		done.Go(func() {
			for range 10 {
				got, errs := outcomes(func() override.Selection {
					if i%2 == 0 {
						return selection
					}
					return set.Select(obj)
				})
				if !slices.Equal(errs, wantErrs) || !reflect.DeepEqual(want, got) || !reflect.DeepEqual(want[0], outcomeOf(t, result)) {
					t.Error("another outcome than that of a goroutine alone")
					return
				}
			}
		})
	}
	done.Wait()
	require.Equal(t, before, obj.Object, "the object was written")
}
