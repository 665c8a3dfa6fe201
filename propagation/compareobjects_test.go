package propagation_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCompareObjects checks the comparison of [TestControlPlane].
func TestCompareObjects(t *testing.T) {
	t.Parallel()
	const binding = `{"kind":"ResourceBinding","metadata":{"namespace":"shop","name":"web","uid":"1","labels":{"resourcebinding.karmada.io/permanent-id":"b1"}},
		"spec":{"replicas":2,"requiredBy":[{"name":"x"},{"name":"y"}]},"status":{"schedulerObservingAffinityName":"near"}}`
	const work = `{"metadata":{"namespace":"karmada-es-m1","name":"web-1","labels":{"resourcebinding.karmada.io/permanent-id":"b1","work.karmada.io/permanent-id":"w1"}},
		"spec":{"workload":{"manifests":[{"data":{"app.yaml":"a: 1\nb: 2\n"}}]}}}`
	for _, c := range []struct {
		name, reason  string
		binding, work string
		want          []objectDifference
	}{
		{"the same", "an object does not differ from itself", binding, work, nil},
		{"other ids", "ids are random, but each object has its own", replaced(t, binding, `"b1"`, `"b2"`), replaced(t, replaced(t, work, `"b1"`, `"b2"`), `"w1"`, `"w2"`), nil},
		{
			"a wrong id", "the Work belongs to another binding", binding, replaced(t, work, `"b1"`, `"b2"`),
			[]objectDifference{{"Work karmada-es-m1/web-1", "/metadata/labels/resourcebinding.karmada.io~1permanent-id", `"id of ResourceBinding shop/web"`, `"b2"`}},
		},
		{"another uid", "the API server writes it", replaced(t, binding, `"uid":"1"`, `"uid":"2","generation":3`), work, nil},
		{"another order", "requiredBy has a random order", replaced(t, binding, `[{"name":"x"},{"name":"y"}]`, `[{"name":"y"},{"name":"x"}]`), work, nil},
		{
			"another number", "1 and 2 replicas differ", replaced(t, binding, `"replicas":2`, `"replicas":1`), work,
			[]objectDifference{{"ResourceBinding shop/web", "/spec/replicas", "2", "1"}},
		},
		{
			"another spelling", "2 and 2.0 differ", replaced(t, binding, `"replicas":2`, `"replicas":2.0`), work,
			[]objectDifference{{"ResourceBinding shop/web", "/spec/replicas", "2", "2.0"}},
		},
		{
			"no affinity group", "it is the one field of the status that is compared", replaced(t, binding, `"near"`, `""`), work,
			[]objectDifference{{"ResourceBinding shop/web", "/status", `{"schedulerObservingAffinityName":"near"}`, absent}},
		},
		{"the same YAML", "spaces do not matter", binding, replaced(t, work, `"a: 1\nb: 2\n"`, `"b:   2\na: 1\n"`), nil},
		{
			"other YAML", "a value does", binding, replaced(t, work, `"a: 1\nb: 2\n"`, `"a: 1\nb: 3\n"`),
			[]objectDifference{{"Work karmada-es-m1/web-1", "/spec/workload/manifests/0/data/app.yaml", `"a: 1\nb: 2\n"`, `"a: 1\nb: 3\n"`}},
		},
		{
			"another name", "one is missing, one was not expected", binding, replaced(t, work, `"web-1"`, `"web-2"`),
			[]objectDifference{{"Work karmada-es-m1/web-1", "", "present", absent}, {"Work karmada-es-m1/web-2", "", absent, "present"}},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			objects := func(binding, work string) map[string]comparedObject {
				return settledObjects(t, objectsOf(t, map[string][]json.RawMessage{"bindings": {json.RawMessage(binding)}, "works": {json.RawMessage(work)}}))
			}
			require.Equal(t, c.want, compareObjects(objects(binding, work), objects(c.binding, c.work)), c.reason)
		})
	}
}

// replaced replaces a part of a text, which must be in it.
func replaced(t *testing.T, text, old, with string) string {
	t.Helper()
	require.Contains(t, text, old)
	return strings.ReplaceAll(text, old, with)
}
