package member

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"

	"k8s.io/client-go/rest"
)

// How many bytes of answers a connection reads at the same time. A member with more is an error: client-go reads an answer to its end, so an endless
// one would take the memory of all members. A watch has no limit as a whole. Client-go limits each of its events.
const (
	maxAnswers = 64 << 20 // of calls
	maxLists   = 1 << 30  // of the first lists of informers
)

var errRedirect = errors.New("the API server answers with a redirect, which is not followed")

// httpClient returns a client for a configuration that limits the answers of the server.
//
//  1. The answers that are read at the same time have at most limit bytes, after decompression. Those of watches do not count.
//  2. Redirects are not followed: a member must not make the operator call other servers.
func httpClient(config *rest.Config, limit int64) (*http.Client, error) {
	limited := rest.CopyConfig(config)
	budget := &answers{limit: limit}
	limited.Wrap(func(next http.RoundTripper) http.RoundTripper { return &limitedTransport{next, budget} })
	c, err := rest.HTTPClientFor(limited)
	if err != nil {
		return nil, err
	}
	own := *c // it may be http.DefaultClient
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return errRedirect }
	return &own, nil
}

// answers counts the bytes of the answers that are read now.
type answers struct {
	limit int64
	bytes atomic.Int64
}

type limitedTransport struct {
	http.RoundTripper
	answers *answers
}

// RoundTrip implements http.RoundTripper.
func (t *limitedTransport) RoundTrip(request *http.Request) (*http.Response, error) {
	response, err := t.RoundTripper.RoundTrip(request)
	if err == nil && response.Body != nil && !isWatch(request) {
		response.Body = &limitedBody{ReadCloser: response.Body, answers: t.answers}
	}
	return response, err
}

// WrappedRoundTripper lets client-go find the transport in it.
func (t *limitedTransport) WrappedRoundTripper() http.RoundTripper { return t.RoundTripper }

func isWatch(request *http.Request) bool {
	watch := request.URL.Query().Get("watch")
	return watch == "true" || watch == "1"
}

// limitedBody is the body of an answer.
type limitedBody struct {
	io.ReadCloser
	answers *answers
	read    atomic.Int64
}

// Read implements io.Reader.
func (b *limitedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.read.Add(int64(n))
	if b.answers.bytes.Add(int64(n)) > b.answers.limit {
		return n, fmt.Errorf("the API server answers with more than %d bytes", b.answers.limit)
	}
	return n, err
}

// Close implements io.Closer.
func (b *limitedBody) Close() error {
	b.answers.bytes.Add(-b.read.Swap(0))
	return b.ReadCloser.Close()
}
