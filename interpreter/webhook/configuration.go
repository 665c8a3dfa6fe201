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

// contextVersion is the version of the protocol that there is.
const contextVersion = "v1alpha1"

// Configuration is a ResourceInterpreterWebhookConfiguration. [Configuration.Validate] tells whether it makes sense.
type Configuration struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Webhooks []Webhook `json:"webhooks"`
}

// Webhook is one of a configuration: where it is, and what it is asked.
type Webhook struct {
	Name                       string       `json:"name"`
	ClientConfig               ClientConfig `json:"clientConfig"`
	Rules                      []Rule       `json:"rules,omitempty"`
	TimeoutSeconds             *int32       `json:"timeoutSeconds,omitempty"`
	InterpreterContextVersions []string     `json:"interpreterContextVersions"`
}

// ClientConfig is where a webhook is: a URL or a service. If there are both, the service counts.
type ClientConfig struct {
	URL      *string           `json:"url,omitempty"`
	Service  *ServiceReference `json:"service,omitempty"`
	CABundle []byte            `json:"caBundle,omitempty"` // PEM; those that the webhook's certificate must come from, empty for the system's
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

// byID is every webhook, sorted by id.
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

// Match finds the webhook that is asked about objects of a kind: of all that have a rule for it, the one with the smallest id. The
// others are never asked. The id is the name of the configuration, a slash, and that of the webhook. The webhook shares memory
// with its configuration.
func Match(kind schema.GroupVersionKind, op interpreter.Operation, configurations ...Configuration) (id string, w Webhook, found bool) {
	for _, w := range byID(configurations) {
		if slices.ContainsFunc(w.Rules, func(r Rule) bool { return r.Matches(kind, op) }) {
			return w.id, w.Webhook, true
		}
	}
	return "", Webhook{}, false
}

// Client is the client of a webhook. It needs a connection, see [ClientConfig.HTTPClient], and a function that gives every call an id.
//
// It never fails: one that cannot be called, because it has no address or takes no version of the protocol that there is, has an error
// for every question. So it is asked nothing, and nobody is asked in its place.
func (w Webhook) Client(id string, connection *http.Client, newID func() string) Client {
	c := Client{ID: id, HTTP: connection, NewID: newID, Rules: w.Rules}
	if w.TimeoutSeconds != nil {
		c.Timeout = time.Duration(*w.TimeoutSeconds) * time.Second
	}
	c.URL, c.err = w.ClientConfig.Endpoint()
	if !slices.Contains(w.InterpreterContextVersions, contextVersion) {
		c.err = fmt.Errorf("it takes the versions %.200q of %s, expected %s", w.InterpreterContextVersions, Kind, contextVersion)
	}
	return c
}
