package input

import (
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Interpreter is an object that configures how Karmada interprets kinds. The commands ignore it.
type Interpreter struct {
	Ref    override.Ref
	Target schema.GroupVersionKind // of a ResourceInterpreterCustomization
	Text   string                  // its name, why it is ignored, and what that means
}

// Interpreters returns the ResourceInterpreterCustomizations and ResourceInterpreterWebhookConfigurations among objects.
func Interpreters(objects []*unstructured.Unstructured) []Interpreter {
	var all []Interpreter
	for _, o := range objects {
		i := Interpreter{Ref: override.RefOf(o)}
		if group, _, _ := strings.Cut(i.Ref.APIVersion, "/"); group != "config.karmada.io" {
			continue
		}
		switch i.Ref.Kind {
		case "ResourceInterpreterCustomization":
			i.Text = i.Ref.String() + " is ignored: its scripts are not run, so the result may differ from Karmada's; in Go, package interpreter/lua runs them"
			i.Target = schema.FromAPIVersionAndKind(stringAt(o, "spec", "target", "apiVersion"), stringAt(o, "spec", "target", "kind"))
		case "ResourceInterpreterWebhookConfiguration":
			i.Text = i.Ref.String() + " is ignored: its webhooks are not called, so the result may differ from Karmada's; in Go, package interpreter/webhook calls them"
		default:
			continue
		}
		all = append(all, i)
	}
	return all
}

// stringAt returns a string of an object, or "".
func stringAt(o *unstructured.Unstructured, path ...string) string {
	value, _ := jsontree.Get(o.Object, path)
	text, _ := value.(string)
	return text
}
