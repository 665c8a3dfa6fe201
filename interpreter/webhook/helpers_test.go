package webhook_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// exchange is a recorded exchange: what Karmada sent, answered or read from an answer.
type exchange struct {
	Name string
	Op   string

	// wire-request, and in part wire-accept
	Operation      interpreter.Operation
	Webhooks       map[string]json.RawMessage // by the name of the configuration
	Object         json.RawMessage
	Observed       json.RawMessage
	Replicas       int64
	Items          []interpreter.StatusItem
	ContextTimeout string
	Matched        *bool
	Method         string
	Path           string
	Proto          string
	Host           string
	BodyText       string

	// wire-response
	Handler struct {
		Returns           string
		Message           string
		Code              int32
		Original, Current string
		Response          json.RawMessage
	}
	Request struct {
		Method  string
		Body    body
		Headers map[string]string
	}
	Status int

	// wire-accept
	Response struct {
		Status  int
		Headers map[string]string
		Body    string
	}
	Result      json.RawMessage
	ErrorReason string

	Headers map[string]string
	Body    json.RawMessage
	Error   string
}

// body is a string, written out or as a unit that is repeated between a prefix and a suffix.
type body string

func (b *body) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, (*string)(b)); err == nil {
		return nil
	}
	var long struct {
		Prefix, Unit, Suffix string
		Count                int
	}
	err := json.Unmarshal(text, &long)
	*b = body(long.Prefix + strings.Repeat(long.Unit, long.Count) + long.Suffix)
	return err
}

func recorded(t *testing.T, op string) []exchange {
	file, err := os.Open("testdata/wire.jsonl.gz")
	require.NoError(t, err)
	defer func() { require.NoError(t, file.Close()) }()
	unzipped, err := gzip.NewReader(file)
	require.NoError(t, err)
	text, err := io.ReadAll(unzipped)
	require.NoError(t, err)
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n"))
	require.Len(t, lines, 88, "every recording is read")
	var all []exchange
	for _, line := range lines {
		var e exchange
		require.NoError(t, json.Unmarshal(line, &e), "%s", line)
		if e.Op == op {
			all = append(all, e)
		}
	}
	return all
}

// decoded reads JSON or YAML as Kubernetes does.
func decoded(t *testing.T, text []byte) any {
	t.Helper()
	if len(text) == 0 {
		return nil
	}
	text, err := yamlOrJSON(text)
	require.NoError(t, err)
	var v any
	require.NoError(t, utiljson.Unmarshal(text, &v), "%s", text)
	return v
}

func yamlOrJSON(text []byte) ([]byte, error) {
	if json.Valid(text) {
		return text, nil
	}
	return yaml.YAMLToJSON(text)
}

func object(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	v := decoded(t, []byte(text))
	if v == nil {
		return nil
	}
	return &unstructured.Unstructured{Object: v.(map[string]any)}
}

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	require.NoError(t, err)
	return string(text)
}

const nginx = `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"nginx","namespace":"default"},"spec":{"replicas":2}}`

var deployments = schema.GroupVersionKind{Group: "apps", Version: "v1", Kind: "Deployment"}

func always(id string) func() string { return func() string { return id } }

// caller returns a client of a new server over a new connection. Its calls have much time, because the machine may be busy.
func caller(t *testing.T, handler http.Handler) webhook.Client {
	t.Helper()
	s := httptest.NewUnstartedServer(handler)
	s.Config.ErrorLog = quiet
	s.Start()
	t.Cleanup(s.Close)
	return webhook.Client{ID: "cfg/w.example.com", URL: s.URL, HTTP: s.Client(), NewID: always("UID"), Timeout: time.Hour}
}

// call calls a client with an object and returns the result in the form of a recording.
func call(ctx context.Context, c webhook.Client, op interpreter.Operation, o, observed *unstructured.Unstructured, replicas int64, items []interpreter.StatusItem) (any, error) {
	switch op {
	case interpreter.InterpretReplica:
		replicas, requirements, err := c.InterpretReplica(ctx, o)
		return map[string]any{"replicas": replicas, "requirements": requirements}, err
	case interpreter.InterpretComponent:
		components, err := c.InterpretComponent(ctx, o)
		return map[string]any{"components": components}, err
	case interpreter.InterpretDependency:
		dependencies, err := c.InterpretDependency(ctx, o)
		return map[string]any{"dependencies": dependencies}, err
	case interpreter.InterpretHealth:
		healthy, err := c.InterpretHealth(ctx, o)
		return map[string]any{"healthy": healthy}, err
	case interpreter.InterpretStatus:
		status, err := c.InterpretStatus(ctx, o)
		return map[string]any{"rawStatus": status}, err
	case interpreter.ReviseReplica:
		return revised(c.ReviseReplica(ctx, o, replicas))
	case interpreter.Retain:
		return revised(c.Retain(ctx, o, observed))
	case interpreter.AggregateStatus:
		return revised(c.AggregateStatus(ctx, o, items))
	}
	panic("unknown operation: " + string(op))
}

func revised(o *unstructured.Unstructured, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	return map[string]any{"object": o.Object}, nil
}

// requireFault checks the type of an error.
func requireFault(t *testing.T, fault webhook.Fault, err error) *webhook.CallError {
	t.Helper()
	var failed *webhook.CallError
	require.ErrorAs(t, err, &failed)
	require.Equal(t, fault, failed.Fault, "%v", err)
	var hook *interpreter.Error
	require.ErrorAs(t, err, &hook)
	return failed
}

// quiet drops the log of servers about broken calls.
var quiet = log.New(io.Discard, "", 0)
