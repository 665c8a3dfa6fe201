package webhook

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/interpreter"
)

// ConfigurationKind is the kind of a [Configuration].
const ConfigurationKind = "ResourceInterpreterWebhookConfiguration"

// contextVersion is the only version of the protocol.
const contextVersion = "v1alpha1"

// Configuration is a ResourceInterpreterWebhookConfiguration. [Configuration.Validate] checks it. As for all types of Kubernetes, the methods of its
// metadata, such as GetName, panic on a nil pointer.
type Configuration struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Webhooks []Webhook `json:"webhooks"`
}

// Webhook is a webhook of a configuration: its address, and the rules for calling it.
type Webhook struct {
	Name                       string       `json:"name"`
	ClientConfig               ClientConfig `json:"clientConfig"`
	Rules                      []Rule       `json:"rules,omitempty"`
	TimeoutSeconds             *int32       `json:"timeoutSeconds,omitempty"`
	InterpreterContextVersions []string     `json:"interpreterContextVersions"`
}

// ClientConfig is the address of a webhook: a URL or a service. If both are set, the service is used.
type ClientConfig struct {
	URL      *string           `json:"url,omitempty"`
	Service  *ServiceReference `json:"service,omitempty"`
	CABundle []byte            `json:"caBundle,omitempty"` // PEM; the authorities of the webhook's certificate, empty for those of the system
}

// ServiceReference is a service of the control plane.
type ServiceReference struct {
	Namespace string  `json:"namespace"`
	Name      string  `json:"name"`
	Path      *string `json:"path,omitempty"`
	Port      *int32  `json:"port,omitempty"` // nil is 443
}

// named is a webhook and its id.
type named struct {
	id string
	Webhook
}

// byID returns every webhook, sorted by id.
func byID(configurations []Configuration) []named {
	var all []named
	for _, c := range configurations {
		for _, w := range c.Webhooks {
			all = append(all, named{c.Name + "/" + w.Name, w})
		}
	}
	slices.SortStableFunc(all, func(a, b named) int { return cmp.Compare(a.id, b.id) })
	return all
}

// Match returns the webhook that is called for an operation on objects of a kind: of all webhooks with a rule for it, the one with the
// smallest id. The others are never called. The id is the name of the configuration, a slash, and the name of the webhook. The webhook
// shares memory with its configuration.
func Match(kind schema.GroupVersionKind, op interpreter.Operation, configurations ...Configuration) (id string, w Webhook, found bool) {
	for _, w := range byID(configurations) {
		if slices.ContainsFunc(w.Rules, func(r Rule) bool { return r.Matches(kind, op) }) {
			return w.id, w.Webhook, true
		}
	}
	return "", Webhook{}, false
}

// Client returns the client of a webhook. It needs a connection, see [ClientConfig.HTTPClient], and a function that returns an id for
// every call.
//
// It never fails. If the webhook has no address, or supports no version of the protocol, every hook of the client returns an error, so
// that no other interpreter is called instead.
func (w Webhook) Client(id string, connection *http.Client, newID func() string) Client {
	c := Client{ID: id, HTTP: connection, NewID: newID, Rules: w.Rules}
	if w.TimeoutSeconds != nil {
		c.Timeout = time.Duration(*w.TimeoutSeconds) * time.Second
	}
	c.URL, c.err = w.ClientConfig.Endpoint()
	if !slices.Contains(w.InterpreterContextVersions, contextVersion) {
		c.err = fmt.Errorf("the webhook supports the versions %.200q of %s, expected %s", w.InterpreterContextVersions, Kind, contextVersion)
	}
	return c
}
