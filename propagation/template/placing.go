package template

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/bind"
	"github.com/overridekit/overridekit/propagation/internal/content"
	"github.com/overridekit/overridekit/propagation/schedule"
	"github.com/overridekit/overridekit/selector"
)

// Placing is a template on its way through the stages of [PlaceAll], see [New].
type Placing struct {
	Row       *Row                       // what the stages have found
	Ref       override.Ref               // of the template
	Object    *unstructured.Unstructured // the template with the claim that the stages have decided
	Fault     error                      // why the template cannot be placed; the caller may set it before
	Binding   api.Binding                // as it should be stored: that of the policy, or of a dependency; nil: there is none, or the stored one is left
	Unclaimed bool                       // no policy selects it, or has had it

	own       override.Ref // the name of its binding, which another object may have
	control   *Control
	original  *unstructured.Unstructured // the template as it was given
	given     api.Binding                // as it is stored, even if it is that of another object
	stored    api.Binding                // the same without the claims that were removed
	released  api.Binding                // stored after a claim was removed; nil: none was
	unread    error                      // why the stored binding cannot be read
	other     api.Binding                // of another template with the same name; nil: there is none
	memory    Memory
	after     Memory // of the next time, if remembers is true
	remembers bool
	again     time.Time // the earliest time to place it again; zero: none

	reasons  []string // what has happened to its claim before the decision, in order
	warnings []string // of its row before it was scheduled

	shared      bool // another template would have a binding with the same name
	untouched   bool // its binding is stored, and the scheduler does not look at it
	moved       bool // no policy claims it, and its stored binding was scheduled again
	unscheduled bool // the scheduler has not observed the last change of its binding

	started []api.GracefulEvictionTask // the tasks that the stages have made
	outcome *outcome                   // of the scheduler; nil: it has not looked at the binding
	failed  Failed
	lazy    bool // its policy is lazy, and leaves the binding as it is

	interpreted *bind.Interpreted        // nil: the dependencies are not interpreted yet, or do not matter
	needs       []interpreter.Dependency // of its template, sorted
}

// Memory is what must be remembered about a template until it is placed the next time. Karmada keeps it in memory only, and loses it with a restart.
type Memory struct {
	Unhealthy map[string]time.Time `json:"unhealthy,omitempty"` // since when its object is unhealthy, by cluster

	// Evicted is when the object was evicted, by cluster. It is not evicted from there again within ten seconds: then Karmada looks at the taints of the
	// cluster again. Karmada's failover of applications does not wait, and moves an object without end that tolerates no second of bad health.
	Evicted map[string]time.Time `json:"evicted,omitempty"`
}

// Remembered is the memory of the template of a binding.
type Remembered struct {
	Binding override.Ref `json:"binding"`
	Memory
}

// Failed has what has gone wrong in a stage. All but Evict is in the error of the row, too, with what goes wrong between the stages.
type Failed struct {
	Claim      error // the template went no further
	Bind       error // the template went no further
	Evict      error // taints, or the failover of applications, do not evict the object
	Schedule   error // the scheduler has failed
	Distribute error // a binding of what the template needs is missing or out of date
}

// Scheduled is what the scheduler does with a binding.
type Scheduled struct {
	schedule.Outcome          // its condition is that which is stored if the binding needs no scheduling
	Warnings         []string // those of the scheduler only, and why the binding never settles
}

// with adds more to a memory that shares no maps with it.
func (m Memory) with(more Memory) Memory {
	m.Unhealthy, m.Evicted = merged(m.Unhealthy, more.Unhealthy), merged(m.Evicted, more.Evicted)
	return m
}

func merged(into, more map[string]time.Time) map[string]time.Time {
	if into == nil {
		return maps.Clone(more)
	}
	maps.Copy(into, more)
	return into
}

// New returns a template before its first stage, with a fault if it cannot be read, or if an API server refuses it. The object is not written. No fault shows
// what is hidden.
func New(object *unstructured.Unstructured, hide redact.Places) *Placing {
	ref := override.RefOf(object)
	p := &Placing{Row: &Row{Template: ref}, Ref: ref, original: object, Object: object, own: content.BindingRef(ref)}
	err := content.Check(object.Object)
	if err == nil {
		err = checkStrings(object.Object, hide)
	}
	if err == nil {
		err = checkName(object.Object)
	}
	if err != nil {
		p.Fault = fmt.Errorf("%s: %w", content.ClipRef(p.Ref), err)
	}
	return p
}

// ValidObjects returns the objects of the templates without a fault.
func ValidObjects(templates []*Placing) (objects []*unstructured.Unstructured) {
	for _, p := range templates {
		if p.Fault == nil {
			objects = append(objects, p.Object)
		}
	}
	return objects
}

// begin sets what is stored about a template. The binding is nil if there is none, or if it cannot be read.
func (p *Placing) begin(control *Control, stored api.Binding, unread error, memory Memory) {
	p.control, p.given, p.stored, p.unread, p.memory = control, stored, stored, unread, memory
}

// checkStrings returns an error if a label or an annotation is not a string: all of them would be lost with the first change. Null is read as empty.
func checkStrings(object map[string]any, hide redact.Places) error {
	describe := func(v any, at ...string) string {
		if hide.Of(selector.ObjectOf(object)).Hides(at) {
			return jsontree.DescribeHidden(v)
		}
		return jsontree.Describe(v)
	}
	metadata, _ := object["metadata"].(map[string]any)
	for _, field := range []string{"labels", "annotations"} {
		values, ok := metadata[field].(map[string]any)
		if v := metadata[field]; v != nil && !ok {
			return fmt.Errorf("/metadata/%s is %s, expected an object", field, describe(v, "metadata", field))
		}
		for _, key := range slices.Sorted(maps.Keys(values)) {
			switch v := values[key].(type) {
			case string, nil:
			default:
				return fmt.Errorf("%s is %s, expected a string", jsontree.Pointer{"metadata", field, key}, describe(v, "metadata", field, key))
			}
		}
	}
	return nil
}

// checkName returns an error if an object has a kind but no name: its binding would not name it. A generateName is not a name yet.
func checkName(object map[string]any) error {
	facts := selector.ObjectOf(object)
	if facts.Name != "" || facts.Kind == "" {
		return nil
	}
	metadata, _ := object["metadata"].(map[string]any)
	v, generated := metadata["name"], metadata["generateName"]
	switch {
	case v != nil && v != "":
		return fmt.Errorf("/metadata/name is %s, expected a string", jsontree.Describe(v))
	case generated != nil && generated != "":
		return errors.New("/metadata/name is missing, expected a name: an API server makes one from generateName when the object is created")
	}
	return errors.New("/metadata/name is missing, expected a name")
}
