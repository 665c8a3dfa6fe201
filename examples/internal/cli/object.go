package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
)

// Object is the name of an object on the command line. An empty namespace means any.
type Object struct{ Kind, Namespace, Name string }

// Set parses KIND/NAMESPACE/NAME or KIND/NAME.
func (n *Object) Set(s string) error {
	parts := strings.Split(s, "/")
	if len(parts) < 2 || len(parts) > 3 || parts[0] == "" || parts[len(parts)-1] == "" {
		return errors.New("expected KIND/NAMESPACE/NAME or KIND/NAME")
	}
	*n = Object{Kind: parts[0], Name: parts[len(parts)-1]}
	if len(parts) == 3 {
		n.Namespace = parts[1]
	}
	return nil
}

// Is reports whether an object has the name. The case of the kind does not matter.
func (n Object) Is(o override.Ref) bool {
	return strings.EqualFold(o.Kind, n.Kind) && o.Name == n.Name && (n.Namespace == "" || o.Namespace == n.Namespace)
}

// Chosen reports whether a flag that may be repeated chooses an object: if one of its names is that of the object, or if it is not set.
func Chosen(names []Object, o override.Ref) bool {
	return len(names) == 0 || slices.ContainsFunc(names, func(n Object) bool { return n.Is(o) })
}

// Missing returns an error for each name that none of the objects has.
func Missing(names []Object, objects []override.Ref) (errs []error) {
	for _, n := range names {
		if !slices.ContainsFunc(objects, n.Is) {
			errs = append(errs, n.NotAmong(objects))
		}
	}
	return errs
}

// Find returns the object with the name. If it is given twice, the last one counts, as in a plan.
func (n Object) Find(objects []*unstructured.Unstructured) (*unstructured.Unstructured, error) {
	var found *unstructured.Unstructured
	for _, o := range objects {
		if !n.Is(override.RefOf(o)) {
			continue
		}
		if found != nil && override.RefOf(found) != override.RefOf(o) {
			return nil, fmt.Errorf("several objects are %s: %s and %s", n, shown(found), shown(o))
		}
		found = o
	}
	if found == nil {
		refs := make([]override.Ref, len(objects))
		for i, o := range objects {
			refs[i] = override.RefOf(o)
		}
		return nil, n.NotAmong(refs)
	}
	return found, nil
}

func (n Object) String() string {
	if n.Namespace == "" {
		return n.Kind + "/" + n.Name
	}
	return n.Kind + "/" + n.Namespace + "/" + n.Name
}

// NotAmong returns the error that none of the objects has the name. It lists the one whose name is most alike first.
func (n Object) NotAmong(objects []override.Ref) error {
	names := make([]string, len(objects))
	for i, o := range objects {
		named := Object{Kind: o.Kind, Name: o.Name}
		if n.Namespace != "" {
			named.Namespace = o.Namespace
		}
		names[i] = named.String()
	}
	nearest := input.Nearest(n.String(), names)
	if nearest == "" {
		return fmt.Errorf("no object %s, found %s", n, listed(objects))
	}
	at := slices.Index(names, nearest)
	others := slices.Concat(objects[at:at+1], objects[:at], objects[at+1:])
	return fmt.Errorf("no object %s, found %s, did you mean %s?", n, listed(others), Cut(nearest))
}

// listed returns at most five names.
func listed(objects []override.Ref) string {
	if len(objects) == 0 {
		return "no objects"
	}
	var names []string
	for i, ref := range objects {
		if i == 5 {
			names = append(names, fmt.Sprintf("%d more", len(objects)-i))
			break
		}
		names = append(names, Cut(ref.String())+" ("+Cut(ref.APIVersion)+")")
	}
	return strings.Join(names, ", ")
}

func shown(o *unstructured.Unstructured) string { return listed([]override.Ref{override.RefOf(o)}) }
