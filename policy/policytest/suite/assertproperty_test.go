package suite

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// randomShop returns documents with a few clusters, ConfigMaps, and policies that overwrite each other.
func randomShop(random *rand.Rand) string {
	var b strings.Builder
	for i := range 3 {
		fmt.Fprintf(&b, "{apiVersion: cluster.karmada.io/v1alpha1, kind: Cluster, metadata: {name: c%d}}\n---\n", i)
	}
	for i := range 3 {
		fmt.Fprintf(&b, "{apiVersion: v1, kind: ConfigMap, metadata: {name: o%d, namespace: shop}, data: {a: '0', b: '0'}}\n---\n", i)
	}
	for i := range 1 + random.Intn(4) {
		fmt.Fprintf(&b, `{apiVersion: policy.karmada.io/v1alpha1, kind: OverridePolicy, metadata: {name: p%d, namespace: shop}, spec: {
  resourceSelectors: [{apiVersion: v1, kind: ConfigMap, name: o%d}], overrideRules: [{targetCluster: {clusterNames: [c%d, c%d]}, overriders: {plaintext: [
  {path: /data/%c, operator: %s, value: '%d'}]}}]}}
---
`, i, random.Intn(3), random.Intn(3), random.Intn(3), "abc"[random.Intn(3)], []string{"add", "replace", "remove"}[random.Intn(3)], random.Intn(2))
	}
	return b.String()
}

// TestAssertProperty compares each assertion about one object and one cluster with a plain application of the policies.
func TestAssertProperty(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewSource(1))
	file := filepath.Join(t.TempDir(), "all.yaml")
	passed := map[string]int{}
	for range 200 {
		require.NoError(t, os.WriteFile(file, []byte(randomShop(random)), 0o600))
		in, failures := loadFiles([]string{file})
		require.Empty(t, failures)
		conflicts := 0
		for _, object := range in.Objects {
			for _, cluster := range in.Clusters {
				result, err := override.Apply(object, cluster, in.Policies...)
				name, clusters, path := "ConfigMap/shop/"+object.GetName(), []string{cluster.Name}, "/data/"+string("abc"[random.Intn(3)])
				pointer, _ := jsontree.Parse(path)
				by := in.Policies[random.Intn(len(in.Policies))].Ref()
				changed := true
				var found any
				var exists, decided bool
				if err != nil {
					conflicts++ // an error fails every assertion about the outcome
				} else {
					conflicts += len(result.Conflicts())
					changed = !jsontree.Equal(object.Object, any(result.SharedContent()))
					found, exists = jsontree.Get(result.SharedContent(), pointer)
					change, written := result.Blame(pointer)
					decided = written && change.Origin.Policy == by
				}
				for _, one := range []struct {
					of   Assertion
					want bool
				}{
					{Unchanged{[]string{name}, clusters}, !changed},
					{Value{Objects: []string{name}, Clusters: clusters, Path: path, Is: "1"}, exists && found == "1"},
					{Value{Objects: []string{name}, Clusters: clusters, Path: path, Absent: true}, err == nil && !exists},
					{Decided{[]string{name}, clusters, path, "OverridePolicy/shop/" + by.Name, false}, decided},
				} {
					got := in.assertAll([]Assertion{one.of})
					require.Equal(t, one.want, len(got) == 0, "%+v\n%v\n%s", one.of, got, randomText(file))
					passed[fmt.Sprintf("%s %t", one.of.name(), one.want)]++
				}
			}
		}
		require.Equal(t, conflicts == 0, len(in.assertAll([]Assertion{Conflicts{}})) == 0, randomText(file))
		passed[fmt.Sprintf("conflicts %t", conflicts == 0)]++
	}
	require.Len(t, passed, 8, "each assertion must pass and fail")
	for name, n := range passed {
		require.Greater(t, n, 10, name)
	}
}

func randomText(file string) string {
	text, _ := os.ReadFile(file)
	return string(text)
}

// TestAssertTogether checks many assertions at once, in several goroutines: the failures are those of each alone, in the same order.
func TestAssertTogether(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "all.yaml")
	require.NoError(t, os.WriteFile(file, []byte(shop), 0o600))
	in, failures := loadFiles([]string{file})
	require.Empty(t, failures)
	all := []Assertion{
		Unchanged{}, Value{Objects: []string{"Deployment/*"}, Path: "/spec/replicas", Is: 1}, Conflicts{}, Valid{}, Lint{},
		Decided{Objects: []string{"Secret/*"}, Path: "/stringData/password"}, Placed{Objects: []string{"*/*"}}, Unchanged{Objects: []string{"None/x"}}, Unchanged{Clusters: []string{"us"}},
	}
	var want []Failure
	for _, a := range all {
		want = append(want, in.assertAll([]Assertion{a})...)
	}
	require.Greater(t, len(want), 8)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			if got := in.assertAll(all); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("found %v, expected %v", got, want)
			}
		})
	}
	group.Wait()
}

// TestManyFailures limits the failures of an assertion, but counts them all.
func TestManyFailures(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "all.yaml")
	require.NoError(t, os.WriteFile(file, []byte(largeFleet(50, 10)), 0o600))
	in, failures := loadFiles([]string{file})
	require.Empty(t, failures)
	got := in.assertAll([]Assertion{Value{Objects: []string{"Deployment/*"}, Path: "/spec/replicas", Is: 0}})
	require.Len(t, got, maxFailures)
	require.Contains(t, got[maxFailures-1].Message, "\n  and 480 more failures", "50 objects in 10 clusters, each with an outcome of its own")
}
