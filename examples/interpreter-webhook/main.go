// Command interpreter-webhook interprets a custom resource for Karmada, Workload of workload.example.io/v1alpha1, which is a simple
// Deployment.
//
//	interpreter-webhook -cert FILE -key FILE [-listen ADDRESS]
//	interpreter-webhook -self-signed HOST,... [-listen ADDRESS]
//
//	-listen :8443             the address to listen at
//	-cert FILE, -key FILE     the certificate with its chain, and its key, both PEM
//	-self-signed HOST,...     create a certificate for these names and addresses, for a trial; it is valid for a week and not stored
//
// It serves the webhook at /interpreter-workload, and "ok" at /healthz. With -self-signed it prints its own
// ResourceInterpreterWebhookConfiguration, at the first of the names, to be applied to Karmada. An interrupt or SIGTERM ends it after the
// running calls.
//
// The exit status is 1 if it could not serve, and 2 if the command line is invalid.
package main

import (
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/overridekit/overridekit/examples/internal/input"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// options is the command line.
type options struct {
	listen, cert, key string
	hosts             []string // of a certificate to create
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	var hosts string
	flags := flag.NewFlagSet("interpreter-webhook", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.listen, "listen", ":8443", "address to listen at")
	flags.StringVar(&o.cert, "cert", "", "file of the certificate")
	flags.StringVar(&o.key, "key", "", "file of the certificate's key")
	flags.StringVar(&hosts, "self-signed", "", "comma-separated names and addresses of a certificate to create")
	if err := input.ParseOnce(flags, args); err != nil {
		return o, err
	}
	if hosts != "" {
		o.hosts = strings.Split(hosts, ",")
	}
	var err error
	switch {
	case flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case (o.cert == "") != (o.key == ""):
		err = errors.New("-cert and -key must be set together")
	case (o.cert == "") == (hosts == ""):
		err = errors.New("either -cert and -key or -self-signed must be set")
	}
	if err != nil {
		fmt.Fprintln(stderr, err)
	}
	return o, err
}

// run runs the command and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	if err := o.run(ctx, stdout); err != nil {
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}

func (o options) run(ctx context.Context, stdout io.Writer) error {
	listener, err := net.Listen("tcp", o.listen)
	if err != nil {
		return err
	}
	pair, err := o.certificate(listener.Addr(), stdout)
	if err != nil {
		_ = listener.Close()
		return err
	}
	return serve(ctx, listener, pair)
}

// certificate returns the certificate to serve with. If it creates one, it prints the configuration with it.
func (o options) certificate(at net.Addr, stdout io.Writer) (tls.Certificate, error) {
	if len(o.hosts) == 0 {
		return tls.LoadX509KeyPair(o.cert, o.key)
	}
	pair, bundle, err := selfSigned(o.hosts, time.Now())
	if err != nil {
		return tls.Certificate{}, err
	}
	return pair, printConfiguration(stdout, o.hosts[0], at, bundle)
}
