package main

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/overridekit/overridekit/interpreter/webhook"
)

// path is the path that Karmada calls.
const path = "/interpreter-workload"

// grace is how long running calls may take during shutdown. Karmada does not wait longer for an answer.
const grace = 30 * time.Second

func newHandler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle(path, webhook.Handler(workloads{}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "ok") })
	return mux
}

// serve answers until the context ends, and then until the running calls are finished.
func serve(ctx context.Context, listener net.Listener, pair tls.Certificate) error {
	server := &http.Server{
		Handler:           newHandler(),
		TLSConfig:         &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12},
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		WriteTimeout:      60 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
	served := make(chan error, 1)
	go func() { served <- server.ServeTLS(listener, "", "") }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	err := server.Shutdown(ending)
	if err != nil {
		_ = server.Close()
	}
	if ended := <-served; !errors.Is(ended, http.ErrServerClosed) {
		err = errors.Join(err, ended)
	}
	return err
}
