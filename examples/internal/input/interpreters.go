package input

import (
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/lua"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/interpreter/thirdparty"
	"github.com/overridekit/overridekit/override"
)

// ScriptsHelp says in the help how the commands run scripts.
const ScriptsHelp = `The scripts of each ResourceInterpreterCustomization in the input run in a sandbox: they reach no files, no environment and no network. A
plan runs those for replicas, components, the revision of replicas and dependencies. Test cases with events also run those for retention and the
aggregation of statuses, and, for Deployments, StatefulSets and ReplicaSets, those for health and the reflection of a status. A call ends after
a second, or when it has counted 512 MB of memory, and math.random always returns the smallest number. A
customization that cannot be loaded is an error.`

// Registry returns the interpreters of a control plane: first the given ones, then the ResourceInterpreterCustomizations among objects, then those
// that Karmada comes with, its scripts before native. The errors are about customizations that cannot be loaded.
func Registry(objects []*unstructured.Unstructured, now func() time.Time, first ...interpreter.Interpreter) (*interpreter.Registry, []*lua.LoadError) {
	scripts, errs := lua.Load(lua.Options{Now: now, Random: func() int64 { return 0 }}, objects...)
	all := append(append(first[:len(first):len(first)], scripts...), thirdparty.Interpreters(now)...)
	return interpreter.NewRegistry(append(all, native.Interpreters(now)...)...), errs
}

// Webhooks are Karmada's configuration of webhooks that interpret kinds. The commands ignore it.
type Webhooks struct {
	Ref  override.Ref
	Text string // its name, why it is ignored, and what that means
}

// WebhooksIn returns the ResourceInterpreterWebhookConfigurations among objects.
func WebhooksIn(objects []*unstructured.Unstructured) []Webhooks {
	var all []Webhooks
	for _, o := range objects {
		kind, ref := o.GroupVersionKind(), override.RefOf(o)
		if kind.Group == "config.karmada.io" && kind.Kind == "ResourceInterpreterWebhookConfiguration" {
			all = append(all, Webhooks{ref, ref.String() +
				" is ignored: its webhooks are not called, so the result may differ from Karmada's; in Go, package interpreter/webhook calls them"})
		}
	}
	return all
}
