package validation

import (
	"fmt"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/policy/karmada/api"
)

// WarnOverride returns warnings about a policy for the response of an admission webhook: sentences that begin with a field path,
// sorted. They are about what Karmada's admission accepts and what is perhaps not meant:
//
//  1. The policy, a rule, or an entry of labels, annotations, command or args has nothing to do.
//  2. A selector of objects or clusters is invalid or contradicts itself, so that it selects nothing, or a part of it is ignored.
//  3. A plaintext operation sets a whole object, so that keys that its value does not have are lost.
//  4. The older fields targetCluster and overriders are used. Beside overrideRules they are ignored.
//
// Karmada's admission has no warnings; these are not its words. They do not quote values of operations. What makes an overrider fail is an
// error of Lint in package karmada.
func WarnOverride(s api.OverrideSource) []string {
	spec, w := s.OverrideSpec(), &warnings{}
	w.objectSelectors(specPath.Child("resourceSelectors"), spec.ResourceSelectors)
	for i := range spec.OverrideRules {
		rule, at := &spec.OverrideRules[i], specPath.Child("overrideRules").Index(i)
		if rule.Overriders.IsEmpty() {
			w.add(at.Child("overriders"), "there are no overriders, so the rule changes nothing")
		}
		w.affinity(at.Child("targetCluster"), rule.TargetCluster)
		w.overriders(at.Child("overriders"), &rule.Overriders)
	}
	older := spec.TargetCluster != nil || !spec.Overriders.IsEmpty()
	switch {
	case len(spec.OverrideRules) > 0 && older:
		w.add(specPath.Child("overrideRules"), "targetCluster and overriders are ignored beside overrideRules")
	case len(spec.OverrideRules) == 0 && spec.Overriders.IsEmpty():
		w.add(specPath, "there are no overriders, so the policy changes nothing")
	case older:
		w.add(specPath.Child("overriders"), "this form is deprecated, use overrideRules")
		w.affinity(specPath.Child("targetCluster"), spec.TargetCluster)
		w.overriders(specPath.Child("overriders"), &spec.Overriders)
	}
	return w.sorted()
}

func (w *warnings) overriders(at *field.Path, o *api.Overriders) {
	for _, list := range []struct {
		field   string
		entries []api.LabelAnnotationOverrider
	}{{"labelsOverrider", o.LabelsOverrider}, {"annotationsOverrider", o.AnnotationsOverrider}} {
		for i := range list.entries {
			if len(list.entries[i].Value) == 0 {
				w.add(at.Child(list.field).Index(i).Child("value"), "there are no keys, so the entry changes nothing")
			}
		}
	}
	for _, list := range []struct {
		field   string
		entries []api.CommandArgsOverrider
	}{{"commandOverrider", o.CommandOverrider}, {"argsOverrider", o.ArgsOverrider}} {
		for i := range list.entries {
			if len(list.entries[i].Value) == 0 {
				w.add(at.Child(list.field).Index(i).Child("value"), "there is nothing to do for the operator %q", short(string(list.entries[i].Operator)))
			}
		}
	}
	for i := range o.Plaintext {
		w.operation(at.Child("plaintext").Index(i), &o.Plaintext[i])
	}
}

// objectFields are the names of fields whose value is an object with keys that others may have set. An add at any other path may be
// the first to write there.
var objectFields = []string{"annotations", "binaryData", "data", "labels", "matchLabels", "metadata", "nodeSelector", "spec", "stringData", "template"}

func (w *warnings) operation(at *field.Path, o *api.PlaintextOverrider) {
	value, err := o.Value.Decode()
	path, pathErr := jsontree.Parse(o.Path)
	if _, isObject := value.(map[string]any); !isObject || err != nil || pathErr != nil {
		return
	}
	where := short(strconv.Quote(o.Path))
	switch {
	case o.Operator == api.OverriderOpReplace:
		w.add(at, "replace sets the whole object at %s: keys that its value does not have are lost", where)
	case o.Operator == api.OverriderOpAdd && (len(path) == 0 || slices.Contains(objectFields, path[len(path)-1])):
		w.add(at, "add sets the whole object at %s: an existing object loses the keys that the value does not have", where)
	}
}

// warnings collects sentences.
type warnings struct{ list []string }

func (w *warnings) add(at *field.Path, format string, args ...any) {
	w.list = append(w.list, at.String()+": "+fmt.Sprintf(format, args...))
}

func (w *warnings) sorted() []string {
	slices.Sort(w.list)
	return slices.Compact(w.list)
}
