// Command webhook is the admission webhook for the policies of a hub: it sets their defaults, validates them, and makes its own certificates. It refuses Works and
// bindings of others than the operator. Package admission has the rules.
//
//	webhook [flags]
//
//	-kubeconfig FILE                       the hub; empty: the cluster in which the webhook runs
//	-namespace NAMESPACE                   of its Secret, its Lease and its service
//	-service NAME                          through which the hub reaches the webhook
//	-url URL                               at which the hub reaches it, in place of a service, such as https://127.0.0.1:9443
//	-install                               apply the CRDs and the webhook configurations at the start, if no manifests did
//	-bind-address HOST:PORT                default :9443
//	-metrics-bind-address HOST:PORT        HTTPS, for users who may get /metrics; "0": no metrics
//	-metrics-cert-dir FOLDER               with tls.crt and tls.key; empty: a self-signed certificate
//	-metrics-insecure                      HTTP, for everybody
//	-health-probe-bind-address HOST:PORT   /healthz and /readyz
//	-leader-elect                          needed by several replicas: only one of them renews certificates
//	-allow-no-execute-taint-policy         ClusterTaintPolicies may evict: their taints may have the effect NoExecute
//	-allow-cluster-overrides-of-identity   cluster-scoped override policies may change kind, namespace and name of an object, see command operator
//	-writers USER,...                      who may write Works and bindings, besides the operator and the controllers of Kubernetes
//	-writer-groups GROUP,...               groups of them
//
// An interrupt or SIGTERM ends it after the running calls. The exit status is 1 if it could not run, and 2 if the command line is invalid.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/overridekit/overridekit/examples/operator/internal/command"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(start(ctx, os.Args[1:]))
}

// start runs the webhook until ctx is done, and returns the exit status.
func start(ctx context.Context, args []string) int {
	return command.Start(ctx, "webhook", args, parse, run)
}
