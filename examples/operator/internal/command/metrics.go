package command

import (
	"flag"

	"sigs.k8s.io/controller-runtime/pkg/metrics/filters"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Metrics are the flags of the metrics endpoint.
type Metrics struct {
	Address  string
	Insecure bool   // HTTP, for everybody
	CertDir  string // with tls.crt and tls.key; empty: a certificate that nobody else has signed
}

// AddFlags adds the flags.
func (m *Metrics) AddFlags(flags *flag.FlagSet) {
	flags.StringVar(&m.Address, "metrics-bind-address", ":8443", `address of the metrics, "0" for none`)
	flags.BoolVar(&m.Insecure, "metrics-insecure", false, "serve the metrics with HTTP, and to everybody")
	flags.StringVar(&m.CertDir, "metrics-cert-dir", "", "folder with tls.crt and tls.key of the metrics; empty: a self-signed certificate")
}

// Options returns the options of the endpoint. It serves HTTPS, and only to users that the API server of the hub knows and that may get the
// non-resource URL /metrics: metrics have the names of clusters and kinds.
func (m *Metrics) Options() metricsserver.Options {
	if m.Insecure {
		return metricsserver.Options{BindAddress: m.Address}
	}
	return metricsserver.Options{
		BindAddress: m.Address, SecureServing: true, CertDir: m.CertDir, FilterProvider: filters.WithAuthenticationAndAuthorization,
	}
}
