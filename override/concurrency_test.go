package override_test

import (
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// TestConcurrentUse uses one set, one selection and one result from many goroutines. The race detector finds writes; the outcomes must
// be those of a single goroutine.
func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	obj := overridetest.Object(`
		kind: Test
		metadata: {name: web, namespace: shop, labels: {app: web}}
		text: '{"a": 1}'
		config: "# c\na: 0777\n"
		spec: {pod: {containers: [{name: a, image: "r.io/app:v1", command: [x]}, {name: b, image: app}]}}
	`)
	before := overridetest.CopyOf(obj.Object)
	set := override.NewSet(overridetest.Compile(t, []overridetest.Policy{
		{Name: "a", Steps: []override.Overrider{
			overrider.SetLabels(map[string]string{"a": "z", "b": "z"}),
			overrider.SetAnnotations(map[string]string{"a": "z"}),
			overrider.Image{Where: overridetest.Containers(), Operations: []overrider.ImageOperation{overridetest.ImageOp(imageparser.Registry, overrider.ImageSet, "q.io")}},
			overrider.DeleteCommand(overridetest.Containers("a"), "x"),
			overrider.AppendArgs(overridetest.Containers("a", "b"), "z"),
			overridetest.Embedded(t, overrider.EmbeddedText{Format: overrider.TextJSON}, `add /m {"list":[1,{}]}`, "add /m/list/- 2", "add /m/list/1/x 3")[0],
			diverges("X", "set /a {b: [1]}", true),
		}},
		{Name: "shop/b", Rules: []overridetest.Rule{
			{Clusters: selector.ClusterSelector{Names: []string{"member1"}}, Lanes: [][]override.Overrider{overridetest.Do("add /a/b/- 2", "set /a/c {}"), overridetest.Do("add /a/b/0 0")}},
			{Clusters: selector.ClusterSelector{Names: []string{"member3"}}, Steps: overridetest.Do("remove /nowhere")},
		}},
	})...)
	selection := set.Select(obj)
	clusters := []selector.Cluster{overridetest.Member1, {Name: "member2", Labels: map[string]string{"env": "dev"}}, {Name: "member3"}}
	outcomes := func(choose func() override.Selection) (all []overridetest.Outcome, errs []string) {
		for _, c := range clusters {
			result, err := choose().Apply(c)
			if err != nil {
				all, errs = append(all, overridetest.Outcome{}), append(errs, err.Error())
				continue
			}
			all = append(all, overridetest.OutcomeOf(t, result))
		}
		return all, errs
	}
	want, wantErrs := outcomes(func() override.Selection { return set.Select(obj) })
	require.Len(t, wantErrs, 1)
	result, err := selection.Apply(overridetest.Member1)
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
				if !slices.Equal(errs, wantErrs) || !reflect.DeepEqual(want, got) || !reflect.DeepEqual(want[0], overridetest.OutcomeOf(t, result)) {
					t.Error("another outcome than in a single goroutine")
					return
				}
			}
		})
	}
	done.Wait()
	require.Equal(t, before, obj.Object, "the object was written")
}
