// Command operator runs the override and propagation policies of Karmada, and the override policies of KubeAdmiral, on a hub: it claims,
// binds and schedules templates, writes their Works, syncs these with the member clusters and reports their status.
//
//	operator [flags]
//
//	-kubeconfig FILE                       the hub; empty: the cluster in which the operator runs
//	-metrics-bind-address :8443            HTTPS, for users who may get /metrics; "0": no metrics
//	-metrics-cert-dir FOLDER               with tls.crt and tls.key; empty: a self-signed certificate
//	-metrics-insecure                      HTTP, for everybody
//	-health-probe-bind-address :8081       /healthz and /readyz
//	-feature-gates GATE=BOOL,...           those of Karmada
//	-skipped-apis API;...                  in addition to those of Karmada itself, see claim.ResourceFilterOptions
//	-skipped-namespaces REGEXP,...         default kube-.*
//	-workers N                             templates of one kind, and Works of one member, at the same time
//	-member-timeout DURATION               limit of one call to a member
//	-member-period DURATION                time between two readings of the health of a member
//	-identity NAME                         of this replica, such as the name of its Pod; empty: there is only one
//	-namespace NAMESPACE                   of the operator and the Leases of its replicas; it is not propagated
//	-lease DURATION                        time after which other replicas take over the templates of a lost one
//	-interpreters FILE                     declarations of custom kinds, see package interpreter/declared
//	-interpreter-webhooks FILE             ResourceInterpreterWebhookConfigurations, see package interpreter/webhook
//	-evict-no-execute                      evict from clusters with a taint NoExecute; needs the gate Failover
//	-purge-mode Gracefully                 how these evictions delete the old copy; Directly does not wait for another cluster
//	-eviction-timeout 10m                  time after which a graceful eviction ends, healthy or not
//	-allow-cluster-overrides-of-identity   cluster-scoped override policies may change kind, namespace and name of an object
//
// The gate Failover lets ClusterTaintPolicies act. Applications move by spec.failover.application of their policy without any flag.
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

// start runs the operator until ctx is done, and returns the exit status.
func start(ctx context.Context, args []string) int {
	return command.Start(ctx, "operator", args, parse, run)
}
