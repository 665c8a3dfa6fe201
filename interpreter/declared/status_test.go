package declared_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/interpreter"
)

func TestInterpretStatus(t *testing.T) {
	t.Parallel()
	const declaration = "status:\n- {pointer: /status/ready, report: true}\n- {pointer: /status/pods/hosts, report: true}"
	for _, test := range []struct {
		name, object, want string
	}{
		{"declared fields only", `status: {ready: 3, other: 4, pods: {hosts: [a], x: y}}`, `{"pods":{"hosts":["a"]},"ready":3}`},
		{"present fields only", `status: {ready: 0}`, `{"ready":0}`},
		{"any type", `status: {ready: {a: [null]}}`, `{"ready":{"a":[null]}}`},
		{"null is absent", `status: {ready: null, pods: {hosts: []}}`, `{"pods":{"hosts":[]}}`},
		{"no declared field", `status: {other: 4}`, `null`},
		{"no status", ``, `null`},
		{"a null status", `status: null`, `null`},
		{"a string", `status: good`, `error: /status is the string "good", expected an object`},
		{"through a list", `status: {pods: [{hosts: a}]}`, `error: /status/pods is a list, expected an object`},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			hook, object := hookOf(t, (*interpreter.Registry).StatusInterpreter, declaration), objectOf(t, test.object)
			status, err := unwritten(t, func() (any, error) {
				return hook.InterpretStatus(context.Background(), object)
			}, object)
			require.Equal(t, test.want, outcome(t, status, err))
		})
	}
}

// aggregateStatusCases are the cases of [TestAggregateStatus].
var aggregateStatusCases = []struct {
	name, aggregate, object string
	members                 []string
	want                    string
}{
	{"sum", "sum", `{x: 9, other: 1}`, []string{`{x: 1}`, `{x: 2}`}, `{"other":1,"x":3}`},
	{"sum: absent and null are 0", "sum", `{}`, []string{`{x: 1}`, `{}`, `{x: null}`}, `{"x":1}`},
	{"sum: a member without a status is skipped", "sum", `{}`, []string{`-`, `{x: 1}`}, `{"x":1}`},
	{"sum: no values", "sum", `{x: 9}`, nil, `{"x":0}`},
	{"sum: the status is created", "sum", `null`, []string{`{x: 1}`}, `{"x":1}`},
	{"sum: whole floats are integers", "sum", `{}`, []string{`{x: 1.0}`, `{x: 1e3}`}, `{"x":1001}`},
	{"sum: large integers stay exact", "sum", `{}`, []string{`{x: 9007199254740993}`, `{x: 0}`}, `{"x":9007199254740993}`},
	{"sum: only the total must fit", "sum", `{}`, []string{`{x: 9223372036854775807}`, `{x: 1}`, `{x: -1}`}, `{"x":9223372036854775807}`},
	{"sum: beyond int64", "sum", `{}`, []string{`{x: 9223372036854775807}`, `{x: 1}`}, `error: /status/x totals 9223372036854775808 over all clusters, expected a sum that fits int64`},
	{"sum: below int64", "sum", `{}`, []string{`{x: -9223372036854775808}`, `{x: -1}`}, `error: /status/x totals -9223372036854775809 over all clusters, expected a sum that fits int64`},
	{"sum: a string", "sum", `{}`, []string{`{x: 1}`, `{x: "2"}`}, `error: /status/x of cluster "b" is the string "2", expected an integer`},
	{"sum: a fraction", "sum", `{}`, []string{`{x: 0.5}`}, `error: /status/x of cluster "a" is the number 0.5, expected an integer`},
	{"sum: a boolean", "sum", `{}`, []string{`{x: true}`}, `error: /status/x of cluster "a" is the boolean true, expected an integer`},
	{"sum: 2^63 as a float", "sum", `{}`, []string{`{x: 9223372036854775808}`}, `error: /status/x of cluster "a" is the number 9.223372036854776e+18, expected an integer`},

	{"max", "max", `{x: 99}`, []string{`{x: 1}`, `{x: 5}`, `{x: 2}`}, `{"x":5}`},
	{"max: absent is 0", "max", `{}`, []string{`{x: -1}`, `{}`}, `{"x":0}`},
	{"max: no values", "max", `{x: 99}`, []string{`-`}, `{}`},
	{"max: a list", "max", `{}`, []string{`{x: [1]}`}, `error: /status/x of cluster "a" is a list, expected an integer`},

	{"min", "min", `{}`, []string{`{x: 3}`, `{x: 1}`, `{x: 2}`}, `{"x":1}`},
	{"min: absent is 0", "min", `{}`, []string{`{x: 3}`, `{}`}, `{"x":0}`},
	{"min: no values", "min", `{x: 99}`, nil, `{}`},
	{"min: an object", "min", `{}`, []string{`{x: {}}`}, `error: /status/x of cluster "a" is an object, expected an integer`},

	{"latest", "latest", `{}`, []string{`{x: "2024-01-01T00:00:00Z"}`, `{x: "2024-03-01T00:00:00Z"}`, `{x: "2024-02-01T00:00:00Z"}`}, `{"x":"2024-03-01T00:00:00Z"}`},
	{"latest: zones count", "latest", `{}`, []string{`{x: "2024-01-01T09:00:00Z"}`, `{x: "2024-01-01T08:00:00-02:00"}`}, `{"x":"2024-01-01T08:00:00-02:00"}`},
	{"latest: fractions count", "latest", `{}`, []string{`{x: "2024-01-01T00:00:00.000001Z"}`, `{x: "2024-01-01T00:00:00Z"}`}, `{"x":"2024-01-01T00:00:00.000001Z"}`},
	{"latest: of equal times the least string", "latest", `{}`, []string{`{x: "2024-01-01T01:00:00+01:00"}`, `{x: "2024-01-01T00:00:00Z"}`}, `{"x":"2024-01-01T00:00:00Z"}`},
	{"latest: absent times are skipped", "latest", `{}`, []string{`{}`, `{x: null}`, `{x: "2024-01-01T00:00:00Z"}`}, `{"x":"2024-01-01T00:00:00Z"}`},
	{"latest: no values", "latest", `{x: "2024-01-01T00:00:00Z"}`, []string{`{}`}, `{}`},
	{"latest: a date", "latest", `{}`, []string{`{x: "2024-01-01"}`}, `error: /status/x of cluster "a" is the string "2024-01-01", expected a time as of RFC 3339`},
	{"latest: an empty string", "latest", `{}`, []string{`{x: ""}`}, `error: /status/x of cluster "a" is the string "", expected a time as of RFC 3339`},
	{"latest: a number", "latest", `{}`, []string{`{x: 1704067200}`}, `error: /status/x of cluster "a" is the number 1704067200, expected a time as of RFC 3339`},

	{"allTrue", "allTrue", `{}`, []string{`{x: true}`, `{x: true}`}, `{"x":true}`},
	{"allTrue: one is false", "allTrue", `{}`, []string{`{x: true}`, `{x: false}`}, `{"x":false}`},
	{"allTrue: absent is false", "allTrue", `{}`, []string{`{x: true}`, `{}`}, `{"x":false}`},
	{"allTrue: a member without a status is skipped", "allTrue", `{}`, []string{`{x: true}`, `-`}, `{"x":true}`},
	{"allTrue: nothing without members", "allTrue", `{x: true}`, nil, `{}`},
	{"allTrue: a string", "allTrue", `{}`, []string{`{x: false}`, `{x: "true"}`}, `error: /status/x of cluster "b" is the string "true", expected a boolean`},

	{"concatenate", "concatenate", `{x: [z]}`, []string{`{x: [c, a]}`, `{x: [b, a]}`}, `{"x":["a","b","c"]}`},
	{"concatenate: nulls are left out", "concatenate", `{}`, []string{`{x: [null, a]}`, `{x: null}`, `{}`}, `{"x":["a"]}`},
	{"concatenate: any type", "concatenate", `{}`, []string{`{x: [{b: 1}, {a: 2}, [1], b, a b, a, 10, 9, 1.5, true, {b: 1.0}, 9.0]}`}, `{"x":[true,1.5,9,10,"a","a b","b",[1],{"a":2},{"b":1}]}`},
	{"concatenate: nothing", "concatenate", `{x: [z]}`, []string{`{x: []}`}, `{}`},
	{"concatenate: no values", "concatenate", `{x: [z]}`, nil, `{}`},
	{"concatenate: a string", "concatenate", `{}`, []string{`{x: a}`}, `error: /status/x of cluster "a" is the string "a", expected a list`},

	{"first", "first", `{}`, []string{`{x: {z: 1}}`, `{x: {z: 2}}`}, `{"x":{"z":1}}`},
	{"first: skips clusters without a value", "first", `{}`, []string{`-`, `{x: null}`, `{x: b}`}, `{"x":"b"}`},
	{"first: no values", "first", `{x: b}`, []string{`{}`}, `{}`},

	{"a member's status is a string", "sum", `{}`, []string{`{}`, `good`}, `error: /status of cluster "b" is the string "good", expected an object`},
	{"a member's status is a list", "sum", `{}`, []string{`[]`}, `error: /status of cluster "a" is a list, expected an object`},
	{"the object's status is a string", "sum", `good`, nil, `error: /status is the string "good", expected an object`},
	{"a string, where a field is removed", "max", `good`, nil, `error: /status is the string "good", expected an object`},
	{"no status is created to remove a field", "max", `null`, nil, `null`},
}

// Each case has the status of the object and those of the members a, b, c; "-" is a member without a status.
func TestAggregateStatus(t *testing.T) {
	t.Parallel()
	for _, test := range aggregateStatusCases {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			hook := hookOf(t, (*interpreter.Registry).StatusAggregator, fmt.Sprintf("status:\n- {pointer: /status/x, aggregate: %s}", test.aggregate))
			object, items := objectOf(t, `status: `+test.object), itemsOf(t, test.members...)
			aggregate := func() (any, error) {
				o, err := hook.AggregateStatus(context.Background(), object, items)
				if err != nil {
					return nil, err
				}
				return rest(t, o).(map[string]any)["status"], nil
			}
			status, err := unwritten(t, aggregate, object, items)
			require.Equal(t, test.want, outcome(t, status, err))
			slices.Reverse(items)
			status, err = aggregate()
			require.Equal(t, test.want, outcome(t, status, err), "the order of the items matters")
		})
	}
}

// itemsOf returns the items of the members a, b, c and so on.
func itemsOf(t *testing.T, statuses ...string) []interpreter.StatusItem {
	t.Helper()
	var items []interpreter.StatusItem
	for i, text := range statuses {
		item := interpreter.StatusItem{ClusterName: string(rune('a' + i))}
		if text != "-" {
			item.Status = valueOf(t, text)
		}
		items = append(items, item)
	}
	return items
}

func TestAggregateFields(t *testing.T) {
	t.Parallel()
	hook := hookOf(t, (*interpreter.Registry).StatusAggregator, `status:
- {pointer: /status/pods/ready, aggregate: sum}
- {pointer: /status/pods/hosts, aggregate: concatenate}
- {pointer: /status/since, aggregate: latest}
- {pointer: /status/done, aggregate: max}`)
	object := objectOf(t, `status: {done: 3, conditions: [{type: Ready}]}`)
	summed, err := hook.AggregateStatus(context.Background(), object, itemsOf(t, `{pods: {ready: 1, hosts: [b]}, extra: 1}`, `{pods: {ready: 2, hosts: [a]}, done: 2}`))
	require.NoError(t, err)
	require.Equal(t, `{"status":{"conditions":[{"type":"Ready"}],"done":2,"pods":{"hosts":["a","b"],"ready":3}}}`, asJSON(t, rest(t, summed)))
}
