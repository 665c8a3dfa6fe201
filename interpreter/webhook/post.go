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
	"net/url"
	"path"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// maxMessage is how much is read of an answer without success.
const maxMessage = 64 << 10

// address returns the URL to call, without a query. It has neither user nor password, so errors can show it.
func (c Client) address() (*url.URL, error) {
	if c.err != nil {
		return nil, c.err
	}
	if c.NewID == nil {
		return nil, errors.New("NewID is nil, expected a function that returns ids")
	}
	u, err := url.Parse(c.URL)
	if err != nil {
		var parsing *url.Error
		if errors.As(err, &parsing) {
			err = parsing.Err // without the URL, which may contain a password
		}
		return nil, fmt.Errorf("the URL cannot be read: %w", err)
	}
	if u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" {
		return nil, fmt.Errorf("the URL has the scheme %q and the host %q, expected https and a host", u.Scheme, u.Host)
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host, Path: path.Join("/", u.Path)}, nil
}

// post makes the call and returns the body of a successful answer. It records in failed whether an error may quote the answer.
func (c Client) post(ctx context.Context, to *url.URL, request *Request, failed *CallError) ([]byte, error) {
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(requestEnvelope{Kind: Kind, APIVersion: APIVersion, Request: request}); err != nil {
		return nil, fault(FaultRequest, err)
	}
	if text.Len() > MaxBytes {
		return nil, fault(FaultRequest, fmt.Errorf("the request has %d bytes, expected at most %d", text.Len(), MaxBytes))
	}
	if err := c.hold.take(text.Len()); err != nil {
		return nil, err
	}
	called := *to
	called.RawQuery = timeoutQuery(ctx)
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, called.String(), &text)
	if err != nil {
		return nil, fault(FaultRequest, err)
	}
	r.Header.Set("Accept", "application/json, */*")
	r.Header.Set("Content-Type", "application/json")
	seen := &progress{}
	answer, err := c.connection().Do(r.WithContext(seen.trace(ctx)))
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err // the CallError has the URL
		}
		failed.quotes = !seen.connecting() && !quotesNothing(err)
		return nil, fault(FaultConnection, err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode < 200 || answer.StatusCode > 206 {
		return nil, fault(FaultHTTP, refusal(answer, c.hold))
	}
	return readAnswer(ctx, answer, c.hold)
}

// connection is HTTP without redirects.
func (c Client) connection() *http.Client {
	from := c.HTTP
	if from == nil {
		from = http.DefaultClient
	}
	with := *from
	with.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &with
}

// timeoutQuery returns the remaining time of a context, in whole seconds and rounded up.
func timeoutQuery(ctx context.Context) string {
	deadline, _ := ctx.Deadline() // call sets one
	left := time.Until(deadline)
	if whole := left.Truncate(time.Second); whole < left {
		left = whole + time.Second
	}
	if left <= 0 {
		return "" // there is no time left
	}
	return url.Values{"timeout": {left.String()}}.Encode()
}

// endOf returns the error of a context that has ended. A deadline counts once it has passed: the timer that sets the error may be late.
func endOf(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if deadline, limited := ctx.Deadline(); limited && time.Until(deadline) <= 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// readAnswer reads a whole body. A server that sees the end of the call may end its answer as if it were complete, so the context is
// checked after the last byte.
func readAnswer(ctx context.Context, answer *http.Response, hold *hold) ([]byte, error) {
	if found := answer.Header.Get("Content-Type"); found != "" {
		if _, _, err := mime.ParseMediaType(found); err != nil {
			return nil, fault(FaultBody, fmt.Errorf("the content type %.100q cannot be read: %w", found, err))
		}
	}
	body, err := io.ReadAll(io.LimitReader(holdReader{answer.Body, hold}, MaxBytes+1))
	if err == nil {
		err = endOf(ctx)
	}
	switch {
	case err != nil:
		return nil, faultOr(FaultBody, fmt.Errorf("the answer is incomplete: %w", err))
	case len(body) > MaxBytes:
		return nil, fault(FaultBody, fmt.Errorf("the answer is longer than %d bytes", MaxBytes))
	case len(bytes.TrimSpace(body)) == 0:
		return nil, fault(FaultBody, fmt.Errorf("the answer with HTTP status %d is empty", answer.StatusCode))
	}
	return body, nil
}

// refusal returns the content of an answer without success: the message of a metav1.Status, or the beginning of the body.
func refusal(answer *http.Response, hold *hold) error {
	refused := &StatusError{Code: answer.StatusCode}
	switch at := answer.Header.Get("Location"); {
	case at != "" && answer.StatusCode/100 == 3:
		refused.Message = "a redirect, which is not followed"
		return refused
	case answer.StatusCode == http.StatusSwitchingProtocols:
		refused.Message = "another protocol, which was not requested"
		return refused // the body is the connection, and reading it would continue after the end of the context
	}
	body, err := io.ReadAll(io.LimitReader(holdReader{answer.Body, hold}, maxMessage))
	var status metav1.Status
	if err == nil && json.Unmarshal(body, &status) == nil && status.Kind == "Status" && status.Message != "" {
		refused.Message = messageOf(status.Message)
		return refused
	}
	if text := strings.TrimSpace(string(body)); text != "" {
		refused.Message = fmt.Sprintf("%.200q", text)
	}
	return refused
}
