package webhook

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http/httptrace"
	"sync/atomic"
)

// progress is how far a call is.
type progress struct{ dials, connected atomic.Bool }

// trace returns a context that records the progress. Hooks of the context remain.
func (p *progress) trace(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn: func(string) { p.dials.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { p.connected.Store(true) },
	})
}

// connecting reports whether the call has no connection yet, so it has not sent the object. It is false if the transport reports nothing.
func (p *progress) connecting() bool { return p.dials.Load() && !p.connected.Load() }

// quotesNothing reports whether an error about a connection cannot contain what was received: it is that of the network or of a context,
// or the end of the connection.
func quotesNothing(err error) bool {
	for _, known := range []error{context.Canceled, context.DeadlineExceeded, io.EOF, io.ErrUnexpectedEOF} {
		if errors.Is(err, known) {
			return true
		}
	}
	return errors.As(err, new(net.Error))
}
