package thirdparty_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/overridekit/overridekit/interpreter"
)

// typedAs returns the question for an object of an API version and a kind, such as v1 Pod.
func typedAs(q question, of string) question {
	q.Object.(map[string]any)["apiVersion"], q.Object.(map[string]any)["kind"], _ = strings.Cut(of, " ")
	return q
}

// ask returns the result of a hook that must not fail.
func ask(t *testing.T, q question, of string) any {
	t.Helper()
	got, err := typedAs(q, of).answer(t)
	require.NoError(t, err)
	return got
}

// TestReviseIsInterpreted revises RayServices with random groups: the number that is written is the number that is read, as long as there is
// at least the head. Each group but the last is within one worker of its share.
func TestReviseIsInterpreted(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var groups []any
		total := int64(0)
		for range 1 + random.IntN(5) {
			n := random.Int64N(1 + []int64{0, 3, 1_000_000_000}[random.IntN(3)])
			groups, total = append(groups, map[string]any{"replicas": n}), total+n
		}
		wanted := random.Int64N([]int64{2, 20, 1_000_000_000}[random.IntN(3)])
		cluster := map[string]any{"headGroupSpec": map[string]any{"template": map[string]any{}}, "workerGroupSpecs": groups}
		q := question{Op: interpreter.ReviseReplica, Replicas: wanted, Object: map[string]any{"spec": map[string]any{"rayClusterConfig": cluster}}}
		revised := ask(t, q, "ray.io/v1 RayService")
		read := ask(t, question{Op: interpreter.InterpretReplica, Object: revised}, "ray.io/v1 RayService")
		require.EqualValues(t, max(1, wanted), read.(map[string]any)["replicas"], "%v to %d", groups, wanted)
		shares := revised.(map[string]any)["spec"].(map[string]any)["rayClusterConfig"].(map[string]any)["workerGroupSpecs"].([]any)
		for i, group := range groups[:len(groups)-1] {
			share := new(big.Rat).SetFrac64(max(0, wanted-1), int64(len(groups)))
			if total > 0 {
				share.SetFrac64(max(0, wanted-1), total).Mul(share, new(big.Rat).SetInt64(group.(map[string]any)["replicas"].(int64)))
			}
			got := new(big.Rat).SetInt64(shares[i].(map[string]any)["replicas"].(int64))
			require.LessOrEqual(t, got.Sub(got, share).Abs(got).Cmp(big.NewRat(1, 1)), 0, "%v to %d: %v", groups, wanted, shares)
		}
	}
}

// TestMergedConditions merges random conditions of random members, and compares the result with comparing each with all.
func TestMergedConditions(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	pick := func(values ...any) any { return values[random.IntN(len(values))] }
	for range 500 {
		var given, want []any
		for i := range random.IntN(4) {
			var conditions []any
			for range random.IntN(4) {
				c := map[string]any{"message": pick("", "m", "n")}
				for _, key := range []string{"type", "status", "reason"} {
					if v := pick("A", "B", int64(1), true, false, nil); v != nil {
						c[key] = v
					}
				}
				conditions = append(conditions, c)
			}
			name := fmt.Sprint("c", i)
			given = append(given, map[string]any{"clusterName": name, "status": map[string]any{"conditions": conditions}})
			for _, e := range conditions {
				want = mergeOne(want, name, e.(map[string]any))
			}
		}
		q := question{Op: interpreter.AggregateStatus, Items: append([]any{}, given...), Object: map[string]any{}}
		status := ask(t, q, "kyverno.io/v1 Policy").(map[string]any)["status"].(map[string]any)
		got, _ := status["conditions"].([]any)
		require.Equal(t, want, got, "%v", given)
	}
}

// mergeOne merges a condition into a list.
func mergeOne(all []any, cluster string, c map[string]any) []any {
	message := cluster + "=" + c["message"].(string)
	for _, e := range all {
		m := e.(map[string]any)
		if m["type"] == c["type"] && m["status"] == c["status"] && m["reason"] == c["reason"] {
			m["message"] = m["message"].(string) + ", " + message
			return all
		}
	}
	merged := map[string]any{}
	for key, v := range c {
		merged[key] = v
	}
	merged["message"] = message
	return append(all, merged)
}

// TestSparkMemory adds random memory and overhead exactly, and compares the sums. Six decimals of the smaller unit are lost at most.
func TestSparkMemory(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(5, 6))
	const units = "bkmgt" // petabytes may be beyond a Quantity, which ends at 63 bits
	amount := func() (text string, bytes *big.Rat, unit int) {
		n, unit := random.IntN(5000), random.IntN(len(units))
		text = fmt.Sprintf("%d.%02d%c", n, random.IntN(100), units[unit])
		bytes, ok := new(big.Rat).SetString(strings.TrimRight(text, units))
		require.True(t, ok)
		return text, bytes.Mul(bytes, new(big.Rat).SetInt64(1<<(10*unit))), unit
	}
	for range 2000 {
		memory, a, aUnit := amount()
		overhead, b, bUnit := amount()
		pod := map[string]any{"memory": memory, "memoryOverhead": overhead}
		q := question{Op: interpreter.InterpretComponent, Object: map[string]any{"spec": map[string]any{"type": "Java", "driver": pod}}}
		driver := ask(t, q, "sparkoperator.k8s.io/v1beta2 SparkApplication").([]any)[0].(map[string]any)
		text := driver["replicaRequirements"].(map[string]any)["resourceRequest"].(map[string]any)["memory"].(string)
		parsed := resource.MustParse(text)
		got, ok := new(big.Rat).SetString(parsed.AsDec().String())
		require.True(t, ok)
		a.Add(a, b)
		got.Sub(got, a).Abs(got)
		small := int64(1) << (10 * min(aUnit, bUnit))
		allowed := new(big.Rat).Add(big.NewRat(small, 1_000_000), new(big.Rat).Quo(a, new(big.Rat).SetInt64(1<<50)))
		require.LessOrEqual(t, got.Cmp(allowed), 0, "%s and %s are %s", memory, overhead, text)
	}
}

// TestDependenciesAreSorted holds for every case.
func TestDependenciesAreSorted(t *testing.T) {
	t.Parallel()
	checked := 0
	for _, cases := range readCases(t) {
		for _, c := range cases {
			q := questionOf(c)
			hook, ok := registry.DependencyInterpreter(q.kind())
			if !ok || q.Op != interpreter.InterpretDependency {
				continue
			}
			all, err := hook.InterpretDependency(t.Context(), object(q.Object))
			if err != nil {
				continue
			}
			checked++
			require.True(t, slices.IsSortedFunc(all, interpreter.Dependency.Compare))
			require.Len(t, slices.CompactFunc(slices.Clone(all), func(a, b interpreter.Dependency) bool { return a.Compare(b) == 0 }), len(all))
		}
	}
	require.Greater(t, checked, 10)
}
