package bind_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/bind"
)

// TestFollowersChange retargets and removes followers at random, in both versions, and compares with a list.
func TestFollowersChange(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 9))
	var index bind.Followers
	target := map[string]string{} // by name
	changes := 2_000
	if testing.Short() {
		changes /= 5
	}
	for range changes {
		o := bindHPAIn(t, []string{"v1", "v2"}[random.IntN(2)])
		name, workload := fmt.Sprintf("h%d", random.IntN(5)), []string{"", "web", "api"}[random.IntN(3)]
		o.SetName(name)
		spec := o.Object["spec"].(map[string]any)
		switch ref := spec["scaleTargetRef"].(map[string]any); {
		case random.IntN(5) == 0:
			index.Remove(o)
			delete(target, name)
		case random.IntN(8) == 0:
			spec["scaleTargetRef"] = "web"
			require.Error(t, index.Add(o), "nothing changes")
		case workload == "":
			delete(spec, "scaleTargetRef")
			require.NoError(t, index.Add(o))
			delete(target, name)
		default:
			ref["name"] = workload
			require.NoError(t, index.Add(o))
			target[name] = workload
		}
		for workload, b := range map[string]string{"web": bindWeb, "api": bindAPI} {
			var want, got []string
			for _, name := range slices.Sorted(maps.Keys(target)) {
				if target[name] == workload {
					want = append(want, name)
				}
			}
			for _, f := range index.Of(bindNamed(t, b)) {
				got = append(got, f.GetName())
			}
			require.Equal(t, want, got)
		}
	}
}
