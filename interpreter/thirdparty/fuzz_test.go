package thirdparty_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter"
)

// hooks returns every hook of the package, sorted.
func hooks() []interpreter.Hook { return registry.Hooks() }

// FuzzHooks calls a hook of any kind with any JSON. answer checks the promises of every hook.
func FuzzHooks(f *testing.F) {
	all := hooks()
	for _, cases := range readCases(f) {
		for _, c := range cases {
			q := questionOf(c)
			n := slices.Index(all, interpreter.Hook{Kind: q.kind(), Operation: q.Op})
			require.GreaterOrEqual(f, n, 0, "%v", c["name"])
			second := any(q.Observed)
			if q.Op == interpreter.AggregateStatus && q.Items != nil {
				second = q.Items
			}
			f.Add(uint16(n), encode(f, q.Object), encode(f, second), q.Replicas)
		}
	}
	f.Fuzz(func(t *testing.T, n uint16, first, second []byte, replicas int64) {
		hook := all[int(n)%len(all)]
		q := question{Op: hook.Operation, Object: of(hook.Kind, parse(t, first)), Replicas: replicas}
		switch v := parse(t, second); q.Op {
		case interpreter.Retain:
			q.Observed = v
		case interpreter.AggregateStatus:
			q.Items = items(v)
		}
		_, _ = q.answer(t)
	})
}

// of returns an object of a kind with the content of another one.
func of(kind schema.GroupVersionKind, content any) map[string]any {
	object := map[string]any{}
	if m, isMap := content.(map[string]any); isMap {
		maps.Copy(object, m)
	}
	object["apiVersion"], object["kind"] = kind.GroupVersion().String(), kind.Kind
	return object
}

// items returns a list of items, a list of statuses or one status as items; nil for nil.
func items(v any) []any {
	list, isList := v.([]any)
	switch {
	case v == nil:
		return nil
	case !isList:
		list = []any{v}
	}
	all := []any{}
	for _, e := range list {
		if m, isMap := e.(map[string]any); !isMap || m["clusterName"] == nil {
			e = map[string]any{"clusterName": "member", "status": e}
		}
		all = append(all, e)
	}
	return all
}

func parse(t testing.TB, text []byte) any {
	t.Helper()
	var v any
	if len(text) > 0 && utiljson.Unmarshal(text, &v) != nil {
		t.Skip("no JSON")
	}
	return v
}

func encode(t testing.TB, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return text
}
