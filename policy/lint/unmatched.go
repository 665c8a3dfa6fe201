package lint

import (
	"encoding/json"
	"slices"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
	"github.com/overridekit/overridekit/selector"
)

// reportUnmatched reports the selectors that match no object.
func (c *checker) reportUnmatched(identities []selector.Object) {
	var near *neighbours
	for _, s := range c.subjects {
		if !c.reports(s.ref) {
			continue
		}
		for i := range s.selectors {
			o := &s.selectors[i]
			if o.matched || o.invalid || o.written.Kind != "" && s.broken[pathOf(o.at)] {
				continue
			}
			if near == nil {
				near = newNeighbours(identities)
			}
			switch {
			case s.isFull(UnmatchedSelector):
				s.report(UnmatchedSelector, o.at, nil, "no object is selected")
			case s.kubeadmiral:
				label := kubeadmiral.OverridePolicyNameLabel
				if s.policy.Tier() == override.ClusterWide {
					label = kubeadmiral.ClusterOverridePolicyNameLabel
				}
				s.report(UnmatchedSelector, o.at, nil, "no object names the policy in the label %s (%d checked)", label, len(identities))
			case o.written.Kind == "":
				s.report(UnmatchedSelector, o.at, nil, "the policy selects no object (%d checked)", len(identities))
			default:
				message, fix := near.explain(c, s, o)
				s.report(UnmatchedSelector, o.at, fix, "no object is selected (%d checked)%s", len(identities), message)
			}
		}
	}
}

// neighbours finds the objects that a selector nearly matches.
type neighbours struct {
	objects      []selector.Object
	kinds        map[string]bool
	byKind, name map[string][]int // indexes of the first objects
}

// maxNeighbours limits the objects that are compared with a selector: those of its kind, and those of its name.
const maxNeighbours = 100

func newNeighbours(objects []selector.Object) *neighbours {
	n := &neighbours{objects: objects, kinds: map[string]bool{}, byKind: map[string][]int{}, name: map[string][]int{}}
	for i, o := range objects {
		n.kinds[o.Kind] = true
		if of := n.byKind[o.Kind]; len(of) < maxNeighbours {
			n.byKind[o.Kind] = append(of, i)
		}
		if of := n.name[o.Name]; len(of) < maxNeighbours {
			n.name[o.Name] = append(of, i)
		}
	}
	return n
}

// explain returns the end of a message with the nearest object, and a fix if one field of the selector is misspelt, or has another version.
func (n *neighbours) explain(c *checker, s *subject, o *objectSelector) (string, json.RawMessage) {
	kind := o.written.Kind
	if !n.kinds[kind] {
		if kind = nearest(&c.spelling, kind, n.kinds); kind == "" {
			return ": none has the kind " + quote(o.written.Kind), nil
		}
		fix := fixOf(replace(o.at.Child("kind"), kind))
		return ": none has the kind " + quote(o.written.Kind) + didYouMean(kind), fix
	}
	written := o.written
	if namespace := s.namespace(); namespace != "" {
		if written.Namespace != "" && written.Namespace != namespace {
			return ": the selector has the namespace " + quote(written.Namespace) + ", the policy applies to " + quote(namespace), nil
		}
		written.Namespace = namespace
	}
	objects, _ := selector.NewObjects(written)
	best, least := -1, 0
	names := map[string]bool{}
	for _, i := range slices.Concat(n.name[written.Name], n.byKind[kind]) {
		object := n.objects[i]
		if object.Kind != kind {
			continue
		}
		if written.Namespace == "" || object.Namespace == written.Namespace {
			names[object.Name] = true
		}
		if distance := objects.Distance(object); best < 0 || distance < least {
			best, least = i, distance
		}
	}
	if best < 0 {
		return "", nil
	}
	object := n.objects[best]
	message := ": " + override.Ref{Kind: object.Kind, Namespace: object.Namespace, Name: object.Name}.String()
	if object.Namespace == "" && s.namespace() != "" {
		return message + " has no namespace, and the policy is for the objects of namespace " + s.namespace(), nil
	}
	if reason := objects.Why(object); reason != "" {
		message += ": " + reason
	}
	misses := objects.Misses(object)
	if slices.ContainsFunc(misses, func(m selector.Miss) bool { return m.Fact == "namespace" }) {
		message += c.assumed(s.ref, override.Ref{APIVersion: object.APIVersion, Kind: object.Kind, Namespace: object.Namespace, Name: object.Name})
	}
	if len(misses) != 1 {
		return message, nil
	}
	switch misses[0].Fact {
	case "apiVersion":
		return message, fixOf(replace(o.at.Child("apiVersion"), object.APIVersion))
	case "name":
		if meant := nearest(&c.spelling, written.Name, names); meant != "" {
			return ": " + kind + " " + quote(written.Name) + " does not exist" + didYouMean(meant), fixOf(replace(o.at.Child("name"), meant))
		}
	}
	return message, nil
}

// assumed returns the end of a message about a namespace for those whose documents have none, so that the reader's default was assumed.
func (c *checker) assumed(refs ...override.Ref) (text string) {
	if c.defaulted == nil {
		c.defaulted = map[override.Ref]bool{}
		for _, ref := range c.bundle.Defaulted {
			c.defaulted[ref] = true
		}
	}
	for _, ref := range refs {
		if c.defaulted[ref] {
			text += "; the namespace of " + ref.String() + " is assumed"
		}
	}
	return text
}
