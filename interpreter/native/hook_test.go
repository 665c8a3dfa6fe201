package native_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
)

// hookCase calls one hook. The arguments have the names of the recordings: object, desired, observed, replicas and items.
type hookCase struct {
	name, reason string
	given        string // YAML, or JSON, in which 3.0 stays 3.0
	want         string // YAML; empty if an error is expected
	err          string // a part of the error
}

func runHook(t *testing.T, op interpreter.Operation, cases []hookCase) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, err := resultOf(t, op, c.given)
			if c.err != "" {
				require.ErrorContains(t, err, c.err, c.reason)
				require.Nil(t, got, "a result with an error")
				return
			}
			require.NoError(t, err, c.reason)
			want, err := yaml.YAMLToJSON([]byte(c.want))
			require.NoError(t, err, "%s", c.want)
			require.Equal(t, decode(t, want), got, c.reason)
		})
	}
}

// resultOf returns the result of a hook, with the checks of answer.
func resultOf(t *testing.T, op interpreter.Operation, given string) (any, error) {
	t.Helper()
	text := toJSON(t, given)
	c := recorded{Op: string(op)}
	require.NoError(t, json.Unmarshal(text, &c))
	var items struct {
		Items []struct{ Status json.RawMessage }
	}
	require.NoError(t, json.Unmarshal(text, &items))
	for i, item := range items.Items {
		if item.Status != nil {
			c.Items[i].Status = decode(t, item.Status)
		}
	}
	return c.answer(t)
}

// toJSON converts YAML to JSON, and keeps JSON.
func toJSON(t *testing.T, text string) []byte {
	t.Helper()
	if json.Valid([]byte(text)) {
		return []byte(text)
	}
	out, err := yaml.YAMLToJSON([]byte(text))
	require.NoError(t, err, "%s", text)
	return out
}

// question is a [hookCase] in parts, each of them YAML or JSON.
type question struct {
	name, reason              string
	object, desired, observed string
	replicas                  int64
	items                     string // a list, or null
	want                      string // the status of AggregateStatus, the object of Retain and ReviseReplica
	fails                     string // part of the error, instead of want
}

func runQuestions(t *testing.T, op interpreter.Operation, questions []question) {
	t.Helper()
	var cases []hookCase
	for _, q := range questions {
		given := map[string]any{"replicas": q.replicas}
		for key, text := range map[string]string{"object": q.object, "desired": q.desired, "observed": q.observed, "items": q.items} {
			if text != "" {
				given[key] = json.RawMessage(toJSON(t, text))
			}
		}
		want := q.want
		if want != "" {
			switch op {
			case interpreter.AggregateStatus:
				want = `{"status": ` + string(toJSON(t, want)) + `}`
			case interpreter.Retain, interpreter.ReviseReplica:
				want = `{"object": ` + string(toJSON(t, want)) + `}`
			}
		}
		cases = append(cases, hookCase{q.name, q.reason, asJSON(t, given), want, q.fails})
	}
	runHook(t, op, cases)
}
