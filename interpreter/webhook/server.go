package webhook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Func answers requests. It is an [http.Handler], safe for concurrent use if the function is. The context ends when the caller disconnects.
//
//  1. The method is POST (else 405), the content type application/json with or without parameters (else 415), the body no longer than
//     [MaxBytes] (else 413) and a ResourceInterpreterContext that has a request (else 400).
//  2. Such a request has no uid, and the caller of a response without one would see only that. So the answer is that HTTP status and a
//     metav1.Status, whose message Karmada reports.
//  3. Everything else is answered by HTTP 200 and a response with the uid of the request, a status, and a code in it, 200 by default. That
//     includes an envelope of another type, and a response that cannot be encoded.
type Func func(ctx context.Context, request Request) Response

// ServeHTTP implements [http.Handler].
func (f Func) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, code, err := readBody(w, r)
	if err != nil {
		refuse(w, code, err)
		return
	}
	request, err := readRequest(body)
	if request == nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	var response Response
	switch {
	case err != nil:
		response = Errored(http.StatusBadRequest, clip(err))
	case f == nil:
		response = Errored(http.StatusInternalServerError, errors.New("the function of the webhook is nil"))
	default:
		response = f(r.Context(), *request)
	}
	answer(w, request.UID, response)
}

// readBody returns the body, or an error and its HTTP status.
func readBody(w http.ResponseWriter, r *http.Request) ([]byte, int, error) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		return nil, http.StatusMethodNotAllowed, fmt.Errorf("the method is %.40q, expected POST", r.Method)
	}
	found := r.Header.Get("Content-Type")
	if media, _, err := mime.ParseMediaType(found); err != nil || media != "application/json" {
		return nil, http.StatusUnsupportedMediaType, fmt.Errorf("the content type is %.100q, expected application/json", found)
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, MaxBytes))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return nil, http.StatusRequestEntityTooLarge, fmt.Errorf("the body is longer than %d bytes", MaxBytes)
	case err != nil:
		return nil, http.StatusBadRequest, fmt.Errorf("the body ends too early: %w", err)
	}
	return body, http.StatusOK, nil
}

// responseEnvelope is the wire format of a response.
type responseEnvelope struct {
	Response Response `json:"response"`
}

func answer(w http.ResponseWriter, uid string, response Response) {
	var body bytes.Buffer
	if err := json.NewEncoder(&body).Encode(responseEnvelope{response.complete(uid)}); err != nil {
		body.Reset()
		failed := Errored(http.StatusInternalServerError, fmt.Errorf("the response cannot be encoded: %w", err))
		_ = json.NewEncoder(&body).Encode(responseEnvelope{failed.complete(uid)}) // strings and numbers can always be encoded
	}
	write(w, http.StatusOK, body.Bytes())
}

// refuse answers a request without a uid.
func refuse(w http.ResponseWriter, code int, reason error) {
	body, _ := json.Marshal(metav1.Status{
		TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Status"},
		Status:   metav1.StatusFailure, Message: clip(reason).Error(), Code: int32(code),
	}) // strings and numbers can always be encoded
	write(w, code, body)
}

func write(w http.ResponseWriter, code int, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_, _ = w.Write(body) // an error means that the caller is gone
}
