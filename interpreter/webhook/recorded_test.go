package webhook_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter/webhook"
	"github.com/overridekit/overridekit/override/jsontree"
)

// onPurpose has the recordings in which this package deliberately differs from Karmada f8fdd02df, by the rule, in the order of the package
// documentation. The header of every response differs too, which each of them checks.
var onPurpose = map[string][]string{
	"methods":     {"wire-response-get"},
	"media types": {"wire-response-no-content-type", "wire-response-content-type-charset"},
	"length":      {"wire-response-over-1MiB-whitespace-cut", "wire-response-over-1MiB-object-cut"},
	"no request":  {"wire-response-empty-body", "wire-response-no-request", "wire-response-keys-in-another-case", "wire-response-not-json"},
	"envelope":    {"wire-response-wrong-kind"},
	"messages":    {"wire-response-patch-bad-original"},
	"order":       {"wire-accept-InterpretDependency-list"},
}

func ruleFor(name string) string {
	for rule, names := range onPurpose {
		if slices.Contains(names, name) {
			return rule
		}
	}
	return ""
}

// everything is a response that every operation accepts.
const everything = `{"response":{"uid":"UID","successful":true,"replicas":1,"healthy":true,"rawStatus":{}}}`

// TestRecordedResponses compares the answers of [webhook.Func] with those of Karmada's helper for webhooks.
func TestRecordedResponses(t *testing.T) {
	t.Parallel()
	for _, c := range recorded(t, "wire-response") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(c.Request.Method, "/", strings.NewReader(string(c.Request.Body)))
			for name, value := range c.Request.Headers {
				r.Header.Set(name, value)
			}
			w := httptest.NewRecorder()
			c.author(t).ServeHTTP(w, r)
			require.Equal(t, "application/json", w.Header().Get("Content-Type"))
			var want string
			require.NoError(t, json.Unmarshal(c.Body, &want))
			switch ruleFor(c.Name) {
			case "methods":
				requireRefused(t, http.StatusMethodNotAllowed, w)
			case "media types":
				if c.Request.Headers["Content-Type"] == "" {
					requireRefused(t, http.StatusUnsupportedMediaType, w)
					return
				}
				require.Equal(t, http.StatusOK, w.Code)
				require.JSONEq(t, `{"response":{"uid":"req-1","successful":true,"status":{"message":"fine","code":200}}}`, w.Body.String())
			case "no request":
				requireRefused(t, http.StatusBadRequest, w)
			case "length": // the body after the first MiB is not cut off
				if strings.HasSuffix(string(c.Request.Body), "}") {
					require.Equal(t, http.StatusOK, w.Code)
					require.JSONEq(t, `{"response":{"uid":"req-1","successful":true,"status":{"message":"fine","code":200}}}`, w.Body.String())
					return
				}
				requireRefused(t, http.StatusBadRequest, w)
			case "envelope":
				require.Equal(t, http.StatusOK, w.Code)
				require.JSONEq(t, `{"response":{"uid":"req-1","successful":false,"status":{"code":400,
					"message":"the body has the kind \"AdmissionReview\" and the apiVersion \"admission.k8s.io/v1\", expected ResourceInterpreterContext and config.karmada.io/v1alpha1"}}}`, w.Body.String())
			case "messages":
				require.Equal(t, c.Status, w.Code)
				require.JSONEq(t, want, strings.Replace(w.Body.String(), "the original object is not JSON: unexpected end of JSON input", "invalid JSON Document", 1))
			default:
				require.Equal(t, c.Status, w.Code)
				require.Equal(t, want, w.Body.String())
			}
		})
	}
}

func requireRefused(t *testing.T, code int, w *httptest.ResponseRecorder) {
	t.Helper()
	require.Equal(t, code, w.Code)
	require.Equal(t, "Status", decoded(t, w.Body.Bytes()).(map[string]any)["kind"])
}

// author is the function that a recording describes.
func (c exchange) author(t *testing.T) webhook.Func {
	h := c.Handler
	return func(_ context.Context, r webhook.Request) webhook.Response {
		switch h.Returns {
		case "Succeeded":
			return webhook.Succeeded(h.Message)
		case "Errored":
			return webhook.Errored(h.Code, errors.New(h.Message))
		case "ValidationResponse":
			return webhook.Errored(http.StatusForbidden, errors.New(h.Message))
		case "PatchResponseFromRaw":
			return webhook.PatchFromRaw([]byte(h.Original), []byte(h.Current))
		case "Response":
			var response webhook.Response
			require.NoError(t, json.Unmarshal(h.Response, &response))
			return response
		case "DecodeName":
			o, err := webhook.Decode[unstructured.Unstructured](r.Object)
			if err != nil {
				return webhook.Errored(http.StatusBadRequest, err)
			}
			return webhook.Succeeded(o.GetKind() + "/" + o.GetName())
		case "Echo":
			return webhook.Succeeded(asJSON(t, r))
		}
		require.Fail(t, "unknown handler", h.Returns)
		return webhook.Response{}
	}
}

// TestRecordedAnswers compares the client's result of an answer with Karmada's.
func TestRecordedAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range recorded(t, "wire-accept") {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			client := caller(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if len(c.Response.Headers) == 0 {
					w.Header()["Content-Type"] = nil
				}
				for name, value := range c.Response.Headers {
					w.Header().Set(name, value)
				}
				w.WriteHeader(cmp.Or(c.Response.Status, http.StatusOK))
				_, _ = io.WriteString(w, c.Response.Body)
			}))
			o := object(t, string(c.Object))
			before := asJSON(t, o)
			got, err := call(context.Background(), client, c.Operation, o, o, c.Replicas, c.Items)
			require.Equal(t, before, asJSON(t, o), "the object was written")
			if c.Error != "" {
				require.Error(t, err, "upstream: %s", c.Error)
				var failed *webhook.CallError
				require.ErrorAs(t, err, &failed)
				require.Equal(t, c.Operation, failed.Operation)
				require.Equal(t, "UID", failed.UID)
				return
			}
			require.NoError(t, err)
			want := decoded(t, c.Result)
			if ruleFor(c.Name) == "order" {
				slices.Reverse(want.(map[string]any)["dependencies"].([]any))
			}
			require.True(t, jsontree.Equal(want, decoded(t, []byte(asJSON(t, got)))), "want %s\n got %s", c.Result, asJSON(t, got))
		})
	}
}

// TestOnPurpose checks that every recording of the table exists.
func TestOnPurpose(t *testing.T) {
	t.Parallel()
	var names []string
	for _, op := range []string{"wire-request", "wire-response", "wire-accept"} {
		for _, c := range recorded(t, op) {
			names = append(names, c.Name)
		}
	}
	for rule, cases := range onPurpose {
		for _, name := range cases {
			require.Contains(t, names, name, rule)
		}
	}
}
