package native_test

import (
	"encoding/json"
	"testing"

	"github.com/overridekit/overridekit/interpreter"
)

// question is a [hookCase] in parts, each YAML, or JSON: only there 3.0 stays 3.0.
type question struct {
	name, because             string
	object, desired, observed string
	replicas                  int64
	items                     string // a list, or null
	want                      string // the status of AggregateStatus, the object of Retain and ReviseReplica
	fails                     string // part of the error, instead of want
}

func test(t *testing.T, op interpreter.Operation, questions []question) {
	t.Helper()
	var cases []hookCase
	for _, q := range questions {
		given := map[string]any{"replicas": q.replicas}
		for key, text := range map[string]string{"object": q.object, "desired": q.desired, "observed": q.observed, "items": q.items} {
			if text != "" {
				given[key] = json.RawMessage(text)
				if !json.Valid([]byte(text)) {
					given[key] = json.RawMessage(toJSON(t, text))
				}
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
		cases = append(cases, hookCase{q.name, q.because, asJSON(t, given), want, q.fails})
	}
	runHook(t, op, cases)
}
