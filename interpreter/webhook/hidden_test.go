package webhook_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
)

// TestErrorOfSecret has a webhook that quotes the value of a Secret in its answer.
func TestErrorOfSecret(t *testing.T) {
	t.Parallel()
	const login = `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"a":"hunter2"}}`
	const around = `{"kind":"ResourceInterpreterContext","apiVersion":"config.karmada.io/v1alpha1","response":`
	for _, c := range []struct {
		name, reason string
		status       int
		answer, want string
		fault        webhook.Fault
	}{
		{"refused", "the webhook chose the message", 200, around + `{"uid":"UID","successful":false,"status":{"code":400,"message":"hunter2 is bad"}}}`, "code 400: ***", webhook.FaultRefused},
		{"an HTTP error", "the webhook chose the body", 500, `hunter2`, "code 500", webhook.FaultHTTP},
		{"no answer", "the decoder quotes it", 200, around + `{"uid":"UID","successful":hunter2}}`, "Body: the reason is not shown", webhook.FaultBody},
		{"a bad uid", "it may be anything", 200, around + `{"uid":"hunter2","successful":true}}`, "Response: the reason is not shown", webhook.FaultResponse},
		{"a bad patch", "json-patch may quote a value", 200, around + `{"uid":"UID","successful":true,"patchType":"JSONPatch","patch":"W3sib3AiOiJ0ZXN0IiwicGF0aCI6Ii9kYXRhL2EiLCJ2YWx1ZSI6Imh1bnRlcjIifV0="}}`, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			client := caller(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.answer)
			}))
			_, err := client.Retain(context.Background(), object(t, login), object(t, login))
			if c.want == "" {
				require.NoError(t, err, c.reason)
				return
			}
			failed := requireFault(t, c.fault, err)
			require.ErrorContains(t, failed, c.want, c.reason)
			require.NotContains(t, err.Error(), "hunter2", c.reason)
		})
	}
}

// TestDecodeOfSecret has a Secret that cannot be decoded.
func TestDecodeOfSecret(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"Secret", "ConfigMap"} {
		response := httptest.NewRecorder()
		body := "request: {object: {kind: " + kind + ", data: {a: *hunter2}}}"
		request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body))
		request.Header.Set("Content-Type", "application/json")
		webhook.Handler(loud{}).ServeHTTP(response, request)
		require.Contains(t, response.Body.String(), "neither JSON nor YAML")
		require.Equal(t, kind == "ConfigMap", strings.Contains(response.Body.String(), "hunter2"), response.Body)
	}
}

// TestDecodeQuotesNothing decodes values that do not fit a Go type. The kind does not matter: it may be encoded, or be missing.
func TestDecodeQuotesNothing(t *testing.T) {
	t.Parallel()
	type numbers struct {
		Kind string          `json:"kind"`
		Data map[string]int8 `json:"data"`
	}
	type literals struct {
		Data map[string]json.Number `json:"data"`
	}
	for _, c := range []struct {
		name, reason string
		decode       func(text string) error
		text, want   string
	}{
		{"a Secret", "the number is its value", decodeTo[numbers], `{"kind":"Secret","data":{"a":5550123}}`, "json: cannot unmarshal number into Go struct field numbers.data of type int8"},
		{"an escaped kind", "it is a Secret, too", decodeTo[numbers], `{"kind":"\u0053ecret","data":{"a":5550123}}`, "json: cannot unmarshal number into Go struct field numbers.data of type int8"},
		{"another kind", "the message is the same for all", decodeTo[numbers], `{"kind":"ConfigMap","data":{"a":5550123}}`, "json: cannot unmarshal number into Go struct field numbers.data of type int8"},
		{"a value alone", "it has no kind", decodeTo[int8], `5550123`, "json: cannot unmarshal number into Go value of type int8"},
		{"a number that fits nothing", "the literal goes", decodeTo[map[string]any], `{"data":{"a":5550123e999}}`, "json: cannot unmarshal number into Go value of type float64"},
		{"a string", "the decoder quotes it in another way", decodeTo[literals], `{"kind":"\u0053ecret","data":{"a":"hunter2"}}`, "the reason is not shown, because it may contain a secret value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			require.EqualError(t, c.decode(c.text), c.want, c.reason)
		})
	}
}

func decodeTo[T any](text string) error {
	_, err := webhook.Decode[T]([]byte(text))
	return err
}

// TestDecodeOfEncodedSecret has a Secret in YAML that cannot be decoded, with an encoded kind.
func TestDecodeOfEncodedSecret(t *testing.T) {
	t.Parallel()
	for name, kind := range map[string]string{"an escape": `"\x53ecret"`, "a tag": "!!binary U2VjcmV0"} {
		response := httptest.NewRecorder()
		request := httptest.NewRequest(http.MethodPost, "/", strings.NewReader("request: {object: {kind: "+kind+", data: {a: *hunter2}}}"))
		request.Header.Set("Content-Type", "application/json")
		webhook.Handler(loud{}).ServeHTTP(response, request)
		require.Contains(t, response.Body.String(), "neither JSON nor YAML", name)
		require.NotContains(t, response.Body.String(), "hunter2", name)
	}
}

// loud is a hook that quotes its object.
type loud struct{}

func (loud) Kinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{{Version: interpreter.Any, Kind: interpreter.Any}}
}

func (loud) InterpretHealth(_ context.Context, o *unstructured.Unstructured) (bool, error) {
	v, _, _ := unstructured.NestedString(o.Object, "data", "a")
	return false, &webhook.StatusError{Code: 1, Message: v}
}

// TestHandlerOfSecret calls a handler with a Secret.
func TestHandlerOfSecret(t *testing.T) {
	t.Parallel()
	client := caller(t, webhook.Handler(loud{}))
	for kind, want := range map[string]string{"Secret": "not shown", "ConfigMap": "hunter2"} {
		o := object(t, `{"apiVersion":"v1","kind":"`+kind+`","metadata":{"name":"s"},"data":{"a":"hunter2"}}`)
		_, err := client.InterpretHealth(context.Background(), o)
		var failed *interpreter.Error
		require.ErrorAs(t, err, &failed)
		require.ErrorContains(t, failed.Reveal(), want)
	}
}
