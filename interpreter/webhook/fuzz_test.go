package webhook_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/webhook"
	"github.com/overridekit/overridekit/override/jsontree"
)

// FuzzServer sends any bytes to a webhook.
//
//  1. A request refused before its uid is known has HTTP status 400 with a reason.
//  2. Any other answer has 200 and the uid of the request, as another decoder reads it, and is a success or has a reason.
//  3. A patch makes an object of the object in the request.
func FuzzServer(f *testing.F) {
	for _, op := range interpreter.Operations() {
		f.Add([]byte(`{"request":{"uid":"1","operation":"` + string(op) + `","replicas":3,"object":` + nginx + `,"observedObject":` + nginx + `}}`))
	}
	f.Add([]byte("request:\n  uid: a\n"))
	handler := webhook.Handler(answering{})
	f.Fuzz(func(t *testing.T, body []byte) {
		r := httptest.NewRequest("POST", "/", bytes.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			requireRefused(t, http.StatusBadRequest, w)
			return
		}
		var answer struct{ Response webhook.Response }
		require.NoError(t, json.Unmarshal(w.Body.Bytes(), &answer))
		response := answer.Response
		require.NotNil(t, response.Status)
		require.True(t, response.Successful || response.Status.Message != "")
		if !json.Valid(body) {
			return
		}
		var asked map[string]any
		require.NoError(t, utiljson.Unmarshal(body, &asked))
		request, ok := asked["request"].(map[string]any)
		require.True(t, ok)
		uid, _ := request["uid"].(string)
		require.Equal(t, uid, response.UID)
		if response.Patch != nil {
			operations, err := jsonpatch.DecodePatch(response.Patch)
			require.NoError(t, err)
			_, err = operations.Apply([]byte(asJSON(t, request["object"])))
			require.NoError(t, err, "%s", response.Patch)
		}
	})
}

// answers is a connection that always returns the same bytes.
type answers []byte

func (a answers) RoundTrip(r *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, r.Body)
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(bytes.NewReader(a)), Request: r}, nil
}

// FuzzResponse answers a client with any bytes. An error is a CallError; an accepted answer obeys the rules as another decoder
// reads it.
func FuzzResponse(f *testing.F) {
	for i := range interpreter.Operations() {
		f.Add(i, []byte(everything))
		f.Add(i, []byte(`{"response":{"uid":"UID","successful":true,"patchType":"JSONPatch","patch":"W3sib3AiOiJyZXBsYWNlIiwicGF0aCI6Ii9zcGVjL3JlcGxpY2FzIiwidmFsdWUiOjd9XQ=="}}`))
		f.Add(i, []byte(`{"response":{"uid":"UID","successful":true,"replicas":1,"replicaRequirements":{"resourceRequest":{"cpu":"1e3"}},"dependencies":[{"apiVersion":"v1","kind":"A","labelSelector":{}}],"components":[{"name":"a"}]}}`))
	}
	f.Fuzz(func(t *testing.T, which int, body []byte) {
		ops := interpreter.Operations()
		op := ops[int(uint(which)%uint(len(ops)))]
		c := webhook.Client{URL: "http://127.0.0.1", HTTP: &http.Client{Transport: answers(body)}, NewID: always("UID")}
		o := object(t, nginx)
		got, err := call(context.Background(), c, op, o, o, 1, nil)
		require.Equal(t, nginx, asJSON(t, o))
		if err != nil {
			var failed *webhook.CallError
			require.ErrorAs(t, err, &failed)
			require.NotContains(t, err.Error(), "%!w(<nil>)")
			requireShort(t, failed.Err.Error())
			return
		}
		if !json.Valid(body) {
			return
		}
		var envelope map[string]any
		require.NoError(t, utiljson.Unmarshal(body, &envelope))
		response := envelope["response"].(map[string]any)
		require.Equal(t, "UID", response["uid"])
		require.Equal(t, true, response["successful"])
		answer := got.(map[string]any)
		switch op {
		case interpreter.InterpretReplica:
			require.EqualValues(t, response["replicas"], answer["replicas"])
		case interpreter.InterpretHealth:
			require.Equal(t, response["healthy"], answer["healthy"])
		case interpreter.InterpretStatus:
			require.True(t, jsontree.Equal(response["rawStatus"], answer["rawStatus"]))
		case interpreter.ReviseReplica, interpreter.Retain, interpreter.AggregateStatus:
			require.NotEmpty(t, (&unstructured.Unstructured{Object: answer["object"].(map[string]any)}).GetKind())
			if response["patch"] == nil {
				require.JSONEq(t, nginx, asJSON(t, answer["object"]))
			}
		}
	})
}

// FuzzPatch applies the patch of two documents with json-patch.
func FuzzPatch(f *testing.F) {
	f.Add([]byte(`{"a":{"b":[1,2,3]},"":{"":1}}`), []byte(`{"a":{"b":[2]},"":{"":{"x":null}},"c":null}`))
	f.Add([]byte(nginx), []byte(`{"spec":{"":{"":null},"~1/":[[],{}]}}`))
	f.Fuzz(func(t *testing.T, original, revised []byte) {
		var was, is map[string]any
		if utiljson.Unmarshal(original, &was) != nil || utiljson.Unmarshal(revised, &is) != nil || was == nil || is == nil {
			return
		}
		one, two := asJSON(t, was), asJSON(t, is)
		response := webhook.PatchFromRaw([]byte(one), []byte(two))
		require.True(t, response.Successful)
		if response.Patch == nil {
			require.True(t, jsontree.Equal(was, is))
			return
		}
		requirePatched(t, one, two, response.Patch)
	})
}
