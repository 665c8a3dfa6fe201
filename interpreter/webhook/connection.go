package webhook

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// Resolver returns the address of a service of the control plane, host and port. The port of the reference is never nil.
type Resolver func(ctx context.Context, service ServiceReference) (address string, err error)

// Endpoint returns the URL of a webhook. That of a service is https, with the name of the service inside of its cluster, which must also
// be the name in its certificate.
func (c ClientConfig) Endpoint() (string, error) {
	switch {
	case c.Service != nil:
		s := *c.Service
		if s.Namespace == "" || s.Name == "" {
			return "", errors.New("the service has no name or no namespace")
		}
		u := url.URL{Scheme: "https", Host: s.host()}
		if s.Path != nil {
			u.Path = *s.Path
		}
		return u.String(), nil
	case c.URL != nil:
		return *c.URL, nil
	}
	return "", errors.New("url and service are missing, expected one of them")
}

func (s ServiceReference) port() int32 {
	if s.Port == nil {
		return 443
	}
	return *s.Port
}

func (s ServiceReference) host() string {
	return net.JoinHostPort(s.Name+"."+s.Namespace+".svc", strconv.Itoa(int(s.port())))
}

// maxHeaders is how many bytes of headers an answer may have. That of package net/http is 10 MiB.
const maxHeaders = 64 << 10

// HTTPClient returns the connection to a webhook. It keeps connections open; make one for each webhook, use it for every call, and call
// CloseIdleConnections at the end.
//
//  1. The address of a service is that of the resolver; without a resolver, its name.
//  2. The certificate must be signed by the bundle, or without a bundle by the authorities of the system. A bundle without
//     certificates is an error.
//  3. HTTP/2 is used only if the URL is a loopback address: over one connection, all calls would go to one server of a service.
//  4. The headers of an answer have at most 64 KiB.
//  5. Proxies of the environment are not used; set the proxy of the transport if you need one.
func (c ClientConfig) HTTPClient(resolve Resolver) (*http.Client, error) {
	endpoint, err := c.Endpoint()
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(endpoint)
	if err != nil {
		return nil, errors.New("the url cannot be read")
	}
	transport := &http.Transport{
		DialContext:         c.dial(resolve),
		TLSClientConfig:     &tls.Config{MinVersion: tls.VersionTLS12},
		TLSHandshakeTimeout: 10 * time.Second,
		MaxIdleConnsPerHost: 25,
		IdleConnTimeout:     90 * time.Second,

		MaxResponseHeaderBytes: maxHeaders,
		Protocols:              &http.Protocols{},
	}
	transport.Protocols.SetHTTP1(true)
	transport.Protocols.SetHTTP2(c.Service == nil && loopback(u.Hostname()))
	if len(c.CABundle) > 0 {
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(c.CABundle) {
			return nil, fmt.Errorf("the caBundle of %d bytes has no readable certificate, expected PEM", len(c.CABundle))
		}
		transport.TLSClientConfig.RootCAs = pool
	}
	return &http.Client{Transport: transport}, nil
}

func loopback(host string) bool {
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}

func (c ClientConfig) dial(resolve Resolver) func(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := &net.Dialer{Timeout: 30 * time.Second}
	if c.Service == nil || resolve == nil {
		return dialer.DialContext
	}
	service := *c.Service
	port := service.port()
	service.Port = &port
	return func(ctx context.Context, network, _ string) (net.Conn, error) {
		address, err := resolve(ctx, service)
		if err != nil {
			return nil, fmt.Errorf("service %s/%s: %w", service.Namespace, service.Name, err)
		}
		return dialer.DialContext(ctx, network, address)
	}
}
