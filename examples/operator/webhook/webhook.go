package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"strings"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/webhook"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/examples/operator/internal/command"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation/controller/admission"
	"github.com/overridekit/overridekit/propagation/controller/crds"
)

// options is the command line.
type options struct {
	namespace, service, url string
	host                    string // with port, the address of the webhook
	port                    int
	metrics                 command.Metrics
	probes                  string
	install, elect          bool
	writers                 admission.Writers
	noExecute               bool     // in ClusterTaintPolicies
	identityChanges         bool     // by cluster-scoped policies
	names                   []string // of the certificate; empty: that of the service
}

// parse reads the command line.
func parse(flags *flag.FlagSet, args []string) (options, error) {
	var o options
	var bind, users, groups string
	flags.StringVar(&o.namespace, "namespace", "overridekit-system", "namespace of the Secret, the Lease and the service")
	flags.StringVar(&o.service, "service", "overridekit-webhook", "service through which the hub reaches the webhook")
	flags.StringVar(&o.url, "url", "", "URL at which the hub reaches the webhook, in place of the service")
	flags.StringVar(&bind, "bind-address", ":9443", "address of the webhook")
	o.metrics.AddFlags(flags)
	flags.StringVar(&users, "writers", "", "more users who may write Works and bindings, separated by commas")
	flags.StringVar(&groups, "writer-groups", "", "groups of such users")
	flags.StringVar(&o.probes, "health-probe-bind-address", ":8081", `address of /healthz and /readyz, "0" for none`)
	flags.BoolVar(&o.install, "install", false, "apply the CRDs and the webhook configurations at the start")
	flags.BoolVar(&o.elect, "leader-elect", false, "only one of several replicas renews certificates")
	flags.BoolVar(&o.identityChanges, "allow-cluster-overrides-of-identity", false, "cluster-scoped override policies may change kind, namespace and name of an object")
	flags.BoolVar(&o.noExecute, "allow-no-execute-taint-policy", false, "ClusterTaintPolicies may evict: their taints may have the effect NoExecute")
	if err := input.ParseOnce(flags, args); err != nil {
		return o, err
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("found the argument %q, expected only flags", flags.Arg(0))
	}
	host, port, err := net.SplitHostPort(bind)
	if err != nil {
		return o, fmt.Errorf("-bind-address: %w", err)
	}
	if o.port, err = strconv.Atoi(port); err != nil || o.port < 1 || o.port > 65535 {
		return o, fmt.Errorf("-bind-address: found the port %q, expected 1 to 65535", port)
	}
	o.host = host
	o.writers = admission.DefaultWriters(o.namespace)
	o.writers.Users, o.writers.Groups = append(o.writers.Users, names(users)...), append(o.writers.Groups, names(groups)...)
	if o.url != "" {
		u, err := url.Parse(o.url)
		if err != nil || u.Scheme != "https" || u.Hostname() == "" {
			return o, fmt.Errorf("-url: found %q, expected https and a host", o.url)
		}
		o.names = []string{u.Hostname()}
	}
	return o, nil
}

// names splits a list.
func names(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' })
}

// run runs the webhook for a hub until ctx is done.
func run(ctx context.Context, hub *rest.Config, o options) error {
	if o.install {
		if err := install(ctx, hub, o); err != nil {
			return err
		}
	}
	guard := policy.Guard(override.GuardAll)
	if o.identityChanges {
		guard = policy.Guard(override.GuardNamespaced)
	}
	hook := admission.New(admission.Options{Guard: &guard, Namespace: o.namespace, Service: o.service, Names: o.names, AllowNoExecute: o.noExecute, Writers: &o.writers})
	mgr, err := ctrl.NewManager(hub, ctrl.Options{
		WebhookServer: hook.Server(webhook.Options{Host: o.host, Port: o.port}),
		Metrics:       o.metrics.Options(), HealthProbeBindAddress: o.probes,
		LeaderElection: o.elect, LeaderElectionID: "overridekit-webhook", LeaderElectionNamespace: o.namespace, LeaderElectionReleaseOnCancel: true,
	})
	if err != nil {
		return err
	}
	if err := hook.SetupWithManager(mgr); err != nil {
		return err
	}
	if err := errors.Join(mgr.AddHealthzCheck("alive", healthz.Ping), mgr.AddReadyzCheck("certificate", hook.Ready)); err != nil {
		return err
	}
	return mgr.Start(ctx)
}

// install applies the CRDs and the webhook configurations. It does not touch the caBundle, which the webhook sets.
func install(ctx context.Context, hub *rest.Config, o options) error {
	c, err := client.New(hub, client.Options{})
	if err != nil {
		return err
	}
	if err := crds.Install(ctx, c); err != nil {
		return err
	}
	to := admissionregistrationv1.WebhookClientConfig{URL: &o.url}
	if o.url == "" {
		to = admissionregistrationv1.WebhookClientConfig{Service: &admissionregistrationv1.ServiceReference{Namespace: o.namespace, Name: o.service}}
	}
	mutating, validating := admission.Configurations(admission.ConfigurationName, to, o.writers)
	for _, object := range []client.Object{mutating, validating} {
		content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(object)
		if err != nil {
			return err
		}
		apply := client.ApplyConfigurationFromUnstructured(&unstructured.Unstructured{Object: content})
		if err := c.Apply(ctx, apply, client.FieldOwner("overridekit-install"), client.ForceOwnership); err != nil {
			return fmt.Errorf("webhook configuration %s: %w", object.GetName(), err)
		}
	}
	return nil
}
