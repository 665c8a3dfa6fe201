package admission

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	engine "github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
)

// Options are where the webhook and its certificates are. Only Namespace is required.
type Options struct {
	Namespace     string           // of the Secret, and of the service
	Secret        string           // default: overridekit-webhook
	Configuration string           // the name of both webhook configurations; default: ConfigurationName
	Service       string           // default: overridekit-webhook
	Names         []string         // host names or IP addresses of the certificate; default: <service>.<namespace>.svc
	Now           func() time.Time // default: time.Now

	// AllowNoExecute lets ClusterTaintPolicies have the effect NoExecute, as Karmada's flag --allow-no-execute-taint-policy does.
	AllowNoExecute bool

	// Guard refuses override policies that can only change the identity of objects. It should be that of controller.Options. Nil: policy.Guard(override.GuardAll).
	Guard *engine.Guard

	// Writers are who may write Works and bindings. Nil: [DefaultWriters] of Namespace. The webhook configuration should have the same.
	Writers *Writers
}

// Webhook is the server of the admission webhook. Make one with New.
type Webhook struct {
	options Options
	serving atomic.Pointer[tls.Certificate]
}

// New returns a webhook. It does nothing until SetupWithManager.
func New(options Options) *Webhook {
	options.Secret = cmp.Or(options.Secret, "overridekit-webhook")
	options.Service = cmp.Or(options.Service, "overridekit-webhook")
	options.Configuration = cmp.Or(options.Configuration, ConfigurationName)
	if len(options.Names) == 0 {
		options.Names = []string{fmt.Sprintf("%s.%s.svc", options.Service, options.Namespace)}
	}
	if options.Guard == nil {
		guard := policy.Guard(engine.GuardAll)
		options.Guard = &guard
	}
	if options.Writers == nil {
		writers := DefaultWriters(options.Namespace)
		options.Writers = &writers
	}
	if options.Now == nil {
		options.Now = time.Now
	}
	return &Webhook{options: options}
}

// Server returns the server for a manager's options. It serves with the certificate of the webhook, whatever CertDir is.
func (w *Webhook) Server(options webhook.Options) webhook.Server {
	options.TLSOpts = append(options.TLSOpts[:len(options.TLSOpts):len(options.TLSOpts)], func(config *tls.Config) {
		config.MinVersion = tls.VersionTLS12
		config.GetCertificate = func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			if pair := w.serving.Load(); pair != nil {
				return pair, nil
			}
			return nil, errNotLoaded
		}
	})
	return webhook.NewServer(options)
}

// Ready is a check for the readiness probe: it fails until the webhook has a certificate.
func (w *Webhook) Ready(*http.Request) error {
	if w.serving.Load() == nil {
		return errNotLoaded
	}
	return nil
}

// SetupWithManager adds the webhook to a manager, whose WebhookServer must be the result of Server. The certificates are renewed by the leader, or by
// every replica if the manager has no leader election.
func (w *Webhook) SetupWithManager(mgr manager.Manager) error {
	if w.options.Namespace == "" {
		return fmt.Errorf("webhook: found no namespace for its Secret")
	}
	// Not the client of the manager: its cache would hold every Secret.
	c, err := client.New(mgr.GetConfig(), client.Options{HTTPClient: mgr.GetHTTPClient(), Scheme: scheme.Scheme})
	if err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	server := mgr.GetWebhookServer()
	server.Register(MutatePath, &admission.Webhook{Handler: handler(Default)})
	server.Register(ValidatePath, &admission.Webhook{Handler: handler(func(r admission.Request) admission.Response {
		return validate(r, w.options.AllowNoExecute, *w.options.Guard)
	})})
	server.Register(GuardPath, &admission.Webhook{Handler: handler(w.options.Writers.Validate)})
	renew := func(ctx context.Context) error {
		return repeat(ctx, "renew certificates", renewInterval, func(ctx context.Context) error { return w.renew(ctx, c) })
	}
	if err := mgr.Add(manager.RunnableFunc(renew)); err != nil { // on the leader
		return fmt.Errorf("webhook: %w", err)
	}
	load := func(ctx context.Context) error {
		return repeat(ctx, "load certificate", loadInterval, func(ctx context.Context) error { return w.load(ctx, c) })
	}
	if err := mgr.Add(everywhere(load)); err != nil {
		return fmt.Errorf("webhook: %w", err)
	}
	return nil
}

// everywhere runs on all replicas.
type everywhere func(context.Context) error

func (f everywhere) Start(ctx context.Context) error { return f(ctx) }
func (everywhere) NeedLeaderElection() bool          { return false }
