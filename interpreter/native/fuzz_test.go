package native_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override/jsontree"
)

// FuzzHooks calls every hook with any input. A hook must not panic, write its arguments, return a part of them, or return another
// result the second time.
func FuzzHooks(f *testing.F) {
	for _, c := range readRecorded(f) {
		if c.Op == "HookEnabled" {
			continue
		}
		first, second := c.Object, c.Observed
		if c.Op == string(interpreter.Retain) {
			first = c.Desired
		}
		if c.Op == string(interpreter.AggregateStatus) {
			second = json.RawMessage(asJSON(f, c.Items))
		}
		f.Add(c.Op, []byte(first), []byte(second), c.Replicas)
	}
	f.Fuzz(func(t *testing.T, op string, first, second []byte, replicas int64) {
		c := recorded{Name: "fuzzed", Op: op, Replicas: replicas}
		for _, text := range [][]byte{first, second} {
			var v any
			if len(text) > 0 && utiljson.Unmarshal(text, &v) != nil {
				t.Skip("no JSON")
			}
		}
		if len(first) == 0 {
			first = []byte("null")
		}
		if len(second) == 0 {
			second = []byte("null")
		}
		switch interpreter.Operation(op) {
		case "HookEnabled":
			t.Skip("no hook")
		case interpreter.Retain:
			c.Desired, c.Observed = first, second
		case interpreter.AggregateStatus:
			c.Object, c.Items = first, itemsOf(second)
		default:
			c.Object = first
		}
		_, _ = c.answer(t)
	})
}

// itemsOf makes items of JSON: a list of items, a list of statuses, or one status.
func itemsOf(text []byte) []interpreter.StatusItem {
	var v any
	_ = utiljson.Unmarshal(text, &v)
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	var items []interpreter.StatusItem
	for _, e := range list {
		item := interpreter.StatusItem{ClusterName: "member", Status: e}
		if m, ok := e.(map[string]any); ok && m["clusterName"] != nil {
			item.ClusterName, _ = m["clusterName"].(string)
			item.Status = m["status"]
		}
		items = append(items, item)
	}
	return items
}

// TestHostile puts hostile values into the objects and statuses of the recordings.
func TestHostile(t *testing.T) {
	t.Parallel()
	times := 8
	if testing.Short() {
		times = 2
	}
	random := rand.New(rand.NewPCG(15, 7))
	for _, c := range readRecorded(t) {
		if c.Op == "HookEnabled" {
			continue
		}
		for range times {
			d := c
			d.Items = slices.Clone(c.Items)
			var texts []*json.RawMessage
			for _, text := range []*json.RawMessage{&d.Object, &d.Desired, &d.Observed} {
				if *text != nil {
					texts = append(texts, text)
				}
			}
			if n := random.IntN(len(texts) + len(d.Items)); n < len(texts) {
				spoiled := spoil(random, decode(t, *texts[n]))
				if _, ok := spoiled.(map[string]any); !ok {
					continue
				}
				*texts[n] = json.RawMessage(asJSON(t, spoiled))
			} else {
				status, err := jsontree.Clone(d.Items[n-len(texts)].Status)
				require.NoError(t, err)
				d.Items[n-len(texts)].Status = spoil(random, status)
			}
			_, _ = d.answer(t)
		}
	}
}

// spoil overwrites one place in a document, or the document itself, with a hostile value.
func spoil(random *rand.Rand, v any) any {
	if random.IntN(6) > 0 {
		switch v := v.(type) {
		case map[string]any:
			if keys := sortedKeys(v); len(keys) > 0 {
				key := keys[random.IntN(len(keys))]
				v[key] = spoil(random, v[key])
				return v
			}
		case []any:
			if len(v) > 0 {
				i := random.IntN(len(v))
				v[i] = spoil(random, v[i])
				return v
			}
		}
	}
	hostile := []any{
		nil, true, "", "x", "3", "9223372036854775807", int64(-1), int64(math.MaxInt32 + 1), int64(math.MinInt64), 3.5, 1e300,
		[]any{}, []any{nil}, []any{"x", int64(1)}, []any{[]any{}}, map[string]any{}, map[string]any{"": nil}, map[string]any{"name": int64(1)},
	}
	return hostile[random.IntN(len(hostile))]
}

func sortedKeys(m map[string]any) []string {
	var keys []string
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}
