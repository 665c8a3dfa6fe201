package native_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"math"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
)

// recorded is a case and Karmada's result: one of Want, Error and Panic.
type recorded struct {
	Name string
	Op   string

	Object, Desired, Observed json.RawMessage          // the arguments of the hook
	Replicas                  int64                    // of ReviseReplica
	Items                     []interpreter.StatusItem // of AggregateStatus
	APIVersion, Kind          string                   // of HookEnabled
	Operation                 interpreter.Operation    // of HookEnabled

	Want         json.RawMessage
	Error, Panic string
	PanicAt      string
}

// clock is the time of every condition in these tests; results have NOW instead.
func clock() time.Time { return time.Date(1821, 7, 4, 5, 6, 7, 0, time.UTC) }

var registry = interpreter.NewRegistry(native.Interpreters(clock)...)

// TestRecorded replays recordings of Karmada f8fdd02df, by operation and kind. The arguments of every call are
// checked afterwards.
func TestRecorded(t *testing.T) {
	t.Parallel()
	cases := readRecorded(t)
	require.Len(t, cases, 962, "every recording is read")
	groups := map[string]map[string][]recorded{}
	for _, c := range cases {
		if groups[c.Op] == nil {
			groups[c.Op] = map[string][]recorded{}
		}
		kind := c.about(t).Kind
		groups[c.Op][kind] = append(groups[c.Op][kind], c)
	}
	for op, kinds := range groups {
		t.Run(op, func(t *testing.T) {
			t.Parallel()
			for kind, cases := range kinds {
				t.Run(kind, func(t *testing.T) {
					t.Parallel()
					for _, c := range cases {
						t.Run(c.Name, func(t *testing.T) { c.judge(t) })
					}
				})
			}
		})
	}
}

// judge compares a result with a recording.
//
//  1. If Karmada returned a result, it must be the same; empty equals absent.
//  2. If Karmada failed, there must be an error.
//  3. If Karmada crashed, any error or result is right.
//  4. If Karmada wrapped an integer around, an error is right too, see wraps.
func (c recorded) judge(t *testing.T) {
	got, err := c.answer(t)
	switch {
	case c.Panic != "":
	case c.Error != "":
		require.Error(t, err, "upstream: %s", c.Error)
	case err != nil && c.wraps():
		t.Logf("%v; upstream: %s", err, c.Want)
	default:
		require.NoError(t, err, "upstream: %s", c.Want)
		want := slim(decode(t, c.Want))
		require.Equal(t, want, slim(got))
	}
}

// wraps reports whether a case has a number that Karmada's integers cannot hold: an integer beyond int32, items that add up to
// one, or a quantity that in thousandths is one beyond int64.
func (c recorded) wraps() bool {
	sums := map[string]float64{}
	beyond := false
	var look func(key string, v any)
	look = func(key string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, e := range v {
				look(k, e)
			}
		case []any:
			for _, e := range v {
				look(key, e)
			}
		case int64:
			sums[key] += float64(v)
			beyond = beyond || v > math.MaxInt32 || v < math.MinInt32
		case float64:
			beyond = beyond || v == math.Trunc(v) && math.Abs(v) > math.MaxInt32
		case string:
			q, err := resource.ParseQuantity(v)
			beyond = beyond || err == nil && q.CmpInt64(math.MaxInt64/1000) > 0
		}
	}
	for _, text := range []json.RawMessage{c.Object, c.Desired, c.Observed} {
		var v any
		_ = utiljson.Unmarshal(text, &v)
		look("", v)
	}
	clear(sums)
	for _, item := range c.Items {
		look("", item.Status)
	}
	for _, sum := range sums {
		beyond = beyond || math.Abs(sum) > math.MaxInt32
	}
	return beyond
}

// slim leaves null, {}, [] and "" out of objects, because empty equals absent.
func slim(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, e := range v {
			if e = slim(e); e != nil {
				out[key] = e
			}
		}
		if len(out) > 0 {
			return out
		}
		return nil
	case []any:
		if len(v) == 0 {
			return nil
		}
		out := make([]any, len(v))
		for i := range v {
			out[i] = slim(v[i])
		}
		return out
	case string:
		if v == "" {
			return nil
		}
	}
	return v
}

// about returns the kind of a case.
func (c recorded) about(t testing.TB) schema.GroupVersionKind {
	t.Helper()
	if c.Op == "HookEnabled" {
		return schema.FromAPIVersionAndKind(c.APIVersion, c.Kind)
	}
	if c.Op == "Retain" {
		return c.decode(t, c.Desired).GroupVersionKind()
	}
	return c.decode(t, c.Object).GroupVersionKind()
}

// readRecorded reads the cases of testdata/native.jsonl.gz.
func readRecorded(t testing.TB) []recorded {
	t.Helper()
	packed, err := os.ReadFile("testdata/native.jsonl.gz")
	require.NoError(t, err)
	text, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	var all []recorded
	for lines := json.NewDecoder(text); ; {
		var c recorded
		var items struct {
			Items []struct{ Status json.RawMessage }
		}
		var line json.RawMessage
		err := lines.Decode(&line)
		if errors.Is(err, io.EOF) {
			return all
		}
		require.NoError(t, err, "case %d", len(all))
		require.NoError(t, json.Unmarshal(line, &c), "%s", line)
		require.NoError(t, json.Unmarshal(line, &items), "%s", line)
		for i := range items.Items {
			c.Items[i].Status = nil
			if items.Items[i].Status != nil {
				c.Items[i].Status = decode(t, items.Items[i].Status)
			}
		}
		all = append(all, c)
	}
}
