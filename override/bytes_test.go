package override_test

import (
	"encoding/json"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/selector"
)

// TestAppendJSON compares AppendJSON with json.Marshal, and AppendJSONPatch with JSONPatch.
func TestAppendJSON(t *testing.T) {
	t.Parallel()
	const doc = `{apiVersion: v1, kind: Test, a: {b: 1, c: [x, {d: "</script>"}, y], e: {}}, z: "é"}`
	for _, c := range []struct {
		name, reason string
		steps        []string
		fails        bool
	}{
		{"no change", "it is the input object", nil, false},
		{"a value", "everything else is copied", []string{"set /a/c/1/d 5"}, false},
		{"strings", "characters of HTML and line separators are escaped", []string{`set /a/b "</script>&\u2028\u2029\x01"`}, false},
		{"keys", "they are sorted and escaped", []string{`set /~0a<b> 1`, "set /b 1", "remove /z", "set /zz 1"}, false},
		{"elements", "elements before, between and after", []string{"add /a/c/0 1", "add /a/c/2 {d: 1}", "add /a/c/- 2", "remove /a/c/1"}, false},
		{"another object", "nothing is copied", []string{"replace  {kind: Other, deep: {er: [1.5, 1e30, -0.0]}}"}, false},
		{"a fraction", "numbers have the digits of encoding/json", []string{"set /a/b 0.1", "set /a/e 1e21", "set /z 0.0000001"}, false},
		{"an invalid value", "it is in a part that no policy touches", []string{"set /z 1", "add /a/f null"}, true},
		{"an invalid value that goes", "the result is JSON", []string{"set /z 1"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			objects := []*unstructured.Unstructured{overridetest.Object(doc)}
			if strings.HasPrefix(c.name, "an invalid") {
				objects = nil
				for _, v := range []any{math.NaN(), math.Inf(-1), 5, []string{"x"}, map[string]any{"f": func() {}}} {
					object := overridetest.Object(doc)
					object.Object["z"] = v
					if c.fails {
						object.Object["y"] = v
					}
					objects = append(objects, object)
				}
			}
			for _, object := range objects {
				s := override.NewSet(overridetest.Compile(t, []overridetest.Policy{{Name: "p", Steps: overridetest.Do(c.steps...)}})...).Select(object)
				overridetest.RequireBytes(t, s, overridetest.Member1)
				result, err := s.Apply(overridetest.Member1)
				require.NoError(t, err)
				_, err = result.AppendJSON(nil)
				require.Equal(t, c.fails, err != nil, c.reason)
			}
		})
	}
}

// TestAppendJSONHidesNothing shows that the bytes have the values of Secrets.
func TestAppendJSONHidesNothing(t *testing.T) {
	t.Parallel()
	secret := overridetest.Object("{apiVersion: v1, kind: Secret, data: {a: b2xk}}")
	result, err := override.NewSet(overridetest.Compile(t, []overridetest.Policy{{Name: "p", Steps: overridetest.Do("set /data/a bmV3")}})...).Select(secret).Apply(overridetest.Member1)
	require.NoError(t, err)
	text, err := result.AppendJSON(nil)
	require.NoError(t, err)
	require.Equal(t, `{"apiVersion":"v1","data":{"a":"bmV3"},"kind":"Secret"}`, string(text))
	text, err = result.AppendJSONPatch(nil)
	require.NoError(t, err)
	require.Equal(t, `[{"op":"replace","path":"/data/a","value":"bmV3"}]`, string(text))
}

// TestAppendJSONOfVariants appends the results of a fleet, with every way to get them.
func TestAppendJSONOfVariants(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		sc := newScene(t, random(seed, 4000))
		s := sc.set.Select(sc.object)
		at := 0
		for result, err := range s.Each(slices.Values(sc.fleet)) {
			alone, aloneErr := sc.set.Select(sc.object).Apply(sc.fleet[at])
			at++
			require.Equal(t, aloneErr == nil, err == nil)
			if err != nil {
				continue
			}
			object, wantErr := alone.Object()
			text, err := result.AppendJSON(nil)
			require.Equal(t, wantErr, err)
			if err == nil {
				require.Equal(t, overridetest.AsJSON(t, object.Object), string(text))
			}
		}
	}
}

// TestAppendJSONConcurrently appends results of one selection in many goroutines. The race detector finds writes.
func TestAppendJSONConcurrently(t *testing.T) {
	t.Parallel()
	policies := []overridetest.Policy{{Name: "p", Rules: []overridetest.Rule{{Steps: overridetest.Do("set /a/b 2", "add /a/c/- 5")},
		{Clusters: prod, Steps: overridetest.Do("set /x {y: <}")}}}}
	selection := override.NewSet(loosely(t, policies)...).Select(overridetest.Object("{apiVersion: v1, kind: Test, a: {b: 1, c: [1, 2]}}"))
	shared := selection.Variants(quarters)
	var done sync.WaitGroup
	for i := range 16 {
		done.Go(func() {
			for range 20 {
				results := []*override.Result{shared[i%len(shared)].Result}
				own, err := selection.Apply(quarters[i%len(quarters)])
				if err != nil {
					t.Error(err)
					return
				}
				for _, r := range append(results, own) {
					text, err := r.AppendJSON(nil)
					if err != nil {
						t.Error(err)
					}
					object, err := r.Object()
					if want, _ := json.Marshal(object.Object); err != nil || string(want) != string(text) {
						t.Errorf("%s, %v, expected %s", text, err, want)
					}
					overridetest.Scribble(object.Object)
				}
			}
		})
	}
	done.Wait()
}

// TestAppendJSONKeepsNothing shows that the encoding lives no longer than the selection and its results.
func TestAppendJSONKeepsNothing(t *testing.T) {
	set := override.NewSet(overridetest.Compile(t, []overridetest.Policy{{Name: "p", Steps: overridetest.Do("set /a 1")}})...)
	object := overridetest.Object("{apiVersion: v1, kind: Test, data: {}}")
	data := object.Object["data"].(map[string]any)
	for i := range 10_000 {
		data[fmt.Sprint(i)] = strings.Repeat("x", 1000)
	}
	measure := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // the pool of encoders is dropped by the second one
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := measure()
	selection := set.Select(object)
	for i := range 3 {
		result, err := selection.Apply(selector.Cluster{Name: fmt.Sprint(i)})
		require.NoError(t, err)
		_, err = result.AppendJSON(nil)
		require.NoError(t, err)
	}
	used := measure()
	require.Greater(t, used, before+9_000_000, "the encoding is kept while the selection lives")
	runtime.KeepAlive(&selection)
	selection = override.Selection{}
	require.Less(t, measure(), before+5_000_000)
}
